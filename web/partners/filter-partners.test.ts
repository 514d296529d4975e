import { expect, test } from 'vitest';
import { filterPartners } from './filter-partners.ts';

function partner(name: string, email: string, company: string | null) {
  return { id: email, name, email, company, created_at: '2026-01-01T00:00:00Z' };
}
const nora = partner('Nora Lindqvist', 'nora@northwind.example', 'Northwind Resale');
const jose = partner('José Peña', 'jose@puente.example', null);
const all = [nora, jose];

test('Partners are found by a part of their name, email or company, in any case', () => {
  expect(filterPartners(all, 'LIND')).toEqual([nora]);
  expect(filterPartners(all, 'puente.ex')).toEqual([jose]);
  expect(filterPartners(all, 'resale')).toEqual([nora]);
  expect(filterPartners(all, 'PEÑA')).toEqual([jose]);
});

test('Blanks around a search do not count, and an empty search finds everyone', () => {
  expect(filterPartners(all, '  nora ')).toEqual([nora]);
  expect(filterPartners(all, '  ')).toEqual(all);
});

test('What nobody is called finds nobody, nor what stands in two of them', () => {
  expect(filterPartners(all, 'null')).toEqual([]);
  expect(filterPartners(all, 'lindqvist nora')).toEqual([]);
  expect(filterPartners(all, 'lindqvistnora')).toEqual([]);
});
