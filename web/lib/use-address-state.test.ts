import { expect, test } from 'vitest';
import { readListState, writeListState } from './use-address-state.ts';

const read = (query: string) => readListState(new URLSearchParams(query));

test('An address without a query is the first page of 10 without filters', () => {
  expect(read('')).toEqual({ page: 0, pageSize: 10, search: '', partner: '', status: '' });
});

test('A list written to the address and read again is the same list', () => {
  const state = {
    page: 3,
    pageSize: 50,
    search: 'a&b=c %_ ü 🚀',
    partner: '0192aaaa-0000-7000-8000-000000000000',
    status: 'In Progress',
  };
  expect(readListState(writeListState(state))).toEqual(state);
});

test('Only what differs from the default is written, and pages count from 1', () => {
  const plain = { page: 0, pageSize: 10, search: '', partner: '', status: '' };
  expect(writeListState(plain).toString()).toBe('');
  expect(writeListState({ ...plain, page: 1, pageSize: 20 }).toString()).toBe('page=2&size=20');
});

test.each(['page=0', 'page=-3', 'page=x', 'page=1e3', 'page=99999999999'])(
  '%s reads as the first page',
  (query) => {
    expect(read(query).page).toBe(0);
  },
);

test.each(['size=7', 'size=100', 'size=', 'size=ten'])('%s reads as the default size', (query) => {
  expect(read(query).pageSize).toBe(10);
});
