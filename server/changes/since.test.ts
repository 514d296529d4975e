import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeKinds } from '#contract/events.ts';
import { headers } from '#contract/protocol.ts';
import { routes } from '#contract/routes.ts';
import { sql } from '#server/db/sql.ts';
import { addLead, type SignedIn, type TestPortal, testPortal } from '#test/portal.ts';
import { addressOf, type ChangeStream, openStream } from '#test/streams.ts';
import { tellChanges } from './changes.ts';

let portal: TestPortal;
let partner: SignedIn;
beforeEach(async () => {
  portal = await testPortal();
  partner = await portal.asPartner();
});
afterEach(() => portal.close());

/** As a page is opened: it learns who is signed in, and then asks for its data. */
async function openPage(): Promise<string> {
  const answer = await fetch(`${await addressOf(portal.app)}${routes.me.path}`, {
    headers: { authorization: `Bearer ${partner.token}` },
  });
  return answer.headers.get(headers.changesSince) ?? '';
}
const listen = (mark: string) => openStream(portal.app, partner.token, mark);
const createToken = () => partner.call(routes.createToken, { body: { name: 'Shop' } });

/** All that a stream is told up to a change that is made now. */
async function toldUpToNow(stream: ChangeStream): Promise<string[]> {
  await createToken();
  const told: string[] = [];
  await vi.waitFor(() => {
    told.push(...stream.take());
    expect(told).toContain('tokens');
  }, 10_000);
  return told;
}

test('A page is told of nothing that it has seen, also where nobody has listened before', async () => {
  await addLead(partner);
  const stream = await listen(await openPage());
  expect(await toldUpToNow(stream)).toEqual(['tokens']);
});

test('Nor is one that opens while others listen', async () => {
  const other = await listen(await openPage());
  await addLead(partner);
  await other.hears('leads');
  const stream = await listen(await openPage());
  expect(await toldUpToNow(stream)).toEqual(['tokens']);
});

test('What changed between the page and its stream is told, also where it was told to others', async () => {
  const mark = await openPage();
  await addLead(partner);
  await tellChanges(portal.db);
  const stream = await listen(mark);
  await stream.hears('leads');
  await createToken();
  await stream.hears('tokens');
});

test('What was under way when the page was opened is told when it is done', async () => {
  const lead = await addLead(partner);
  let mark = '';
  await portal.db.transaction(async (tx) => {
    await tx.queryOnce(sql`update leads set title = 'Head' where id = ${lead.id}`);
    mark = await openPage();
    await createToken();
  });
  await tellChanges(portal.db);
  await (await listen(mark)).hears('leads');
});

test('A sign-in marks what its page will see, too', async () => {
  const { csrf_token } = (await portal.app.inject(routes.csrfToken.path)).json();
  const answer = await portal.app.inject({
    method: 'POST',
    url: routes.login.path,
    headers: { [headers.csrf]: csrf_token },
    payload: { email: partner.user.email, password: 'Lantern-kite-2' },
  });
  expect(answer.headers[headers.changesSince]).toMatch(/^\d+:\d+:[\d,]*$/);
});

test('Whoever has missed more than anybody can is told everything, and not thing by thing', async () => {
  const mark = await openPage();
  await portal.db.query(sql`
    insert into changes_told select 'leads', md5(n::text)::uuid::text, pg_current_xact_id()
    from generate_series(1, 201) n`);
  const stream = await listen(mark);
  await stream.hears(...changeKinds.filter((kind) => kind !== 'partners'));
});

const forgetAll = async (): Promise<void> => {
  await portal.db.query(sql`delete from changes_told`);
};
const beginAnew = async (): Promise<void> => {
  await forgetAll();
  await tellChanges(portal.db);
};
const nothing = async (): Promise<void> => undefined;

test.each<[string, () => Promise<void>, string | undefined]>([
  ['nobody remembers it', forgetAll, undefined],
  ['what is remembered began after it', beginAnew, undefined],
  ['it was given by another database', nothing, '9999999999999999990:9999999999999999999:'],
])('Where %s, everything is told', async (_, happens, mark) => {
  const given = await openPage();
  await happens();
  const stream = await listen(mark ?? given);
  await stream.hears(...changeKinds.filter((kind) => kind !== 'partners'));
  await createToken();
  await stream.hears('tokens');
  await tellChanges(portal.db);
  expect(await toldUpToNow(await listen(await openPage()))).toEqual(['tokens']);
});

test('What is no mark is refused', async () => {
  for (const mark of ['x', '12', '1:-2:', '1:2:x', `1:2:${'3,'.repeat(1000)}4`]) {
    expect((await listen(mark)).status, mark).toBe(400);
  }
});
