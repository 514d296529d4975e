import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxSharedViewsListed, maxViewsPerUser } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { adminConfirmation, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { whileRefused } from '#test/refused-writes.ts';

let portal: TestPortal;
let admin: SignedIn;
let partner: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  portal = await testPortal();
  [admin, partner, other] = [
    await portal.asAdmin(),
    await portal.asPartner('One'),
    await portal.asPartner('Other'),
  ];
});
afterAll(() => portal.close());

type Body = { name?: string; query?: string; shared?: boolean };
const save = (caller: SignedIn, { name = 'Mine', query = 'status=Live', ...rest }: Body = {}) =>
  caller.call(routes.createView, { body: { name, query, ...rest } });
const change = (caller: SignedIn, id: string, body: Body) =>
  caller.call(routes.updateView, { params: { id }, body });
const remove = (caller: SignedIn, id: string) => caller.call(routes.deleteView, { params: { id } });
const viewsOf = async (caller: SignedIn) => (await caller.call(routes.listViews)).body.views;
const namesOf = async (caller: SignedIn) => (await viewsOf(caller)).map(({ name }) => name);
const newPartner = () => portal.asPartner('New');

test('A saved view is answered and listed as it was given', async () => {
  const owner = await newPartner();
  const query = 'status=Live&country=%C3%96sterreich&sort=-company_name';
  const { status, body } = await save(owner, { name: '  Austria, live ', query });
  expect(status).toBe(201);
  const { id } = body.view;
  const view = { id, name: 'Austria, live', query, shared: false, own: true };
  expect(body).toEqual({ view });
  expect(await viewsOf(owner)).toEqual([view]);
});

test('Views are listed by name, whatever the case', async () => {
  const owner = await newPartner();
  for (const name of ['b', 'C', 'a', 'B2']) await save(owner, { name });
  expect(await namesOf(owner)).toEqual(['a', 'b', 'B2', 'C']);
});

test('What a change leaves out stays as it was', async () => {
  const { id } = (await save(admin, { name: 'Kept', query: 'a=1', shared: true })).body.view;
  const renamed = await change(admin, id, { name: 'Renamed' });
  const view = { id, name: 'Renamed', query: 'a=1', shared: true, own: true };
  expect(renamed).toMatchObject({ status: 200, body: { view } });
  expect((await change(admin, id, { query: '' })).body.view).toEqual({ ...view, query: '' });
  expect((await change(admin, id, { shared: false })).body.view).toMatchObject({ shared: false });
  expect(await change(admin, id, {})).toMatchObject({
    status: 400,
    body: { error: 'Send at least one of name, query and shared' },
  });
  await remove(admin, id);
});

test('A user has one view of a name, however it is written', async () => {
  const owner = await newPartner();
  await save(owner, { name: 'Große Fälle' });
  const { id } = (await save(owner, { name: 'Other' })).body.view;
  const taken = { status: 409, body: { error: 'You already have a view of this name' } };
  expect(await save(owner, { name: 'GROßE  fälle' })).toMatchObject(taken);
  expect(await change(owner, id, { name: 'große fälle' })).toMatchObject(taken);
  // Its own name is not taken by itself, and nobody else's counts.
  expect((await change(owner, id, { name: 'OTHER' })).status).toBe(200);
  expect((await save(await newPartner(), { name: 'Große Fälle' })).status).toBe(201);
});

