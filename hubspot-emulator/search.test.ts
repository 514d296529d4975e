import { beforeEach, expect, test } from 'vitest';
import { createTestEmulator, idsOf, type TestEmulator } from './testing.ts';

let hubspot: TestEmulator;

beforeEach(() => {
  hubspot = createTestEmulator();
});

const deals = '/crm/v3/objects/deals/search';
const search = (body: object, path = deals) => hubspot.ask('POST', path, body);
const filter = (...filters: object[]) => ({ filterGroups: [{ filters }] });

function makeDeals(count: number) {
  return Array.from({ length: count }, (_, number) =>
    hubspot.control.create('deals', { dealname: `Deal ${number}`, amount: String(number) }),
  );
}

test('a change is found only once the index has caught up, and an archived deal no longer', async () => {
  hubspot.control.setFaults({ indexLagMs: 5000 });
  const [deal] = makeDeals(1);
  expect((await search({})).body.total).toBe(0);
  hubspot.passTime(5000);
  expect((await search({})).body.total).toBe(1);

  hubspot.control.update('deals', deal?.id ?? '', { dealname: 'Changed' });
  const changed = filter({ propertyName: 'dealname', operator: 'EQ', value: 'changed' });
  expect((await search(changed)).body.total).toBe(0);
  hubspot.passTime(5000);
  expect((await search(changed)).body.total).toBe(1);

  hubspot.control.archive('deals', deal?.id ?? '');
  expect((await search({})).body.total).toBe(1);
  hubspot.passTime(5000);
  expect((await search({})).body.total).toBe(0);
});

test('pages end at 10,000 results, and an id filter leads past them', async () => {
  const all = makeDeals(10_050);
  const sorts = [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }];
  const last = await search({ sorts, limit: 200, after: '9800' });
  expect(last.body.total).toBe(10_050);
  expect(last.body.paging).toEqual({ next: { after: '10000' } });
  const past = await search({ sorts, limit: 200, after: '10000' });
  expect([past.status, past.body.category]).toEqual([400, 'VALIDATION_ERROR']);

  const value = idsOf(last).at(-1);
  const further = await search({
    ...filter({ propertyName: 'hs_object_id', operator: 'GT', value }),
    sorts,
    limit: 200,
  });
  expect(idsOf(further)).toEqual(all.slice(10_000).map((deal) => deal.id));
});

test.each([
  [{ limit: 201 }],
  [{ sorts: [{ propertyName: 'amount' }, { propertyName: 'dealname' }] }],
  [{ filterGroups: Array.from({ length: 6 }, () => ({ filters: [] })) }],
  [
    filter(
      ...Array.from({ length: 7 }, () => ({ propertyName: 'amount', operator: 'GT', value: '1' })),
    ),
  ],
  [filter({ propertyName: 'no_such', operator: 'EQ', value: '1' })],
  [filter({ propertyName: 'amount', operator: 'LIKE', value: '1' })],
])('refuses %j', async (body) => {
  makeDeals(1);
  expect((await search(body)).status).toBe(400);
});

test.each([
  ['amount', { operator: 'EQ', value: '2' }, [2]],
  ['amount', { operator: 'NEQ', value: '2' }, [0, 1, 3]],
  ['amount', { operator: 'LT', value: '1' }, [0]],
  ['amount', { operator: 'LTE', value: '1' }, [0, 1]],
  ['amount', { operator: 'GT', value: '2' }, [3]],
  ['amount', { operator: 'GTE', value: '2' }, [2, 3]],
  ['amount', { operator: 'BETWEEN', value: '1', highValue: '2' }, [1, 2]],
  ['amount', { operator: 'IN', values: ['0', '3'] }, [0, 3]],
  ['amount', { operator: 'NOT_IN', values: ['0', '3'] }, [1, 2]],
  ['dealname', { operator: 'EQ', value: 'DEAL 1' }, [1]],
  ['dealname', { operator: 'IN', values: ['deal 1'] }, [1]],
  ['dealname', { operator: 'IN', values: ['Deal 1'] }, []],
  ['dealname', { operator: 'CONTAINS_TOKEN', value: 'dea*' }, [0, 1, 2, 3]],
  ['dealname', { operator: 'NOT_CONTAINS_TOKEN', value: '2' }, [0, 1, 3]],
  ['closedate', { operator: 'HAS_PROPERTY' }, []],
  ['closedate', { operator: 'NOT_HAS_PROPERTY' }, [0, 1, 2, 3]],
  [
    'createdate',
    { operator: 'GTE', value: String(Date.parse('2026-11-16T08:00:00Z')) },
    [0, 1, 2, 3],
  ],
  ['createdate', { operator: 'GT', value: '2026-11-16T08:00:00.000Z' }, []],
])('finds by %s %j the deals %j', async (propertyName, condition, numbers) => {
  const all = makeDeals(4);
  const found = await search(filter({ propertyName, ...condition }));
  expect(idsOf(found)).toEqual(numbers.map((number) => all[number]?.id));
});

test('groups are joined by or, the filters of one by and', async () => {
  const all = makeDeals(5);
  const above = (value: string) => ({ propertyName: 'amount', operator: 'GT', value });
  const below = (value: string) => ({ propertyName: 'amount', operator: 'LT', value });
  const found = await search({
    filterGroups: [{ filters: [above('0'), below('2')] }, { filters: [above('3')] }],
  });
  expect(idsOf(found)).toEqual([all[1]?.id, all[4]?.id]);
});

test('disturbed pages repeat, mix and leave out, and end all the same', async () => {
  const all = new Set(makeDeals(60).map((deal) => deal.id));
  hubspot.control.setFaults({ repeatPageShare: 0.5, reorderPageShare: 1, holeShare: 0.5 });
  const seen: string[] = [];
  let after: string | undefined = '0';
  for (let pages = 0; after !== undefined && pages < 200; pages++) {
    const page = await search({ limit: 10, after });
    seen.push(...idsOf(page));
    after = (page.body.paging as { next: { after: string } } | undefined)?.next.after;
  }
  expect(after).toBeUndefined();
  expect(seen.length).not.toBe(new Set(seen).size);
  expect(seen).not.toEqual([...seen].sort());
  expect(new Set(seen).size).toBeLessThanOrEqual(all.size);
});

test('the dated address answers like the old one', async () => {
  makeDeals(2);
  const dated = await search({}, '/crm/objects/2026-09/deals/search');
  expect(dated.body).toEqual((await search({}, '/crm/v3/objects/0-3/search')).body);
});
