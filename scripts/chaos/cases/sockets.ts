import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Finding, must, observed } from '../finding.ts';
import { openSockets, type Portal } from '../portal.ts';

const each = 300;
const waitSeconds = 90;
const settleMilliseconds = 5_000;

/** What a caller may send and then never read, send on or close. */
const openings = {
  'no HTTP': 'HELO chaos\r\n\r\n',
  'headers that never end': 'GET / HTTP/1.1\r\nHost: chaos\r\nX-Slow: ',
  'a refused body that never comes':
    'POST /api/leads HTTP/1.1\r\nHost: chaos\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n{',
};

/** Sockets that were refused or timed out, and whose other side never closes. */
export async function sockets(portal: Portal): Promise<Finding[]> {
  const before = openSockets(portal.pid());
  if (before === undefined) return [observed('sockets left open', 'this system does not tell')];
  const opened: Socket[] = [];
  for (const text of Object.values(openings)) {
    for (let n = 0; n < each; n++) opened.push(open(portal.url, text));
  }
  const start = performance.now();
  const passed = () => performance.now() - start;
  let [left, most] = [before, before];
  // Not all are accepted at once; and a few more are those of whoever asks meanwhile.
  while (passed() < settleMilliseconds || (left > before + 5 && passed() < waitSeconds * 1000)) {
    await pause(100);
    left = openSockets(portal.pid()) ?? 0;
    most = Math.max(most, left);
  }
  const seconds = Math.round(passed() / 1000);
  for (const socket of opened) socket.destroy();
  return [
    must(
      `${opened.length} sockets: ${Object.keys(openings).join(', ')}`,
      `${most - before} open at once, ${Math.max(0, left - before)} after ${seconds} s`,
      `none after ${waitSeconds} s`,
      left <= before + 5,
    ),
  ];
}

function open(url: string, text: string): Socket {
  const socket = connect({
    port: Number(new URL(url).port),
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(text);
  return socket;
}
