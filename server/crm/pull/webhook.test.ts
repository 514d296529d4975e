import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { type CrmPortal, crmPortal } from '#test/crm-portal.ts';
import { signedEvents } from '#test/every-route.ts';
import { isSigned } from './webhook.ts';

let portal: CrmPortal;
beforeAll(async () => {
  portal = await crmPortal({
    HUBSPOT_WEBHOOK_SECRET: 'a-secret',
    PUBLIC_URL: 'https://portal.example.com',
  });
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.advance(1_000);
  await portal.db.query(sql`delete from jobs`);
});

const path = routes.receiveHubSpotEvents.path;
const send = (call: ReturnType<typeof signedEvents>) =>
  portal.anyone.send({ method: 'POST', url: path, ...call });
const moved = (id: string) => [
  { subscriptionType: 'deal.propertyChange', objectId: Number(id), propertyName: 'dealstage' },
];

test('A signed event has what it names read by its id, and moves the lead', async () => {
  const { lead, deal } = await portal.linkedLead();
  portal.hubspot.update('deals', deal, { dealstage: 'closedwon' });
  expect((await send(signedEvents(portal, moved(deal)))).status).toBe(200);
  expect(await portal.jobs('read_crm')).toEqual([`deals ${deal}`]);
  await portal.work('read_crm');
  expect(await portal.statusOf(lead)).toBe('closed won');
  expect(await portal.jobs('read_crm')).not.toContain(`deals ${deal}`);
});

test('However many events name the same, it is read once; what no lead is linked to is passed over', async () => {
  const { deal, contact, company } = await portal.linkedLead();
  const events = [
    ...Array.from({ length: 90 }, () => moved(deal)[0]),
    { subscriptionType: 'object.deletion', objectTypeId: '0-1', objectId: Number(contact) },
    { subscriptionType: 'company.merge', primaryObjectId: 5, mergedObjectIds: [Number(company)] },
    { subscriptionType: 'deal.creation', objectId: 123_456 },
    { subscriptionType: 'ticket.creation', objectId: Number(deal) },
    { subscriptionType: 'constructor.creation', objectId: 1 },
  ];
  expect((await send(signedEvents(portal, events))).status).toBe(200);
  await send(signedEvents(portal, events));
  expect(await portal.jobs('read_crm')).toEqual(
    [`companies ${company}`, `contacts ${contact}`, `deals ${deal}`].sort(),
  );
});

test('HubSpot’s own events arrive: of an archived deal the timeline tells at once', async () => {
  const { lead, deal } = await portal.linkedLead();
  portal.hubspot.archive('deals', deal);
  const event = { subscriptionType: 'deal.deletion', objectId: Number(deal) };
  await send(signedEvents(portal, [event]));
  await portal.work('read_crm');
  expect(await portal.timeline(lead)).toMatchObject([{ kind: 'crm', what: 'archived' }]);
});

test('A signature that is missing, of another secret, of another body or too old is refused', async () => {
  const good = signedEvents(portal, moved('1'));
  const { 'x-hubspot-signature-v3': _, ...unsigned } = good.headers;
  const forged = { ...good.headers, 'x-hubspot-signature-v3': 'AAAA' };
  const minutes = (n: number) => new Date(portal.clock.now().getTime() + n * 60_000 + n);
  const calls = [
    { ...good, headers: unsigned },
    { ...good, headers: forged },
    { ...good, payload: Buffer.from(`${good.payload} `) },
    { ...good, headers: { ...good.headers, 'x-hubspot-request-timestamp': 'now' } },
    signedEvents(portal, moved('1'), minutes(-5)),
    signedEvents(portal, moved('1'), minutes(5)),
  ];
  for (const call of calls) {
    const { status, body } = await send(call as never);
    expect([status, body]).toEqual([401, { error: 'The signature is missing, wrong or too old' }]);
  }
  expect((await send(good)).status).toBe(200);
});

test('Without a secret nobody is believed', () => {
  const call = { method: 'POST', uri: 'https://x', body: '[]', timestamp: '1000' };
  const signature = (secret: string) =>
    createHmac('sha256', secret).update('POSThttps://x[]1000').digest('base64');
  const now = new Date(1_000);
  expect(isSigned('s', { ...call, signature: signature('s') }, now)).toBe(true);
  expect(isSigned('', { ...call, signature: signature('') }, now)).toBe(false);
  expect(isSigned(undefined, { ...call, signature: signature('undefined') }, now)).toBe(false);
});

test('HubSpot signs an address with some of its characters decoded', () => {
  const body = '[]';
  const call = { method: 'POST', uri: 'https://x/a?b=c%3Ad%20e', body, timestamp: '1000' };
  const signed = createHmac('sha256', 's').update('POSThttps://x/a?b=c:d%20e[]1000');
  const signature = signed.digest('base64');
  expect(isSigned('s', { ...call, signature }, new Date(1_000))).toBe(true);
});

test('What is signed and is no list of events is refused', async () => {
  for (const events of [
    {},
    'x',
    [1],
    [{ objectId: 1 }],
    [{ subscriptionType: 'a', objectId: 'x' }],
  ]) {
    const { status, body } = await send(signedEvents(portal, events));
    expect([status, body]).toEqual([400, { error: 'The request body is not a list of events' }]);
  }
});

test('A body is signed as it comes, whatever it holds', async () => {
  const events = [{ subscriptionType: 'contact.propertyChange', objectId: 7, value: 'Zoë 🚀 漢' }];
  expect((await send(signedEvents(portal, events))).status).toBe(200);
});

test('Nothing is read while HubSpot is not connected', async () => {
  const { deal } = await portal.linkedLead();
  await portal.db.query(sql`update crm set on_since = null`);
  expect((await send(signedEvents(portal, moved(deal)))).status).toBe(200);
  expect(await portal.jobs('read_crm')).toEqual([]);
  await portal.db.query(sql`update crm set on_since = now()`);
});
