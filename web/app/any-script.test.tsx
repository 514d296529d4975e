// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { LiveCompaniesPage } from '#web/companies/LiveCompaniesPage.tsx';
import { AddLeadPage } from '#web/leads/AddLeadPage.tsx';
import { LeadsPage } from '#web/leads/LeadsPage.tsx';
import { aLead } from '#web/leads/lead.fixture.ts';
import { EditPartnerPage } from '#web/partners/EditPartnerPage.tsx';
import { PartnersPage } from '#web/partners/PartnersPage.tsx';
import { ApiPage } from '#web/tokens/ApiPage.tsx';

const arabic = { company: 'شركة النخيل', person: 'ليلى', title: 'مديرة', token: 'موقعنا' };
const partner = {
  id: '9',
  name: arabic.person,
  email: 'layla@sahara.example',
  company: arabic.company,
  created_at: '2026-01-01T00:00:00Z',
};
const lead = aLead({
  company_name: arabic.company,
  first_name: arabic.person,
  last_name: null,
  title: arabic.title,
  partner_name: 'Amal',
});
const answers = {
  'GET /api/leads': { json: { leads: [lead], total: 1 } },
  'GET /api/partners': { json: { partners: [partner] } },
  'GET /api/partners/9': { json: { partner } },
};

/** A text runs in its own direction where its element, and not the whole page, finds it out. */
function direction(text: string): string | undefined {
  const element = screen.getByText(text);
  return element.tagName === 'BDI' ? 'auto' : element.dir;
}

test('Companies, contacts, titles and partners of leads run in the direction of their script', async () => {
  answerCalls(answers);
  const { user } = renderScreen(<LeadsPage />, { at: '/leads', as: 'admin' });
  await screen.findByText(arabic.company);
  for (const text of [arabic.company, arabic.person, arabic.title, 'Amal']) {
    expect([text, direction(text)]).toEqual([text, 'auto']);
  }
  await user.click(screen.getByRole('button', { name: `Delete lead ${arabic.company}` }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(arabic.company).dir).toBe('auto');
  expect(dialog.getByText(arabic.person).dir).toBe('auto');
});

test('So do live companies and their partners', async () => {
  const company = {
    id: '3',
    name: arabic.company,
    website: null,
    partner_id: '9',
    partner_name: arabic.person,
    commission_payable_to_partner: null,
    alltime_commission_payable: null,
  };
  answerCalls({
    ...answers,
    'GET /api/companies/live': { json: { companies: [company], total: 1, source: 'portal' } },
  });
  renderScreen(<LiveCompaniesPage />, { at: '/live', as: 'admin' });
  await screen.findByText(arabic.company);
  expect([direction(arabic.company), direction(arabic.person)]).toEqual(['auto', 'auto']);
});

test('So do partners in their list', async () => {
  answerCalls(answers);
  renderScreen(<PartnersPage />, { at: '/partners', as: 'admin' });
  await screen.findByText(arabic.person);
  expect([direction(arabic.company), direction(arabic.person)]).toEqual(['auto', 'auto']);
});

test('A name in a title or a sentence does not turn the words around it', async () => {
  answerCalls(answers);
  renderScreen(<EditPartnerPage />, {
    at: '/partners/edit/9',
    path: '/partners/edit/:id',
    as: 'admin',
  });
  const title = await screen.findByRole('heading', { name: `Edit Partner: ${arabic.person}` });
  expect(within(title).getByText(arabic.person).tagName).toBe('BDI');
  expect(document.title).toBe(`Edit Partner: ${arabic.person} · Partner Portal`);
  const sentence = screen.getByText(/will be signed out everywhere/);
  expect(within(sentence).getByText(arabic.person).tagName).toBe('BDI');
});

test('So do the names and descriptions of tokens', async () => {
  const token = {
    id: '5',
    name: arabic.token,
    description: arabic.title,
    created_at: '2026-01-01T00:00:00Z',
    token_display: 'pp_••••1234',
    revoked: false,
  };
  answerCalls({ 'GET /api/tokens': { json: { tokens: [token] } } });
  renderScreen(<ApiPage />, { at: '/api' });
  await screen.findByText(arabic.token);
  expect([direction(arabic.token), direction(arabic.title)]).toEqual(['auto', 'auto']);
});

test('What is typed runs in the direction of its script', () => {
  renderScreen(<AddLeadPage />, { at: '/leads/add' });
  const fields = screen.getAllByRole<HTMLInputElement>('textbox');
  expect(fields.length).toBeGreaterThan(6);
  for (const field of fields) expect([field.name, field.dir]).toEqual([field.name, 'auto']);
});
