import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fill } from '../fill.ts';
import { type Finding, must, tally, under } from '../finding.ts';
import type { Account, Portal } from '../portal.ts';

const readers = 3;
/** With their notes 40 MB of each: far more than the system holds for a reader. */
const leads = 10_000;
const notesOfEach = 4_000;
const bytesOfSecond = 8_000;
const startSeconds = 60;
const cutOffSeconds = 120;

/** Three readers take their exports at 8 kB/s, while somebody else exports. */
export async function slowExports(portal: Portal): Promise<Finding[]> {
  const other = await portal.addPartner('export-quick');
  await fill(portal, other, 1_000);
  const sockets: Socket[] = [];
  const files = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`portal-export-${portal.pid()}-`))
      .length;
  const begun: string[] = [];
  for (let n = 0; n < readers; n++) {
    const slow = await portal.addPartner(`export-slow-${n}`);
    await fill(portal, slow, leads, 'x'.repeat(notesOfEach));
    const { socket, answered } = exportSlowly(portal, slow);
    sockets.push(socket);
    begun.push(await Promise.race([answered, pause(startSeconds * 1000).then(() => 'nothing')]));
  }
  const start = performance.now();
  const exported = await portal.call(other, '/api/leads/export?format=csv');
  const held = files();
  while (files() > 0 && performance.now() - start < cutOffSeconds * 1000) await pause(500);
  const seconds = Math.round((performance.now() - start) / 1000);
  const left = files();
  for (const socket of sockets) socket.destroy();
  return [
    must(
      `${readers} exports of ${leads.toLocaleString('en-US')} leads are read at ${bytesOfSecond / 1000} kB/s: how they begin`,
      tally(begun),
      `${readers} × HTTP/1.1 200 OK`,
      begun.every((line) => line === 'HTTP/1.1 200 OK'),
    ),
    must(
      "another partner's export meanwhile",
      `${exported.status}, ${exported.bytes} bytes`,
      '200',
      exported.status === 200,
    ),
    under('it takes', exported.milliseconds, 5_000, ` beside ${held} files being sent`),
    must(
      'the slow ones are cut off, and their files deleted',
      `${left} files left after ${seconds} s`,
      `none after ${cutOffSeconds} s`,
      held >= readers && left === 0,
    ),
  ];
}

function exportSlowly({ url }: Portal, { headers }: Account) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `GET /api/leads/export?format=csv HTTP/1.1\r\nHost: portal\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
  );
  const answered = new Promise<string>((resolve) => {
    // Listened to in this way, it gives no more than it is asked for.
    socket.once('readable', () => {
      resolve(String(socket.read(500) ?? socket.read()).split('\r\n')[0] ?? '');
    });
  });
  const timer = setInterval(() => socket.read(bytesOfSecond / 4), 250);
  socket.once('close', () => clearInterval(timer));
  return { socket, answered };
}
