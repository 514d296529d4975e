// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { LeadsPage } from './LeadsPage.tsx';
import { aLead } from './lead.fixture.ts';

const lead = aLead();
const oneLead = { json: { leads: [lead], total: 1 } };
const open = (at = '/leads') => renderScreen(<LeadsPage />, { at });

describe('When the row that has the focus goes, with a status that the filter leaves out,', () => {
  const companies = ['Alpha', 'Beta', 'Gamma'];
  const badge = (company: string) =>
    screen.getByRole('button', { name: new RegExp(`change status of ${company}`) });

  /** Sets the status of each of these by keyboard; the server then leaves them out. */
  async function setAside(...changed: string[]) {
    const left = new Map(
      companies.map((name) => [name, aLead({ id: name, company_name: name, status: 'new' })]),
    );
    answerCalls({
      'GET /api/partners': { json: { partners: [] } },
      'GET /api/leads': () => ({ json: { leads: [...left.values()], total: left.size } }),
      ...Object.fromEntries(
        companies.map((name) => [
          `PUT /api/leads/${name}`,
          () => {
            const answer = { ...left.get(name), status: 'live' };
            left.delete(name);
            return { json: { lead: answer } };
          },
        ]),
      ),
    });
    const { user } = renderScreen(<LeadsPage />, { at: '/leads?status=In+Progress', as: 'admin' });
    await screen.findByText('Alpha');
    for (const company of changed) {
      badge(company).focus();
      await user.keyboard('{Enter}');
      await screen.findByRole('listbox');
      await user.keyboard('live{Enter}');
      await waitFor(() => expect(screen.queryByText(company)).toBeNull());
    }
  }

  test.each([
    ['Alpha', 'Beta'],
    ['Beta', 'Gamma'],
    ['Gamma', 'Beta'],
  ])('the status of the next row, or of the last, takes it: %s, %s', async (gone, next) => {
    await setAside(gone);
    expect(document.activeElement).toBe(badge(next));
  });

  test('and no other is left, the status filter takes it', async () => {
    await setAside(...companies);
    expect(await screen.findByText('No leads found')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Filter by status' }));
  });
});

describe('deleting a lead', () => {
  test('asks first, names the lead, and gives the focus back where it is not wanted', async () => {
    const calls = answerCalls({ 'GET /api/leads': oneLead });
    const { user } = open();
    const button = await screen.findByRole('button', { name: 'Delete lead Acme Ltd' });
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Lead' }));
    expect(
      dialog.getByText('Are you sure you want to delete this lead? This action cannot be undone.'),
    ).toBeDefined();
    for (const fact of [lead.company_name, `${lead.first_name} ${lead.last_name}`, lead.email]) {
      expect(dialog.getByText(fact ?? '')).toBeDefined();
    }
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  async function remove(answer: Parameters<typeof answerCalls>[0][string], at?: string) {
    const calls = answerCalls({
      'GET /api/leads': oneLead,
      [`DELETE /api/leads/${lead.id}`]: answer,
    });
    const screenOfLeads = open(at);
    const { user } = screenOfLeads;
    await user.click(await screen.findByRole('button', { name: 'Delete lead Acme Ltd' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    return { calls, ...screenOfLeads };
  }

  test('is confirmed for 3 seconds, and the first page of 10 is reloaded without filters', async () => {
    const { calls, address } = await remove({}, '/leads?search=acme&size=20');
    expect(toasts()).toEqual([
      { title: 'Success', message: 'Lead deleted successfully', seconds: 3 },
    ]);
    expect(address()).toBe('/leads');
    await waitFor(() => expect(calls.at(-1)?.query).toEqual({ limit: '10', offset: '0' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    [{ status: 409, json: { error: 'Not today' } }, 'Not today'],
    [{ status: 500, text: 'oops' }, 'Failed to delete lead'],
  ])('that fails with %j says %s and can be tried again', async (answer, message) => {
    await remove(answer);
    expect(toasts()).toEqual([{ title: 'Error', message, seconds: 5 }]);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    expect(screen.getAllByText('Acme Ltd')).not.toHaveLength(0);
  });

  test('that is gone already closes the question', async () => {
    await remove({ status: 404, json: { error: 'Lead not found' } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts()).toMatchObject([{ title: 'Error', message: 'Lead not found' }]);
  });

  test('counts one lead less before the list is here again', async () => {
    const next = aLead({ id: 'next', company_name: 'Beta' });
    const listed = [{ json: { leads: [lead, next], total: 27 } }];
    const later = heldAnswer({ json: { leads: [next], total: 26 } });
    answerCalls({
      'GET /api/leads': () => listed.shift() ?? later.reply(),
      [`DELETE /api/leads/${lead.id}`]: {},
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete lead Acme Ltd' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Page 1 of 3 (26 total results)')).toBeDefined();
    expect(screen.queryByText('Acme Ltd')).toBeNull();
    later.release();
  });

  test('leaves the focus in the next row, where Enter that is pressed again asks nothing', async () => {
    const next = aLead({ id: 'next', company_name: 'Beta' });
    const listed = [{ json: { leads: [lead, next], total: 2 } }];
    const later = heldAnswer({ json: { leads: [next], total: 1 } });
    const calls = answerCalls({
      'GET /api/leads': () => listed.shift() ?? later.reply(),
      [`DELETE /api/leads/${lead.id}`]: {},
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete lead Acme Ltd' }));
    const confirm = await screen.findByRole('button', { name: 'Delete' });
    confirm.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText('Acme Ltd')).toBeNull());
    const cell = screen.getByRole('button', { name: 'Delete lead Beta' }).closest('td');
    await waitFor(() => expect(document.activeElement).toBe(cell));
    await user.keyboard('{Enter}{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    later.release();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete lead Beta' }));
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });
});
