// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toasts } from '#test/render.tsx';
import { bar, lead, open, ticked, wholePage } from './many.fixture.tsx';

const csv = { text: 'company_name', headers: { 'content-disposition': 'attachment' } };

test('The bar exports the leads that are ticked, in the order of the list', async () => {
  // However many the list has: a few ticked ones are no large file.
  const askForPlace = vi.fn();
  vi.stubGlobal('showSaveFilePicker', askForPlace);
  const { user, calls } = await open(
    { 'POST /api/leads/export': csv },
    { as: 'partner', at: '/leads?sort=company_name', total: 50_001 },
  );
  await user.click(lead('Alpha'));
  await user.click(lead('Gamma'));
  await user.click((await bar()).getByRole('button', { name: 'Export' }));
  await screen.findByText('2 leads selected. The file can be uploaded again.');
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(toasts()).toMatchObject([{ message: 'The export is complete' }]));
  expect(calls.find(({ path }) => path === '/api/leads/export')).toMatchObject({
    body: { ids: ['id of Alpha', 'id of Gamma'], sort: 'company_name', format: 'csv' },
    query: {},
  });
  expect(askForPlace).not.toHaveBeenCalled();
  expect(ticked()).toEqual(['Alpha', 'Gamma']);
});

test('With all that match ticked, the bar exports what the list shows', async () => {
  const { user, calls } = await open(
    { 'GET /api/leads/export': csv },
    { at: '/leads?search=a&sort=company_name' },
  );
  await user.click(wholePage());
  await user.click((await bar()).getByRole('button', { name: 'Select all 5 that match' }));
  await user.click((await bar()).getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(toasts()).toMatchObject([{ message: 'The export is complete' }]));
  const { query } = calls.find(({ path }) => path === '/api/leads/export') ?? {};
  expect(query).toEqual({ search: 'a', sort: 'company_name', format: 'csv' });
});
