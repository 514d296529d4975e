// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, heldAnswer } from '#test/fake-server.ts';
import { renderScreen, toasts } from '#test/render.tsx';
import { AddLeadPage } from './AddLeadPage.tsx';
import { aLead } from './lead.fixture.ts';

const nora = { id: 'nora', name: 'Nora Lindqvist', email: 'n@x.example', company: 'X' };
const values = {
  'Company Name': 'Keyboard Ltd',
  'First Name': 'Kay',
  'Last Name': 'Board',
  Email: 'kay@keyboard.example',
  'Phone Number': '+49 30 123456',
};

const added = { status: 201, json: { lead: aLead() } };
type Reply = Parameters<typeof answerCalls>[0][string];

function open({
  as = 'admin',
  at = '/leads/add',
  answer = added,
}: {
  as?: 'admin' | 'partner';
  at?: string;
  answer?: Reply;
} = {}) {
  const calls = answerCalls({
    'GET /api/partners': { json: { partners: [nora] } },
    'GET /api/leads/duplicates': { json: { leads: [] } },
    'POST /api/leads': answer,
  });
  const rendered = renderScreen(<AddLeadPage />, { at, as });
  for (const [name, value] of Object.entries(values))
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  const sent = () => calls.filter(({ path, method }) => `${method} ${path}` === 'POST /api/leads');
  const asked = () => calls.filter(({ path }) => path === '/api/leads/duplicates');
  return { ...rendered, calls, sent, asked };
}
const picker = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'For partner' });

test('An administrator adds a lead for the partner whom they choose, and the address keeps who that is', async () => {
  const { user, sent, asked, address } = open();
  expect(picker().value).toBe('Myself');
  await user.click(picker());
  await user.keyboard('nor');
  await screen.findByRole('option', { name: 'Nora Lindqvist' });
  await user.keyboard('{Enter}');
  expect([picker().value, address()]).toEqual(['Nora Lindqvist', '/leads/add?partner=nora']);
  await waitFor(() => expect(asked().at(-1)?.query.partner_id).toBe('nora'));
  await user.click(screen.getByRole('button', { name: 'Add Lead' }));
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(sent().map(({ body }) => body)).toMatchObject([
    { partner_id: 'nora', email: 'kay@keyboard.example' },
  ]);
});

test('A link that names a partner opens with them chosen, and Myself takes it back', async () => {
  const { user, sent, address } = open({ at: '/leads/add?partner=nora' });
  await waitFor(() => expect(picker().value).toBe('Nora Lindqvist'));
  await user.click(picker());
  await user.click(await screen.findByRole('option', { name: 'Myself' }));
  expect(address()).toBe('/leads/add');
  await user.click(screen.getByRole('button', { name: 'Add Lead' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).not.toHaveProperty('partner_id');
});

test('Email and contact are looked for among the leads of the partner for whom the lead is', async () => {
  const { asked } = open({ at: '/leads/add?partner=nora' });
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked().map(({ query }) => [query.email ?? query.company_name, query.partner_id])).toEqual(
    expect.arrayContaining([
      ['kay@keyboard.example', 'nora'],
      ['Keyboard Ltd', 'nora'],
    ]),
  );
});

test('While a lead is on its way it is for whom it was sent', async () => {
  const held = heldAnswer(added);
  const { user } = open({ answer: held.reply });
  expect(picker().closest('fieldset')?.disabled).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Add Lead' }));
  await waitFor(() => expect(picker().closest('fieldset')?.disabled).toBe(true));
  held.release();
  await waitFor(() => expect(toasts()).toHaveLength(1));
});

test('For a partner who does not exist there is no form, but a word about it, until another is chosen', async () => {
  const { user, sent } = open({ at: '/leads/add?partner=nobody' });
  await screen.findByText('This partner does not exist');
  expect(screen.queryByRole('button', { name: 'Add Lead' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Company Name' })).toBeNull();
  await user.click(picker());
  await user.click(await screen.findByRole('option', { name: 'Nora Lindqvist' }));
  expect(screen.queryByText('This partner does not exist')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add Lead' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ partner_id: 'nora', company_name: 'Keyboard Ltd' });
});

test('A partner is asked nothing of the kind, and a partner in the address says nothing', async () => {
  const { user, sent, calls } = open({ as: 'partner', at: '/leads/add?partner=nora' });
  expect(screen.queryByRole('combobox', { name: 'For partner' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add Lead' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).not.toHaveProperty('partner_id');
  expect(calls.some(({ path }) => path === '/api/partners')).toBe(false);
});