test('Of two views of one name that are saved at once, one is refused', async () => {
  const owner = await newPartner();
  const answers = await Promise.all([save(owner), save(owner), save(owner)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('A user has 50 views, also where many are saved at once', async () => {
  const owner = await newPartner();
  const numbers = Array.from({ length: maxViewsPerUser + 5 }, (_, n) => n);
  const answers = await Promise.all(numbers.map((n) => save(owner, { name: `View ${n}` })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxViewsPerUser);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    body: { error: 'You have 50 views. Delete one before you save another.' },
  });
  const [first] = await viewsOf(owner);
  await remove(owner, first?.id ?? '');
  expect((await save(owner, { name: 'One more' })).status).toBe(201);
});

test('What an administrator shares is seen by everybody and changed by nobody else', async () => {
  const { view } = (await save(admin, { name: 'Everybody’s', shared: true })).body;
  const second = await portal.asAdmin();
  expect(await viewsOf(second)).toContainEqual(view);
  const notFound = { status: 404, body: { error: 'View not found' } };
  for (const caller of [partner, other]) {
    expect(await viewsOf(caller)).toContainEqual({ ...view, own: false });
    expect(await change(caller, view.id, { name: 'Taken over' })).toMatchObject(notFound);
    expect(await remove(caller, view.id)).toMatchObject(notFound);
  }
  await change(admin, view.id, { shared: false });
  expect(await namesOf(partner)).not.toContain('Everybody’s');
  await remove(admin, view.id);
});

test('A partner shares nothing: such a call changes nothing', async () => {
  const owner = await newPartner();
  const { view } = (await save(owner, { name: 'Own' })).body;
  const refused = { status: 403, body: { error: 'Insufficient permissions' } };
  expect(await save(owner, { name: 'Shared', shared: true })).toMatchObject(refused);
  expect(await change(owner, view.id, { name: 'Shared', shared: true })).toMatchObject(refused);
  expect(await viewsOf(owner)).toEqual([view]);
  expect((await change(owner, view.id, { shared: false })).status).toBe(200);
});

test('Nobody sees, changes or deletes a view of another that is not shared', async () => {
  const { view } = (await save(other, { name: 'Private' })).body;
  for (const caller of [partner, admin]) {
    expect(await namesOf(caller)).not.toContain('Private');
    expect((await change(caller, view.id, { name: 'x' })).status).toBe(404);
    expect((await remove(caller, view.id)).status).toBe(404);
  }
  expect(await viewsOf(other)).toContainEqual(view);
  expect((await remove(other, view.id)).body).toEqual({ success: true });
  expect(await namesOf(other)).not.toContain('Private');
});

async function sharingAdministrator(email: string) {
  const owner = await portal.asNewAdmin();
  await save(owner, { name: `Of ${email}`, shared: true });
  const removal = { params: { id: owner.user.id }, body: adminConfirmation };
  return { owner, leave: () => admin.call(routes.deleteAdministrator, removal) };
}

test('What one shares oneself takes no place from what others share', async () => {
  const { owner: reading, leave } = await sharingAdministrator('reading@office.example');
  await portal.db.query(sql`
    insert into views (id, owner_id, name, name_key, query, shared, created_at)
    select uuid_v7(), ${admin.user.id}, 'View ' || n, 'view ' || n, 'status=Live', true, now()
    from generate_series(1, ${maxSharedViewsListed}::integer) n`);
  await save(reading, { name: 'The newest', shared: true });
  expect(await namesOf(reading)).toHaveLength(maxSharedViewsListed + 2);
  await leave();
  await portal.db.query(sql`delete from views where owner_id = ${admin.user.id}`);
});

test('What a deleted administrator shared is gone with the account', async () => {
  const { leave } = await sharingAdministrator('leaving@office.example');
  expect(await namesOf(partner)).toContain('Of leaving@office.example');
  await leave();
  expect(await namesOf(partner)).not.toContain('Of leaving@office.example');
});

test('An account whose views cannot be deleted stays as it was, and nobody is told otherwise', async () => {
  const { owner, leave } = await sharingAdministrator('staying@office.example');
  expect((await whileRefused(portal.db, 'delete on views', leave)).status).toBe(500);
  expect(await namesOf(owner)).toContain('Of staying@office.example');
});

test.each([
  ['no name', { name: ' ' }, 'Name is required'],
  ['a long name', { name: 'x'.repeat(101) }, 'Name must be at most 100 characters'],
  ['a long query', { query: 'x'.repeat(2_001) }, 'This view asks for too much'],
  ['half a character', { query: 'a=\ud800' }, 'This view has a character that cannot be stored'],
])('A view with %s is refused', async (_, body, error) => {
  expect(await save(partner, body)).toMatchObject({ status: 400, body: { error } });
});
