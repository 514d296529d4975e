import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { openDatabase } from '#server/db/database.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';

/** Who has asked for a replica, and who was remembered to have written. */
let readers: string[] = [];
let writers: string[] = [];
let remembering: Promise<void> = Promise.resolve();

let portal: TestPortal;
let partner: SignedIn;
beforeAll(async () => {
  portal = await testPortal({
    open: (url, options) => {
      const db = openDatabase(url, options);
      return {
        ...db,
        readerFor: async (person) => {
          readers.push(person);
          return db;
        },
        wrote: async (person) => {
          writers.push(person);
          await remembering;
        },
      };
    },
  });
  partner = await portal.asPartner();
});
afterAll(() => portal.close());
beforeEach(() => {
  [readers, writers] = [[], []];
});

test.each([
  ['the leads list', () => partner.call(routes.listLeads)],
  ['a count', () => partner.call(routes.countLeads, { query: { status_group: 'new' } })],
  ['the live companies', () => partner.call(routes.listLiveCompanies)],
])('A replica may answer %s', async (_, ask) => {
  expect((await ask()).status).toBe(200);
  expect(readers).toEqual([partner.user.id]);
});

test('A lead that is opened is read where it is the newest', async () => {
  const { id } = await addLead(partner);
  expect((await partner.call(routes.getLead, { params: { id } })).status).toBe(200);
  expect(readers).toEqual([]);
});

test('Whoever has written is remembered before they are answered, and nobody who has only read', async () => {
  await partner.call(routes.listLeads);
  expect(writers).toEqual([]);
  let remembered = () => {};
  remembering = new Promise((resolve) => {
    remembered = resolve;
  });
  let isAnswered = false;
  const added = addLead(partner).then(() => {
    isAnswered = true;
  });
  await expect.poll(() => writers).toEqual([partner.user.id]);
  // A call that needs the database as well has come and gone meanwhile.
  await partner.call(routes.listLeads);
  expect(isAnswered).toBe(false);
  remembered();
  await added;
});

test('What a program sends counts as written by its partner', async () => {
  const { body } = await partner.call(routes.createToken, { body: { name: 'Push' } });
  writers = [];
  const lead = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@sent.example' };
  await portal.withApiToken(body.token).call(routes.createExternalLead, { body: lead });
  expect(writers).toEqual([partner.user.id]);
});
