// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { useNavigate } from 'react-router';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '#test/render.tsx';
import { readListState, useListState, writeListState } from './use-list-state.ts';

const filters = ['search', 'owner'] as const;
const plain = { page: 0, pageSize: 10, search: '', owner: '' };
const read = (query: string) => readListState(new URLSearchParams(query), filters);
const write = (change: Partial<typeof plain>) => writeListState({ ...plain, ...change }, filters);

test('An address without a query is the first page of 10 without filters', () => {
  expect(read('')).toEqual(plain);
});

test('A list written to the address and read again is the same list', () => {
  const state = {
    page: 3,
    pageSize: 50,
    search: 'a&b=c %_ ü 🚀',
    owner: '0192aaaa-0000-7000-8000-000000000000',
  };
  expect(readListState(write(state), filters)).toEqual(state);
});

test('Only what differs from the default is written, and pages count from 1', () => {
  expect(write({}).toString()).toBe('');
  expect(write({ page: 1, pageSize: 20 }).toString()).toBe('page=2&size=20');
});

test('A filter that the list does not have is not read from the address', () => {
  expect(read('colour=red&search=x')).toEqual({ ...plain, search: 'x' });
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

/** A screen with a list at this address, and what the list offers. */
function openList(at: string) {
  const list = {} as ReturnType<typeof useListState<(typeof filters)[number]>>;
  let goBack = () => {};
  function Screen() {
    const navigate = useNavigate();
    goBack = () => void navigate(-1);
    Object.assign(list, useListState(filters));
    return null;
  }
  return { list, goBack: () => act(() => goBack()), ...renderScreen(<Screen />, { at }) };
}

test('A change of a filter or of the search starts at the first page', () => {
  const { list, address } = openList('/list?search=old&page=3&size=20');
  act(() => list.change({ search: 'new' }));
  expect(address()).toBe('/list?search=new&size=20');
  act(() => list.change({ page: 4 }));
  expect(address()).toBe('/list?search=new&page=5&size=20');
  act(() => list.change({ owner: 'me' }));
  expect(address()).toBe('/list?search=new&owner=me&size=20');
});

test('Turning the page keeps the filters', () => {
  const { list, address } = openList('/list?search=x&owner=me');
  act(() => list.change({ page: 1, pageSize: 10 }));
  expect(address()).toBe('/list?search=x&owner=me&page=2');
});

test('Presses that come right after one another each turn a page', async () => {
  const { list, address } = openList('/list');
  // As in a browser, where what React puts off is drawn when it has the time.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  for (let press = 1; press <= 8; press++) {
    list.turnTo({ page: list.state.page + 1, pageSize: 10 });
    await new Promise(process.nextTick);
  }
  vi.unstubAllGlobals();
  expect(address()).toBe('/list?page=9');
});

test('Clearing leads to the first page of 10 without filters', () => {
  const { list, address } = openList('/list?search=x&owner=me&page=3&size=20');
  act(() => list.clear());
  expect(address()).toBe('/list');
});

test('What changes nothing takes no press of the back button to leave again', () => {
  const { list, address, goBack } = openList('/list?search=old');
  act(() => list.change({ search: 'new' }));
  act(() => list.change({ search: 'new' }));
  act(() => list.change({ page: 0 }));
  goBack();
  expect(address()).toBe('/list?search=old');
});
