import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { answerCalls, type Call } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { ToastList } from '#web/app/ToastList.tsx';
import { ChangeableStatus } from './ChangeableStatus.tsx';
import { aLead } from './lead.fixture.ts';

export const button = () => screen.getByRole('button', { name: /change status of/ });
export const field = () => screen.getByRole<HTMLInputElement>('combobox');
export const options = () => screen.getAllByRole('option').map((option) => option.textContent);
export const pointedAt = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
export const statusesSent = (calls: Call[]) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => (body as Lead).status);

export function open(change: Partial<Lead> = {}, refuse?: (status: string) => boolean) {
  const lead = aLead({ status: 'contacted', ...change });
  const calls = answerCalls({
    [`PUT /api/leads/${lead.id}`]: ({ body }) => {
      const { status } = body as Lead;
      if (refuse?.(status ?? '')) return { status: 409, json: { error: 'Not today' } };
      return { json: { lead: { ...lead, status } } };
    },
  });
  const { user } = renderScreen(
    <>
      <button type="button">Before</button>
      <ChangeableStatus lead={lead} />
      <button type="button">Next</button>
      <ToastList />
    </>,
    { as: 'admin' },
  );
  return { user, calls };
}

export async function openChoices(change?: Partial<Lead>) {
  const opened = open(change);
  button().focus();
  await opened.user.keyboard('{Enter}');
  await screen.findByRole('listbox');
  await waitFor(() => expect(document.activeElement).toBe(field()));
  return opened;
}
