// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { aLead } from './lead.fixture.ts';

const lead = aLead({ status: 'contacted' });
const button = () => screen.getByRole('button', { name: /change status of/ });
let arrive = () => {};

/** A badge whose choices stay away until the test lets them come. */
async function openWithoutChoices() {
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.doMock('./StatusChooser.tsx', async (original) => {
    await arrival;
    return original();
  });
  const { ChangeableStatus } = await import('./ChangeableStatus.tsx');
  const calls = answerCalls({
    [`PUT /api/leads/${lead.id}`]: ({ body }) => ({ json: { lead: { ...lead, ...Object(body) } } }),
  });
  const { user } = renderScreen(
    <>
      <ChangeableStatus lead={lead} />
      <input aria-label="Another field" />
    </>,
    { as: 'admin' },
  );
  button().focus();
  await user.keyboard('{Enter}');
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { user, sent };
}

beforeEach(() => vi.resetModules());

test('Letters typed before the choices are here filter them as soon as they are', async () => {
  const { user, sent } = await openWithoutChoices();
  await user.keyboard('closed l');
  expect(screen.queryByRole('listbox')).toBeNull();
  act(() => arrive());
  await screen.findByRole('listbox');
  const field = screen.getByRole<HTMLInputElement>('combobox');
  expect(field.value).toBe('closed l');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('ost{Enter}');
  await waitFor(() => expect(sent()).toEqual([{ status: 'closed lost' }]));
});

test('Enter typed before the choices are here takes what was typed', async () => {
  const { user, sent } = await openWithoutChoices();
  await user.keyboard('live{Enter}');
  expect(sent()).toEqual([]);
  act(() => arrive());
  await waitFor(() => expect(sent()).toEqual([{ status: 'live' }]));
  expect(document.activeElement).toBe(button());
});

test('Another Enter with nothing typed chooses nothing', async () => {
  const { user, sent } = await openWithoutChoices();
  await user.keyboard('{Enter}');
  act(() => arrive());
  await screen.findByRole('listbox');
  expect(sent()).toEqual([]);
});

test('Escape before the choices are here gives the focus back, and they stay closed', async () => {
  const { user } = await openWithoutChoices();
  await user.keyboard('live{Escape}');
  expect(document.activeElement).toBe(button());
  await act(async () => arrive());
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('Whoever goes to another field meanwhile is not called back', async () => {
  const { user } = await openWithoutChoices();
  await user.click(screen.getByLabelText('Another field'));
  await act(async () => arrive());
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Another field'));
});
