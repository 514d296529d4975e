import { beforeEach, expect, test } from 'vitest';
import { associate } from './associations.ts';
import { billCompanies } from './billing.ts';
import { liveRecord } from './objects.ts';
import { createTestEmulator, type TestEmulator } from './testing.ts';

const names = { payable: 'owed', alltime: 'earned' };
let hubspot: TestEmulator;
beforeEach(async () => {
  hubspot = createTestEmulator();
  for (const name of [names.payable, names.alltime]) await addProperty(name);
});

const addProperty = (name: string) =>
  hubspot.ask('POST', '/crm/v3/properties/companies', {
    name,
    label: name,
    groupName: 'companyinformation',
    type: 'number',
    fieldType: 'number',
  });

const bill = () => billCompanies(hubspot.emulator.world, names);

/** Companies with a deal in this stage each. */
function addCompanies(count: number, dealstage: string): string[] {
  const { world } = hubspot.emulator;
  return Array.from({ length: count }, (_, n) => {
    const company = hubspot.control.create('companies', { name: `Company ${n}` });
    const deal = hubspot.control.create('deals', { dealname: 'D', dealstage });
    associate(world, deal, company);
    return company.id;
  });
}

const amountsOf = (id: string) => {
  const { owed, earned } = liveRecord(hubspot.emulator.world, 'companies', id).properties;
  return { owed: owed === undefined ? null : Number(owed), earned: Number(earned ?? 0) };
};

test('Most companies have amounts, some only what they owe, some none at all', () => {
  const ids = addCompanies(60, 'closedwon');
  bill();
  const amounts = ids.map(amountsOf);
  const none = amounts.filter(({ owed }) => owed === null);
  const half = amounts.filter(({ owed, earned }) => owed !== null && earned === 0);
  const both = amounts.filter(({ owed, earned }) => owed !== null && earned > owed);
  expect(none.length + half.length + both.length).toBe(60);
  expect(both.length).toBeGreaterThan(30);
  expect(Math.min(none.length, half.length)).toBeGreaterThan(0);
});

test('Money moves: each time one of them owes a month more, and has paid as much', () => {
  const ids = addCompanies(20, 'closedwon');
  bill();
  const before = ids.map(amountsOf);
  bill();
  const grown = ids.map(amountsOf).flatMap((now, n) => {
    const by = (now.owed ?? 0) - (before[n]?.owed ?? 0);
    return by === 0 ? [] : [{ by, earned: now.earned - (before[n]?.earned ?? 0) }];
  });
  expect(grown).toHaveLength(1);
  expect(grown[0]?.by).toBeGreaterThan(0);
  expect([0, grown[0]?.by]).toContain(grown[0]?.earned);
});

test('A company that sales has lost has no amounts, and one that is not won owes no more than at first', () => {
  const lost = addCompanies(10, 'closedlost');
  const open = addCompanies(10, 'contractsent');
  bill();
  expect(lost.map(amountsOf).every(({ owed }) => owed === null)).toBe(true);
  const before = open.map(amountsOf);
  expect(before.some(({ owed }) => owed !== null)).toBe(true);
  bill();
  expect(open.map(amountsOf)).toEqual(before);
});

test('An account without the properties is left alone', () => {
  const other = createTestEmulator();
  other.control.create('companies', { name: 'Acme' });
  billCompanies(other.emulator.world, names);
  expect(other.control.list('companies')[0]?.properties).not.toHaveProperty('owed');
});
