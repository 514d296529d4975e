// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen, toasts } from '#test/render.tsx';
import { newQueryClient } from '#web/app/query-client.ts';
import { useFailureToast } from './use-failure-toast.ts';

const queryKey = ['told'];
const message = 'It could not be loaded.';

function Screen({ load }: { load: () => Promise<never> }) {
  const query = useQuery({ queryKey, queryFn: load });
  useFailureToast(query, message);
  return <p>{query.isFetching ? 'asked' : 'answered'}</p>;
}

test('A load that failed before the screen was opened is told of once it fails again', async () => {
  const queries = newQueryClient();
  // A screen that has something to show stays in its failure while it asks again.
  queries.setQueryData(queryKey, 'what was there', { updatedAt: 0 });
  await queries.prefetchQuery({ queryKey, queryFn: () => Promise.reject(new Error('before')) });
  let fail = (_: Error) => {};
  const load = () =>
    new Promise<never>((_, reject) => {
      fail = reject;
    });
  renderScreen(<Screen load={load} />, { queries });
  await screen.findByText('asked');
  expect(toasts()).toEqual([]);
  act(() => fail(new Error('again')));
  await screen.findByText('answered');
  await waitFor(() => expect(toasts()).toMatchObject([{ message }]));
});
