import { afterAll, beforeAll, expect, test } from 'vitest';
import { pullObject } from '#server/crm/pull/pull.ts';
import { type CrmPortal, crmPortal } from '#test/crm-portal.ts';
import { hubspotClient } from './client.ts';
import type { Unusable } from './records.ts';

let portal: CrmPortal;
beforeAll(async () => {
  portal = await crmPortal();
});
afterAll(() => portal.close());

const at = { signal: new AbortController().signal, renew: async () => {} };
type Answered = Record<string, unknown> & { id: string };

/** A pull of deals in whose answers one of them is changed so, and what is told of it. */
async function pullWith(deal: string, change: (record: Answered) => void) {
  const told: Unusable[] = [];
  const client = hubspotClient({
    baseUrl: portal.emulator.url,
    token: portal.emulator.key,
    budget: { take: async () => 0, learn: async () => {}, refused: async () => {} },
    clock: portal.clock.now,
    wait: async () => {},
    tell: (unusable) => told.push(unusable),
    fetch: async (...call) => {
      const response = await fetch(...call);
      const body = (await response.json()) as { results: Answered[] };
      for (const one of body.results) if (one.id === deal) change(one);
      return new Response(JSON.stringify(body), { status: response.status });
    },
  });
  const hubspotTime = (moment = portal.clock.now()) => moment;
  const context = { ...portal.crm, client: { ...client, hubspotTime } };
  expect(await pullObject(context, 'deals', at)).toBe('complete');
  return told;
}

const setProperty = (name: string, value: unknown) => (one: Answered) => {
  one.properties = { ...(one.properties as object), [name]: value };
};
const setHistory = (history: unknown) => (one: Answered) => {
  one.propertiesWithHistory = { dealstage: history };
};
const won = (timestamp: string) => [{ value: 'closedwon', timestamp }];
const stays = 'new';
const follows = 'closed won';

test.each<[string, (record: Answered) => void, string, boolean]>([
  ['a stage of 6,000 characters', setProperty('dealstage', 'x'.repeat(6_000)), stays, true],
  ['a stage of 201 characters', setProperty('dealstage', 'x'.repeat(201)), stays, true],
  ['a stage of 200 characters', setProperty('dealstage', 'x'.repeat(200)), stays, false],
  ['a stage with NUL', setProperty('dealstage', 'closed\0won'), follows, false],
  ['half a character', setProperty('dealstage', 'x\ud800'), stays, false],
  ['a stage that is a number', setProperty('dealstage', 7), stays, true],
  ['a time that no database holds', setHistory(won('+275760-09-13T00:00:00.000Z')), follows, false],
  ['a time before all times', setHistory(won('-271821-04-20T00:00:00.000Z')), stays, false],
  ['a time that is none', setHistory(won('yesterday')), stays, false],
  ['a history that is none', setHistory('x'), follows, false],
  [
    'NUL in a history',
    setHistory([{ value: '\0', timestamp: '2020-01-01T00:00:00Z' }]),
    stays,
    false,
  ],
  [
    'no times of its own',
    (one) => Object.assign(one, { createdAt: null, updatedAt: 7 }),
    follows,
    false,
  ],
  [
    'times of its own far away',
    (one) => Object.assign(one, { createdAt: '+275760-09-13T00:00:00Z' }),
    follows,
    false,
  ],
  ['no properties', (one) => Object.assign(one, { properties: null }), stays, true],
  [
    'an endless list of merged ones',
    setProperty('hs_merged_object_ids', 'y;'.repeat(20_000)),
    follows,
    false,
  ],
])('A record with %s stops no other of its page', async (_, change, status, isTold) => {
  const [bad, good] = [await portal.linkedLead(), await portal.linkedLead()];
  portal.clock.advance(1_000);
  for (const { deal } of [bad, good])
    portal.hubspot.update('deals', deal, { dealstage: 'closedwon' });
  const told = await pullWith(bad.deal, change);
  expect(await portal.statusOf(good.lead)).toBe(follows);
  expect(await portal.statusOf(bad.lead)).toBe(status);
  expect(told.some(({ object, id }) => object === 'deals' && id === bad.deal)).toBe(isTold);
});

test('A record whose id is none is passed over, and told', async () => {
  const told: Unusable[] = [];
  const client = hubspotClient({
    baseUrl: 'https://hubspot.example',
    token: 'key',
    budget: { take: async () => 0, learn: async () => {}, refused: async () => {} },
    tell: (unusable) => told.push(unusable),
    fetch: async () =>
      new Response(JSON.stringify({ total: 2, results: [{ id: '9'.repeat(30) }, { id: '7' }] })),
  });
  const search = { filterGroups: [], properties: [], limit: 2 };
  const { results } = await client.search('deals', search);
  expect(results.map(({ id }) => id)).toEqual(['7']);
  expect(told.map(({ id }) => id)).toEqual(['unknown', '7']);
});

test('A change that HubSpot dates in the future is one of now: later ones are followed', async () => {
  const { lead, deal } = await portal.linkedLead();
  const stage = (dealstage: string) => portal.hubspot.update('deals', deal, { dealstage });
  const inFuture = setHistory([{ value: 'x', timestamp: '2099-01-01T00:00:00.000Z' }]);
  portal.clock.advance(60_000);
  stage('closedwon');
  await pullWith(deal, inFuture);
  expect(await portal.statusOf(lead)).toBe('closed won');
  portal.clock.advance(60_000);
  await portal.setStatus(lead, 'closed lost');
  portal.clock.advance(60_000);
  stage('contractsent');
  await portal.pull('deals');
  expect(await portal.statusOf(lead)).toBe('application sent');
});
