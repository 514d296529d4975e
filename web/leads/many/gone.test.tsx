// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { LeadsPage } from '../LeadsPage.tsx';
import { aLead } from '../lead.fixture.ts';
import { goneText } from './many-text.ts';

const names = ['Alpha', 'Beta', 'Gamma'];
const leads = names.map((name) => aLead({ id: name, company_name: name }));
const box = (name: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
const ticked = () => names.filter((name) => box(name).checked);
const bar = async () => within(await screen.findByRole('region', { name: 'Selected leads' }));
const notFound = { status: 404, json: { error: 'Lead not found' } };

/** A list whose Alpha was deleted elsewhere, and Beta too where an administrator may restore it. */
async function openAndTick(...toTick: string[]) {
  const [alpha, beta, gamma] = leads;
  const refuse = ({ body }: { body: unknown }) =>
    (body as { ids: string[] }).ids.some((id) => id !== 'Gamma')
      ? notFound
      : { json: { count: 1, undo_id: 'back' } };
  const calls = answerCalls({
    'GET /api/leads': { json: { leads: [alpha, beta, gamma], total: 3 } },
    'GET /api/leads/Alpha': notFound,
    'GET /api/leads/Beta': { json: { lead: { ...beta, deleted_at: '2026-11-15T10:00:00Z' } } },
    'GET /api/leads/Gamma': { json: { lead: gamma } },
    'GET /api/views': { json: { views: [] } },
    'GET /api/partners': { json: { partners: [] } },
    'POST /api/leads/bulk': refuse,
    'POST /api/leads/export': refuse,
  });
  const opened = renderScreen(<LeadsPage />, { at: '/leads', as: 'admin' });
  await screen.findByText('Alpha');
  for (const name of toTick) await opened.user.click(box(name));
  const { user } = opened;
  const deleteTicked = async () => {
    await user.click((await bar()).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Leads' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
  };
  return { ...opened, calls, deleteTicked };
}

test('Ticked leads that are gone are unticked and told, and the next try succeeds', async () => {
  const { deleteTicked } = await openAndTick(...names);
  await deleteTicked();
  await waitFor(() => expect(toasts()).toMatchObject([{ message: goneText(2, 1) }]));
  expect(ticked()).toEqual(['Gamma']);
  expect((await bar()).getByText('1 lead selected')).toBeDefined();
  await deleteTicked();
  await waitFor(() => expect(ticked()).toEqual([]));
});

test('Where none of the ticked leads is left, the bar goes and the list has the focus', async () => {
  const { deleteTicked } = await openAndTick('Alpha');
  await deleteTicked();
  await waitFor(() => expect(toasts()).toMatchObject([{ message: goneText(1, 0) }]));
  expect(screen.queryByRole('region', { name: 'Selected leads' })).toBeNull();
  expect(document.activeElement).not.toBe(document.body);
});

test('An export of ticked leads says it too', async () => {
  const { user } = await openAndTick('Alpha', 'Gamma');
  await user.click((await bar()).getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(toasts()).toMatchObject([{ message: goneText(1, 1) }]));
  expect(ticked()).toEqual(['Gamma']);
});

test.each([
  [1, 0, 'The selected lead is no longer there'],
  [3, 0, 'The selected leads are no longer there'],
  [1, 1, '1 of the selected leads is no longer there. The other is still selected: try again.'],
  [1, 2, '1 of the selected leads is no longer there. The others are still selected: try again.'],
  [
    1_000,
    5,
    '1,000 of the selected leads are no longer there. The others are still selected: try again.',
  ],
])('Of %i gone and %i left it is said: %s', (gone, left, text) => {
  expect(goneText(gone, left)).toBe(text);
});
