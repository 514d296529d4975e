import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileBody } from '../ask.ts';
import { type Finding, must, tally } from '../finding.ts';
import type { Account, Portal } from '../portal.ts';

const slow = 21;
const cutOffSeconds = 75;

/** Uploads that send a byte a second, while somebody else uploads and checks a file. */
export async function trickles(portal: Portal): Promise<Finding[]> {
  const other = await portal.addPartner('quick');
  const senders: Account[] = [];
  for (let n = 0; n < slow; n++) senders.push(await portal.addPartner(`slow-${n}`));
  const ends = senders.flatMap((sender) => [
    trickle(portal, sender, '/api/leads/upload'),
    trickle(portal, sender, '/api/leads/upload/check'),
  ]);
  await pause(2_000);
  const statuses: (number | string)[] = [];
  for (let n = 0; n < 5; n++) {
    const file = fileBody(
      `${n}.csv`,
      `company_name,first_name,last_name,email\nA,B,C,d${n}@e.example`,
    );
    statuses.push((await portal.call(other, '/api/leads/upload/check', file)).status);
    statuses.push((await portal.call(other, '/api/leads/upload', file)).status);
  }
  const seconds = await Promise.all(ends);
  const cut = seconds.filter((each) => each < cutOffSeconds).length;
  return [
    must(
      `${slow} uploads and ${slow} checks that trickle in: what somebody else gets for theirs`,
      tally(statuses),
      '200 every time',
      statuses.every((status) => status === 200),
    ),
    must(
      `${slow} uploads and ${slow} checks of a byte a second`,
      `${cut} cut off, the last after ${Math.round(Math.max(...seconds))} s`,
      `all cut off within ${cutOffSeconds} s`,
      cut === ends.length,
    ),
  ];
}

/** The seconds until the portal ended it, or until it has gone on for too long. */
function trickle(portal: Portal, { headers }: Account, path: string): Promise<number> {
  const start = performance.now();
  const { port, host } = new URL(portal.url);
  const socket = connect(Number(port), '127.0.0.1');
  const { authorization, 'x-csrf-token': csrf } = headers;
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: ${authorization}`,
      `X-CSRF-Token: ${csrf}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000000',
      '',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="slow.csv"\r\n\r\ncompany',
    ].join('\r\n'),
  );
  const timer = setInterval(() => socket.write('x'), 1_000);
  socket.resume();
  return new Promise<number>((resolve) => {
    const late = setTimeout(() => socket.destroy(), cutOffSeconds * 1000);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearInterval(timer);
      clearTimeout(late);
      resolve((performance.now() - start) / 1000);
    });
  });
}
