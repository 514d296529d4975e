// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { LeadsPage } from './LeadsPage.tsx';
import { aLead } from './lead.fixture.ts';
import { leadPath } from './lead-paths.shared.ts';

const birch = aLead({ id: '0192aaaa-0000-7000-8000-000000000002', company_name: 'Birch' });
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search leads' });
const link = (name: string) => screen.findByRole('link', { name });
const opened = `${leadPath(birch.id)}?search=birch`;

/** A list whose search is answered when the test lets it. */
async function openSearch(found = [birch]) {
  const answer = heldAnswer({ json: { leads: found, total: found.length } });
  const calls = answerCalls({
    'GET /api/leads': ({ query }) =>
      query.search ? answer.reply() : { json: { leads: [aLead()], total: 1 } },
  });
  const screenAt = renderScreen(<LeadsPage />, { at: '/leads' });
  await link('Acme Ltd');
  await screenAt.user.click(field());
  const searches = () => calls.flatMap(({ query }) => query.search ?? []);
  return { ...screenAt, release: answer.release, searches };
}

test.each([
  ['Enter, arrow down, Enter', 'birch{Enter}{ArrowDown}{Enter}'],
  ['arrow down, Enter', 'birch{ArrowDown}{Enter}'],
  ['Enter, arrow down twice, Enter', 'birch{Enter}{ArrowDown}{ArrowDown}{Enter}'],
])('%s at once open the lead that was searched for, asked for once', async (_, keys) => {
  const { user, address, release, searches } = await openSearch();
  await user.keyboard(keys);
  expect(address()).toBe('/leads?search=birch');
  release();
  await waitFor(() => expect(address()).toBe(opened));
  expect(searches()).toEqual(['birch']);
});

test('The arrow down goes to the first lead that was found once it is there, and Enter opens it', async () => {
  const { user, address, release } = await openSearch();
  await user.keyboard('birch{Enter}{ArrowDown}');
  expect(document.activeElement).toBe(field());
  release();
  const found = await link('Birch');
  await waitFor(() => expect(document.activeElement).toBe(found));
  expect(address()).toBe('/leads?search=birch');
  await user.keyboard('{Enter}');
  expect(address()).toBe(opened);
});

test('Where nothing is found the focus stays in the search', async () => {
  const { user, address, release } = await openSearch([]);
  await user.keyboard('birch{Enter}{ArrowDown}{Enter}');
  release();
  await screen.findByText('No leads found');
  expect(document.activeElement).toBe(field());
  expect(address()).toBe('/leads?search=birch');
});

test('Whoever types on meanwhile stays in the search', async () => {
  const { user, release } = await openSearch();
  await user.keyboard('birch{Enter}{ArrowDown} ltd');
  release();
  await link('Birch');
  expect(document.activeElement).toBe(field());
  expect(field().value).toBe('birch ltd');
});

test('The arrow down pressed before any lead is there goes to the first that comes', async () => {
  const first = heldAnswer({ json: { leads: [birch], total: 1 } });
  answerCalls({ 'GET /api/leads': first.reply });
  const { user, address } = renderScreen(<LeadsPage />, { at: '/leads' });
  await user.click(field());
  await user.keyboard('{ArrowDown}{Enter}');
  expect(address()).toBe('/leads');
  first.release();
  await waitFor(() => expect(address()).toBe(leadPath(birch.id)));
});

test('In a list without leads the arrow down stays in the search', async () => {
  answerCalls({ 'GET /api/leads': { json: { leads: [], total: 0 } } });
  const { user } = renderScreen(<LeadsPage />, { at: '/leads' });
  await screen.findByText('No leads found');
  await user.click(field());
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(field());
});
