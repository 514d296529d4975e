import { type Answer, fileBody } from '../ask.ts';
import { type Finding, must, percentile } from '../finding.ts';
import type { Account, Portal } from '../portal.ts';

const rows = 100_000;
const rounds = 3;

/** A file whose emails stand side by side in a table of 2¹⁷ places, if their hash has no secret. */
export async function collisions(portal: Portal): Promise<Finding[]> {
  const partner = await portal.addPartner('files');
  const [plain, hostile] = [csv(() => true), csv(collides)];
  const seconds = { plain: [] as number[], hostile: [] as number[] };
  await check(portal, partner, plain);
  for (let round = 0; round < rounds; round++) {
    seconds.plain.push((await check(portal, partner, plain)).milliseconds / 1000);
    seconds.hostile.push((await check(portal, partner, hostile)).milliseconds / 1000);
  }
  const [usual, made] = [percentile(seconds.plain, 0.5), percentile(seconds.hostile, 0.5)];
  const size = `${(hostile.length / 1024 / 1024).toFixed(1)} MB`;
  return [
    must(
      `checking a CSV of ${size} whose keys are made to collide, beside a plain one`,
      `${made.toFixed(2)} s beside ${usual.toFixed(2)} s: ${(made / usual).toFixed(2)} times`,
      'within 2 times',
      made / usual <= 2,
    ),
  ];
}

async function check(portal: Portal, partner: Account, content: string): Promise<Answer> {
  const answer = await portal.call(
    partner,
    '/api/leads/upload/check',
    fileBody('leads.csv', content),
  );
  if (answer.status !== 200) throw new Error(`A check answered ${answer.status}: ${answer.text}`);
  return answer;
}

function csv(wanted: (email: string) => boolean): string {
  const lines = ['company_name,first_name,last_name,email'];
  for (let n = 0; lines.length <= rows; n++) {
    const email = `ada.lovelace.${n.toString(36)}@acme.example`;
    if (wanted(email)) lines.push(`Acme ${n},Ada,Lovelace ${n % 9},${email}`);
  }
  return lines.join('\n');
}

const mask = 2 ** 17 - 1;
const collides = (email: string) => (unkeyedHash(email) & mask) < 2 ** 11;

/** The hash that the table of repeats had before it got a secret. */
function unkeyedHash(text: string): number {
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    a = Math.imul(a ^ char, 0x01000193);
    b = Math.imul(b ^ char, 0x5bd1e995);
    b ^= b >>> 15;
  }
  a = Math.imul(a ^ (a >>> 16), 0x7feb352d) ^ Math.imul(b ^ (b >>> 13), 0x846ca68b);
  return Math.imul(b ^ (b >>> 16), 0x2c1b3c6d) ^ Math.imul(a ^ (a >>> 15), 0x297a2d39);
}
