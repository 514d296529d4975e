import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addPartners, leadsOfPartners } from '../../bench/speed/fill.ts';
import { growthCases } from '../../bench/speed/growth.ts';
import { emailOfOneLead, leadsOfEach, people, signInAll } from '../../bench/speed/people.ts';
import { mustFind, NotAsClaimed } from '../../bench/speed/totals.ts';
import { freshDatabase } from '../database.ts';
import { type SignedIn, type TestPortal, testPortal } from '../portal.ts';

const fewLeads = 10_000;
let portal: TestPortal;
let url: string;
let databaseUrl: string;
let partner: SignedIn;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const database = await freshDatabase();
  databaseUrl = database.url;
  portal = await testPortal({ database });
  partner = await portal.asPartner();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await addPartners(client);
  // Of all those of few leads those that are looked for, with some beside them.
  await client.query(leadsOfPartners, [4_600, 4_800, fewLeads, partner.user.id]);
  await client.end();
  url = await portal.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await portal.close();
});

test('each search of growth finds as many of few leads as it claims, the partner’s among them', async () => {
  const cases = growthCases({
    portal: url,
    bare: '',
    admin: bearer((await portal.asAdmin()).token),
    partner: bearer(partner.token),
    partnerId: partner.user.id,
    apiToken: '',
    leads: fewLeads,
  });
  const claiming = cases.filter(({ finds }) => finds !== undefined);
  expect(claiming.map(({ name, finds }) => [name, finds])).toEqual([
    ['search, administrator', 1],
    ['search, a partner', 1],
  ]);
  for (const { call, finds = 0 } of claiming) await mustFind(call, finds);
});

test('a search that finds another number than it claims ends the bench with a sentence', async () => {
  const call = { url: `${url}/api/leads?search=person4711@`, headers: bearer(partner.token) };
  await expect(mustFind(call, 1)).rejects.toThrow(
    new NotAsClaimed(
      `${url}/api/leads?search=person4711@ finds 0 leads, and 1 are claimed: what it would measure is something else.`,
    ),
  );
});

test('each person of the crowd has a few dozen leads, of every status, and can search for one', async () => {
  const tokens = await signInAll(databaseUrl);
  expect(tokens).toHaveLength(people);
  for (const person of [0, people - 1]) {
    const headers = bearer(tokens[person] ?? '');
    const list = `${url}/api/leads?limit=10`;
    await mustFind({ url: list, headers }, leadsOfEach);
    await mustFind({ url: `${list}&status_filter=contacted`, headers }, leadsOfEach / 10);
    await mustFind({ url: `${list}&search=${emailOfOneLead(person)}`, headers }, 1);
  }
});
