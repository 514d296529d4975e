// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { ToastList } from '#web/app/ToastList.tsx';
import { button, open, statusesSent } from './ChangeableStatus.fixture.tsx';
import { ChangeableStatus } from './ChangeableStatus.tsx';
import { aLead } from './lead.fixture.ts';

describe('a changed status', () => {
  async function changeTo(typed: string, change?: Partial<Lead>, refuse?: (s: string) => boolean) {
    const opened = open(change, refuse);
    await opened.user.click(button());
    await screen.findByRole('listbox');
    await opened.user.keyboard(`${typed}{Enter}`);
    return opened;
  }
  const toast = async (text: string) => (await screen.findByText(text)).closest('[role]');

  test('is told with the company and the new status', async () => {
    await changeTo('closed won');
    expect((await toast('Acme Ltd: Closed Won'))?.textContent).toBe(
      'SuccessAcme Ltd: Closed WonUndo',
    );
  });

  test('is told as it was chosen, also where the badge of an old lead reads otherwise', async () => {
    await changeTo('new', { created_at: '2020-01-02T03:04:05Z' });
    await toast('Acme Ltd: New');
  });

  test('of the next lead takes the place of the last one’s toast, but for a failure', async () => {
    const acme = aLead({ status: 'contacted' });
    const beta = aLead({ id: '0192aaaa-0000-7000-8000-000000000002', company_name: 'Beta Ltd' });
    answerCalls({
      [`PUT /api/leads/${acme.id}`]: ({ body }) =>
        (body as Lead).status === 'open'
          ? { status: 409, json: { error: 'Not today' } }
          : { json: { lead: acme } },
      [`PUT /api/leads/${beta.id}`]: { json: { lead: beta } },
    });
    const { user } = renderScreen(
      <>
        <ChangeableStatus lead={acme} />
        <ChangeableStatus lead={beta} />
        <ToastList />
      </>,
      { as: 'admin' },
    );
    const set = async (badge: string, typed: string, told: string) => {
      await user.click(screen.getByRole('button', { name: badge }));
      await screen.findByRole('listbox');
      await user.keyboard(`${typed}{Enter}`);
      await screen.findByText(told);
    };
    const acmeBadge = 'Contacted, change status of Acme Ltd';
    await set(acmeBadge, 'open', 'Not today');
    await set('New, change status of Beta Ltd', 'live', 'Beta Ltd: Live');
    expect(toasts()).toHaveLength(2);
    await set(acmeBadge, 'connected', 'Acme Ltd: Connected');
    expect(toasts()).toHaveLength(1);
  });

  test('is put back as it was stored, and that is told too', async () => {
    const { user, calls } = await changeTo('closed won', { status: 'In_Progress' });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Acme Ltd: back to In Progress')).toBeDefined();
    expect(statusesSent(calls)).toEqual(['closed won', 'In_Progress']);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  test('gives the focus to the badge once it is put back, also to one that was drawn anew', async () => {
    const lead = aLead({ status: 'contacted' });
    answerCalls({ [`PUT /api/leads/${lead.id}`]: { json: { lead } } });
    function Rows() {
      const [drawn, setDrawn] = useState(0);
      return (
        <>
          <ChangeableStatus key={drawn} lead={lead} />
          <button type="button" onClick={() => setDrawn(drawn + 1)}>
            Draw anew
          </button>
          <ToastList />
        </>
      );
    }
    const { user } = renderScreen(<Rows />, { as: 'admin' });
    await user.click(button());
    await screen.findByRole('listbox');
    await user.keyboard('live{Enter}');
    const undo = await screen.findByRole('button', { name: 'Undo' });
    await user.click(screen.getByRole('button', { name: 'Draw anew' }));
    await user.click(undo);
    expect(document.activeElement).toBe(button());
  });

  test('is put back only where nobody has changed the lead since', async () => {
    const lead = aLead({ status: 'contacted' });
    const changedMeanwhile = 'This lead was changed meanwhile';
    const calls = answerCalls({
      [`PUT /api/leads/${lead.id}`]: ({ body }) =>
        (body as Lead).status === 'live'
          ? { json: { lead: { ...lead, status: 'live', version: 8 } } }
          : { status: 409, json: { error: changedMeanwhile, lead } },
    });
    const { user } = renderScreen(
      <>
        <ChangeableStatus lead={lead} />
        <ToastList />
      </>,
      { as: 'admin' },
    );
    await user.click(button());
    await screen.findByRole('listbox');
    await user.keyboard('live{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect((await screen.findByRole('alert')).textContent).toContain(changedMeanwhile);
    expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { status: 'live' },
      { status: 'contacted', version: 8 },
    ]);
  });

  test('that cannot be put back says so', async () => {
    const { user } = await changeTo('live', {}, (status) => status === 'contacted');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect((await screen.findByRole('alert')).textContent).toBe('ErrorNot today');
  });

  test.each([null, '', ' ', '\u200b'])('that was %j before has no way back', async (status) => {
    await changeTo('live', { status });
    await toast('Acme Ltd: Live');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('that the server refuses says so', async () => {
    await changeTo('live', {}, () => true);
    expect((await screen.findByRole('alert')).textContent).toBe('ErrorNot today');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});
