import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import {
  addLead,
  filePayload,
  leadBody,
  type SignedIn,
  type TestPortal,
  testPortal,
} from '#test/portal.ts';
import { whileRefused } from '#test/refused-writes.ts';

let portal: TestPortal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.asAdmin();
});
afterAll(() => portal.close());

const content = 'company_name,first_name,last_name,email\nAcme Ltd,Ada,Lovelace,ada@acme.example\n';
const file = filePayload(content);
const addFor = (caller: SignedIn, partner_id: unknown) =>
  caller.call(routes.createLead, { body: { ...leadBody(), partner_id } });
const uploadFor = (caller: SignedIn, partner_id: unknown) =>
  caller.call(routes.uploadLeads, { query: { partner_id, upload_id: randomUUID() }, file });
const uploadWith = (place: 'before' | 'after') => (caller: SignedIn, partner_id: unknown) =>
  caller.call(routes.uploadLeads, {
    query: { upload_id: randomUUID() },
    file: filePayload(content, { [place]: { partner_id: String(partner_id) } }),
  });
const uploadFieldFirst = uploadWith('before');
const uploadFieldLast = uploadWith('after');
const timelineOf = async (reader: SignedIn, id: string) =>
  (await reader.call(routes.listLeadEvents, { params: { id } })).body;
const leadsOf = async (owner: SignedIn) => (await owner.call(routes.listLeads)).body.leads;

test.each([
  ['a form', addFor],
  ['a file', uploadFor],
  ['a field before its file', uploadFieldFirst],
  ['a field after its file', uploadFieldLast],
])(
  'What an administrator adds for a partner by %s is the partner’s, and its timeline says who added it',
  async (_, add) => {
    const partner = await portal.asPartner();
    await add(admin, partner.user.id);
    const [lead] = await leadsOf(partner);
    expect(lead).toMatchObject({ partner_id: partner.user.id, email: 'ada@acme.example' });
    for (const reader of [partner, admin]) {
      const { events, total } = await timelineOf(reader, lead?.id ?? '');
      expect(events).toMatchObject([
        { kind: 'submitted', by: { id: admin.user.id, name: admin.user.name, role: 'admin' } },
      ]);
      expect(total).toBe(1);
    }
  },
);

test.each([
  ['a form', addFor],
  ['a file', uploadFor],
  ['a field before its file', uploadFieldFirst],
  ['a field after its file', uploadFieldLast],
])('A partner who names another one adds by %s for themselves all the same', async (_, add) => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  for (const partner_id of [other.user.id, 'x', 'unknown']) await add(partner, partner_id);
  expect((await leadsOf(partner)).length).toBe(3);
  expect(await leadsOf(other)).toEqual([]);
  const [lead] = await leadsOf(partner);
  const { events } = await timelineOf(partner, lead?.id ?? '');
  expect(events).toMatchObject([{ by: { id: partner.user.id } }]);
});

const gone = 'Choose another partner: this one does not exist any more';
const wrong = 'partner_id must be the id of a partner';
test.each([
  ['all', wrong],
  ['unknown', wrong],
  ['0192aaaa-0000-7000-8000-000000000000', gone],
  ['of a deleted partner', gone],
  ['of another administrator', gone],
])('Nothing is added for a partner_id that is %s', async (kind, error) => {
  const partner = await portal.asPartner();
  const administrator = (await portal.asNewAdmin()).user;
  await admin.call(routes.deletePartner, { params: { id: partner.user.id } });
  const partner_id =
    { 'of a deleted partner': partner.user.id, 'of another administrator': administrator.id }[
      kind
    ] ?? kind;
  const query = { partner_id };
  const calls = [
    addFor(admin, partner_id),
    uploadFor(admin, partner_id),
    admin.call(routes.checkUpload, { query, file }),
    admin.call(routes.checkUpload, {
      file: filePayload(content, { after: { partner_id } }),
    }),
    admin.call(routes.findDuplicates, { query: { ...query, email: 'ada@acme.example' } }),
  ];
  for (const answer of await Promise.all(calls))
    expect([answer.status, answer.body]).toMatchObject([400, { error }]);
});

test('A partner_id that is said twice and differs is refused, and nothing is added for either', async () => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  const [first, second] = [partner.user.id, other.user.id];
  const inBody = (before: string, after: string) =>
    filePayload(content, { before: { partner_id: before }, after: { partner_id: after } });
  const differing = [
    { query: { partner_id: first }, file: filePayload(content, { after: { partner_id: second } }) },
    { file: inBody(first, second) },
  ];
  for (const call of differing) {
    const { status, body } = await admin.call(routes.uploadLeads, call);
    expect([status, body.error]).toEqual([
      400,
      'partner_id is sent more than once, with different partners',
    ]);
  }
  expect([...(await leadsOf(partner)), ...(await leadsOf(other))]).toEqual([]);
  const same = { query: { partner_id: first }, file: inBody(first, first) };
  expect((await admin.call(routes.uploadLeads, same)).status).toBe(200);
  expect(await leadsOf(partner)).toHaveLength(1);
});

