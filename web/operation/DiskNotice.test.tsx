// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { newQueryClient } from '#web/app/query-client.ts';
import { DiskNotice } from './DiskNotice.tsx';

afterEach(() => void vi.useRealTimers());

const megabyte = 1024 * 1024;
const disk = (free: number) => ({
  disk: { free_bytes: free * megabyte, reserve_bytes: 500 * megabyte, low: free < 500 },
});

type Reply = Parameters<typeof answerCalls>[0][string];
function open(reply: Reply, as: 'admin' | 'partner' = 'admin') {
  const calls = answerCalls({ 'GET /api/disk': reply });
  const queries = newQueryClient();
  renderScreen(<DiskNotice />, { at: '/dashboard', as, queries });
  return { calls, isDone: () => expect.poll(() => queries.isFetching()).toBe(0) };
}

test('An administrator is told that disk space is low, with the numbers and what to do', async () => {
  open({ json: disk(312) });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Disk space is lowThe server has 312 MB left, less than the 500 MB that are kept in reserve: uploads, exports and backups are refused. Free some space, or lower DISK_RESERVE_MB.',
  );
});

test.each([
  ['where there is enough', { json: disk(500) }],
  ['where nobody watches it', { json: { disk: null } }],
  ['where the server does not offer it', { status: 404, json: { error: 'Nothing here' } }],
  ['where it cannot be asked', { status: 500 }],
])('Nothing is said %s', async (_, reply) => {
  const { calls, isDone } = open(reply);
  await isDone();
  expect(calls.map(({ path }) => path)).toEqual(['/api/disk']);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('A partner is not told, and does not ask', async () => {
  const { calls, isDone } = open({ json: disk(1) }, 'partner');
  await isDone();
  expect(calls).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('It is asked for every minute, and goes when there is space again', async () => {
  vi.useFakeTimers();
  let free = 100;
  const { calls } = open(() => ({ json: disk(free) }));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByRole('alert').textContent).toContain('100 MB left');
  free = 600;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(calls).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
});
