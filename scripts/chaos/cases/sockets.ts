import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Finding, must, told } from '../finding.ts';
import { openSockets, type Portal } from '../portal.ts';

const each = 300;
const waitSeconds = 90;

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
  if (before === undefined) return [told('sockets left open', 'this system does not tell')];
  const opened: Socket[] = [];
  for (const text of Object.values(openings)) {
    for (let n = 0; n < each; n++) opened.push(open(portal.url, text));
    await pause(200);
  }
  const most = openSockets(portal.pid()) ?? 0;
  const start = performance.now();
  let left = most;
  // A few more are those of whoever asks meanwhile.
  while (left > before + 5 && performance.now() - start < waitSeconds * 1000) {
    await pause(500);
    left = openSockets(portal.pid()) ?? 0;
  }
  const seconds = Math.round((performance.now() - start) / 1000);
  for (const socket of opened) socket.destroy();
  return [
    must(
      `${opened.length} sockets: ${Object.keys(openings).join(', ')}`,
      `${most - before} open at first, ${Math.max(0, left - before)} after ${seconds} s`,
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
