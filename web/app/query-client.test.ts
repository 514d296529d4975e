import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { newQueryClient } from './query-client.ts';

const queryKey = ['leads'];

type Request = { answer: (text: string) => void; fail: (error: Error) => void };

/** Something that is on screen, with its requests, each of which waits for the test. */
function shown() {
  const queries = newQueryClient();
  const requests: Request[] = [];
  const observer = new QueryObserver<string>(queries, {
    queryKey,
    queryFn: () => new Promise((answer, fail) => requests.push({ answer, fail })),
  });
  observer.subscribe(() => {});
  return { queries, observer, requests };
}

test('What changed several times while it was first loaded is asked for once more', async () => {
  const { queries, observer, requests } = shown();
  const told = [queries.invalidateQueries({ queryKey }), queries.invalidateQueries({ queryKey })];
  requests[0]?.answer('before the changes');
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.answer('after them');
  await Promise.all(told);
  expect(observer.getCurrentResult().data).toBe('after them');
  expect(requests.length).toBe(2);
});

test('What did not change while it was first loaded is asked for once', async () => {
  const { queries, observer, requests } = shown();
  const told = queries.invalidateQueries({ queryKey: ['companies'] });
  requests[0]?.answer('the only one');
  await told;
  await expect.poll(() => observer.getCurrentResult().data).toBe('the only one');
  expect(requests.length).toBe(1);
});

test('A first load that fails is not tried again by itself, whatever changed meanwhile', async () => {
  const { queries, observer, requests } = shown();
  const told = queries.invalidateQueries({ queryKey });
  requests[0]?.fail(new Error('The database is away.'));
  await told;
  expect(observer.getCurrentResult().status).toBe('error');
  expect(requests.length).toBe(1);
});

test('A change that is to wait until something is looked at again does so after its first load', async () => {
  const { queries, observer, requests } = shown();
  const told = queries.invalidateQueries({ queryKey, refetchType: 'none' });
  requests[0]?.answer('before the change');
  await told;
  expect(observer.getCurrentResult().data).toBe('before the change');
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
  expect(requests.length).toBe(1);
});
