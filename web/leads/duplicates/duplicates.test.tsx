// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { AddLeadPage } from '../AddLeadPage.tsx';
import { aLead } from '../lead.fixture.ts';

const known = aLead({ id: 'known', created_at: '2026-11-03T10:00:00' });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

function open(answer: Parameters<typeof answerCalls>[0][string]) {
  const calls = answerCalls({ 'GET /api/leads/duplicates': answer });
  renderScreen(<AddLeadPage />, { at: '/leads/add' });
  return calls;
}

test('An email that was submitted before is told below its field, with the lead, and read out', async () => {
  const calls = open({ json: { leads: [known, aLead({ id: '2' })] } });
  type('Email', 'ada@acme.example');
  const link = await screen.findByRole('link', { name: /Acme Ltd/ });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    '/leads/known',
    '_blank',
  ]);
  expect(link.parentElement?.textContent).toBe(
    'Already submitted: Acme Ltd, Nov 3, 2026 and 1 more',
  );
  const described = field('Email').getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.contains(link)).toBe(true);
  const told = screen.getByText(/This email was already submitted: Acme Ltd/);
  expect(told.localName).toBe('output');
  expect(calls.map(({ query }) => query)).toEqual([{ email: 'ada@acme.example' }]);
});

test('A company is asked for together with its contact, once both are there', async () => {
  const calls = open({ json: { leads: [known] } });
  type('Company Name', ' Acme Ltd ');
  type('First Name', 'Ada');
  type('Last Name', 'Lovelace');
  await screen.findByText(/This company and contact was already submitted/);
  expect(calls.map(({ query }) => query)).toEqual([
    { company_name: 'Acme Ltd', first_name: 'Ada', last_name: 'Lovelace' },
  ]);
});

test('The same value again, typed before the form has rested, says nothing until it has', async () => {
  const calls = open({ json: { leads: [known] } });
  type('Email', 'ada@acme.example');
  await screen.findByText(/Already submitted/);
  type('Email', '');
  type('Email', 'ada@acme.example');
  // A link that came between two keys would take the Tab of whoever types fast.
  expect(screen.queryByText(/Already submitted/)).toBeNull();
  expect(await screen.findByText(/Already submitted/)).toBeDefined();
  expect(calls).toHaveLength(1);
});

test('What is only begun is not asked for: half an email, or a company without its contact', async () => {
  const calls = open({ json: { leads: [] } });
  type('Company Name', 'Acme Ltd');
  type('Email', 'ada@acme.example');
  await waitFor(() => expect(calls).toHaveLength(1));
  type('Email', 'ada@acme');
  type('First Name', 'Ada');
  type('Last Name', 'Lovelace');
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls.map(({ query }) => Object.keys(query))).toEqual([
    ['email'],
    ['company_name', 'first_name', 'last_name'],
  ]);
});

test('The hint goes with the value that it was about, and makes way for an error', async () => {
  open({ json: { leads: [known] } });
  type('Email', 'ada@acme.example');
  await screen.findByText(/Already submitted/);
  type('Email', 'ada@acme');
  expect(screen.queryByText(/Already submitted/)).toBeNull();
  fireEvent.submit(field('Email').closest('form') as HTMLFormElement);
  expect(await screen.findByText('Email is invalid')).toBeDefined();
});

test.each([{ status: 500 }, 'no connection' as const])(
  'A question that fails says nothing: %j',
  async (answer) => {
    const calls = open(answer);
    type('Email', 'ada@acme.example');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByText(/Already submitted/)).toBeNull();
    expect(toasts()).toEqual([]);
  },
);