test('Where who added it cannot be written down, nothing is added, and nobody is told otherwise', async () => {
  const partner = await portal.asPartner();
  const refused = await whileRefused(portal.db, 'insert on events', () =>
    addFor(admin, partner.user.id),
  );
  expect(refused.status).toBe(500);
  expect(await leadsOf(partner)).toEqual([]);
});

test('An administrator’s own id, or none, adds a lead of their own', async () => {
  const before = (await admin.call(routes.listLeads, { query: { partner_id: admin.user.id } }))
    .body;
  for (const partner_id of [admin.user.id, '', undefined])
    expect((await addFor(admin, partner_id)).body.lead.partner_id).toBe(admin.user.id);
  const after = (await admin.call(routes.listLeads, { query: { partner_id: admin.user.id } })).body;
  expect(after.total).toBe(before.total + 3);
});

test('A file that is checked for a partner is compared with the leads of that partner alone', async () => {
  const [partner, other] = [await portal.asPartner(), await portal.asPartner()];
  await addLead(partner, { email: 'ada@acme.example' });
  const repeatedOf = async (partner_id: string) =>
    (await admin.call(routes.checkUpload, { query: { partner_id }, file })).body.duplicate_rows;
  expect(await repeatedOf(partner.user.id)).toBe(1);
  expect(await repeatedOf(other.user.id)).toBe(0);
  const query = { partner_id: partner.user.id, duplicates: 'skip' as const };
  const { count, skipped } = (await admin.call(routes.uploadLeads, { query, file })).body;
  expect([count, skipped]).toEqual([0, 1]);
});

test('Who added it is nothing to the partner whom it was moved to', async () => {
  const [first, next] = [await portal.asPartner(), await portal.asPartner()];
  const { id } = (await addFor(admin, first.user.id)).body.lead;
  await admin.call(routes.changeLeads, { body: { ids: [id], partner_id: next.user.id } });
  expect((await timelineOf(next, id)).events[0]).toMatchObject({ kind: 'submitted', by: null });
  expect((await timelineOf(admin, id)).events[0]).toMatchObject({ by: { id: admin.user.id } });
});

test('What an administrator uploads for a partner can be undone by that partner', async () => {
  const partner = await portal.asPartner();
  const { import_id } = (await uploadFor(admin, partner.user.id)).body;
  const undone = await partner.call(routes.undoImport, { params: { id: import_id } });
  expect(undone.body).toMatchObject({ success: true, count: 1 });
});

test('The history of uploads names who uploaded, and for whom', async () => {
  const partner = await portal.asPartner('Yuki');
  await uploadFor(admin, partner.user.id);
  const record = {
    ...{ user_id: admin.user.id, user_name: admin.user.name },
    ...{ partner_id: partner.user.id, for_partner: 'Yuki' },
  };
  for (const reader of [partner, admin]) {
    const query = { partner_id: partner.user.id };
    const { imports } = (await reader.call(routes.listImports, { query })).body;
    expect(imports).toEqual([expect.objectContaining(record)]);
  }
});

test('The history of uploads names nobody who was deleted since, neither as whose they are nor as who uploaded', async () => {
  const partner = await portal.asPartner('Yuri');
  await uploadFor(admin, partner.user.id);
  await uploadFor(partner, undefined);
  await admin.call(routes.deletePartner, { params: { id: partner.user.id } });
  const query = { partner_id: 'unknown' };
  const { imports } = (await admin.call(routes.listImports, { query })).body;
  const named = imports
    .filter(({ partner_id }) => partner_id === partner.user.id)
    .map(({ user_name, for_partner }) => ({ user_name, for_partner }));
  expect(named).toHaveLength(2);
  expect(named).toEqual(
    expect.arrayContaining([
      { user_name: admin.user.name, for_partner: null },
      { user_name: null, for_partner: null },
    ]),
  );
});

test('What anybody adds for themselves is told by its own row, and written down nowhere else', async () => {
  const partner = await portal.asPartner();
  for (const [caller, id] of [
    [partner, undefined],
    [admin, admin.user.id],
  ] as const) {
    const { lead } = (await addFor(caller, id)).body;
    const written = await portal.db.queryOnce(
      sql`select 1 from events where subject_id = ${lead.id}`,
    );
    expect(written).toEqual([]);
  }
});
