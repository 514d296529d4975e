import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { companyText } from '#contract/company-text.ts';
import { importText } from '#contract/import-text.ts';
import { leadText } from '#contract/lead-text.ts';
import { partnerIdText } from '#contract/lists.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import { everyRoute, unknownId } from '#test/every-route.ts';
import {
  addLead,
  type Caller,
  filePayload,
  leadBody,
  type SignedIn,
  type TestPortal,
  testPortal,
} from '#test/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
let leadId: string;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
  partner = await portal.asPartner();
  leadId = (await addLead(partner)).id;
});
afterAll(() => portal.close());

type Send = (caller: Caller, partner_id: never) => ReturnType<Caller['call']>;
type Case = { route: RouteName; at: string; field: string; text: string; send: Send };

const oneLead = 'company_name,first_name,last_name,email\nA,B,C,d@e.example\n';
const file = filePayload(oneLead);
const fileFor = (partner_id: string) => filePayload(oneLead, { after: { partner_id } });
const inQuery = (
  route: RouteName,
  query: Record<string, string> = {},
  more: { file?: typeof file } = {},
): Case => ({
  route,
  at: 'its query',
  field: 'partner_id',
  text: partnerIdText.noPartner,
  send: (caller, partner_id) =>
    caller.call(routes[route] as typeof routes.listLeads, {
      query: { ...query, partner_id },
      ...more,
    }),
});
const besideFile = (route: 'uploadLeads' | 'checkUpload' | 'reportUpload'): Case => ({
  ...inQuery(route),
  at: 'a field beside the file',
  send: (caller, partner_id) => caller.call(routes[route], { file: fileFor(partner_id) }),
});

const cases: Case[] = [
  inQuery('listLeads'),
  inQuery('countLeads', { status_group: 'new' }),
  inQuery('exportLeads', { format: 'csv' }),
  inQuery('findDuplicates', { email: 'ada@acme.example' }),
  inQuery('listImports'),
  inQuery('listLiveCompanies'),
  inQuery('sumCommissions'),
  inQuery('getStatement'),
  inQuery('exportStatement'),
  inQuery('getMovement'),
  inQuery('listStuckLeads'),
  inQuery('uploadLeads', {}, { file }),
  inQuery('checkUpload', {}, { file }),
  inQuery('reportUpload', {}, { file }),
  besideFile('uploadLeads'),
  besideFile('checkUpload'),
  besideFile('reportUpload'),
  {
    ...inQuery('createLead'),
    at: 'its body',
    send: (caller, partner_id) =>
      caller.call(routes.createLead, { body: leadBody({ partner_id }) }),
  },
  {
    ...inQuery('changeLeads'),
    at: 'the filter of its body',
    field: 'filter.partner_id',
    send: (caller, partner_id) =>
      caller.call(routes.changeLeads, {
        body: { filter: { partner_id, search: 'none' }, expected: 0, delete: true },
      }),
  },
];

/** Moving leads is for administrators only, and has a sentence of its own. */
const moving: Case = {
  ...inQuery('changeLeads'),
  at: 'its body',
  text: leadText.many.unknownPartner,
  send: (caller, partner_id) =>
    caller.call(routes.changeLeads, { body: { ids: [leadId], partner_id } }),
};

/** How often a schema takes a partner_id, at any depth. */
function placesIn(schema: z.ZodType | undefined): number {
  if (!schema) return 0;
  const described = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return described.split('"partner_id":{').length - 1;
}

test('Every call that takes a partner_id is tried here', () => {
  const taking = everyRoute.flatMap(([name, { query, body, formFields = [] }]) =>
    Array.from({ length: placesIn(query) + placesIn(body) + formFields.length }, () => name),
  );
  expect([...cases, moving].map(({ route }) => route).sort()).toEqual(taking.sort());
});

test.each([...cases, moving])(
  'A partner_id that is not an id is refused by $route in $at, at its field',
  async ({ at, field, text, send }) => {
    const texts = ['no-id', "x' or 1=1", `${unknownId}0`];
    const values = at.includes('body') ? [...texts, 7, 0, false, [unknownId]] : texts;
    for (const value of values) {
      const { status, body } = await send(admin, value as never);
      expect([status, body], String(value)).toEqual([
        400,
        { error: text, fields: { [field]: text } },
      ]);
    }
  },
);

test.each(cases)(
  'A partner_id that is not an id is ignored by $route in $at for a partner',
  async ({ send }) => {
    const { status, body } = await send(partner, 'no-id' as never);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
  },
);

test.each([
  ...cases.filter(({ route }) => /^(add|create|find|upload|check|report)/.test(route)),
  { ...moving, gone: leadText.many.unknownPartner },
])('The id of no partner is refused by $route in $at, at its field', async (taking) => {
  const gone = 'gone' in taking ? taking.gone : partnerIdText.unknownPartner;
  const { status, body } = await taking.send(admin, unknownId as never);
  expect([status, body]).toEqual([400, { error: gone, fields: { partner_id: gone } }]);
});

test.each(['getStatement', 'exportStatement'] as const)(
  'Of an administrator who names no partner %s asks for one, at its field',
  async (route) => {
    const error = companyText.statement.noPartner;
    for (const query of [{}, { partner_id: 'all' }, { partner_id: 'unknown' }]) {
      const { status, body } = await admin.call(routes[route], { query });
      expect([status, body]).toEqual([400, { error, fields: { partner_id: error } }]);
    }
  },
);

test('Two partners for one file are refused at the field', async () => {
  const other = await portal.asPartner();
  const { status, body } = await admin.call(routes.uploadLeads, {
    query: { partner_id: partner.user.id },
    file: fileFor(other.user.id),
  });
  const error = importText.twoPartners;
  expect([status, body]).toEqual([400, { error, fields: { partner_id: error } }]);
});
