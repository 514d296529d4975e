// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
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

function open({ as = 'admin', at = '/leads/add' }: { as?: 'admin' | 'partner'; at?: string } = {}) {
  const calls = answerCalls({
    'GET /api/partners': { json: { partners: [nora] } },
    'GET /api/leads/duplicates': { json: { leads: [] } },
    'POST /api/leads': { status: 201, json: { lead: aLead() } },
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

test('A partner is asked nothing of the kind, and a partner in the address says nothing', async () => {
  const { user, sent, calls } = open({ as: 'partner', at: '/leads/add?partner=nora' });
  expect(screen.queryByRole('combobox', { name: 'For partner' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add Lead' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).not.toHaveProperty('partner_id');
  expect(calls.some(({ path }) => path === '/api/partners')).toBe(false);
});
