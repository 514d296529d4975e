// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LeadEvent } from '#contract/events.ts';
import type { LeadDetails } from '#contract/leads.ts';
import { answerCalls } from '#test/fake-server.ts';
import { beforeNoon, stayAtNoon } from '#test/fixed-clock.ts';
import { renderScreen } from '#test/render.tsx';
import { ListScreens } from '../ListScreens.tsx';
import { aLeadInFull } from '../lead.fixture.ts';
import { anEvent, leadAnswers, submitted } from './opened-lead.fixture.ts';

stayAtNoon();

async function open(
  change: Partial<LeadDetails> = {},
  events: LeadEvent[] = [submitted()],
  as: 'partner' | 'admin' = 'partner',
  partners: { id: string; name: string }[] = [],
) {
  const lead = aLeadInFull(change);
  answerCalls({ ...leadAnswers(lead, events), 'GET /api/partners': { json: { partners } } });
  const part = renderScreen(<ListScreens />, {
    at: `/leads/${lead.id}`,
    path: '/leads/:id?',
    as,
  });
  await screen.findByText('Today');
  return part;
}

/** What the facts say, by their names. */
function facts(): Record<string, string> {
  const names = screen.getAllByRole('term');
  return Object.fromEntries(
    names.map((name) => [name.textContent, name.nextElementSibling?.textContent ?? '']),
  );
}

test('Every field of a lead is shown, with what a system sent under names of its own', async () => {
  await open({
    title: 'CEO',
    phone_number: '1',
    website: 'https://www.acme.example',
    country: 'UK',
    address: '1 High Street',
    city: 'Leeds',
    state: 'Yorkshire',
    zip: 'LS1',
    notes: 'Call before nine',
    custom_fields: { seats: 12, renewal: null, trial: true },
    created_at: '2026-11-15T10:42:00',
  });
  expect(facts()).toEqual({
    'First name': 'Ada',
    'Last name': 'Lovelace',
    Title: 'CEO',
    Email: 'ada@acme.example',
    'Phone number': '1',
    Website: 'acme.example',
    Country: 'UK',
    Address: '1 High Street',
    City: 'Leeds',
    State: 'Yorkshire',
    Zip: 'LS1',
    Notes: 'Call before nine',
    seats: '12',
    renewal: 'Not available',
    trial: 'true',
    Source: 'Form',
    Submitted: 'Nov 15, 2026, 10:42 AM',
  });
});

test('Fields that only the API brings stay away while they are empty, until they are wanted', async () => {
  const { user } = await open({ city: 'Leeds' });
  expect(facts()).toHaveProperty('City', 'Leeds');
  expect(facts()).not.toHaveProperty('Address');
  await user.click(screen.getByRole('button', { name: 'Add address, state, zip or notes' }));
  expect(facts()).toMatchObject({ Address: 'Not available', Notes: 'Not available' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Address' }));
});

test('Where first and last name are missing, the contact stands in for them', async () => {
  await open({ first_name: null, last_name: 'nan', contact_name: 'Ada L.' });
  expect(facts()).toMatchObject({ Contact: 'Ada L.', 'First name': 'Not available' });
});

test.each([
  [{ source: 'form' as const }, 'Form', null],
  [{ source: 'api' as const, source_name: 'Push' }, 'API token Push', null],
  [
    { source: 'upload' as const, source_name: 'leads.csv', source_row: 12, import_id: '7' },
    'leads.csv, row 12',
    '/leads?import=7',
  ],
  [
    { source: 'upload' as const, source_name: 'old.csv', import_id: '7' },
    'old.csv',
    '/leads?import=7',
  ],
])('The source of %j reads %s', async (source, text, href) => {
  await open(source);
  expect(facts().Source).toBe(text);
  expect(screen.queryByRole('link', { name: text })?.getAttribute('href') ?? null).toBe(href);
});

test('An administrator sees whose lead it is and changes its status here', async () => {
  await open({ partner_name: 'Pat Partner' }, [submitted()], 'admin');
  expect(facts().Partner).toBe('Pat Partner');
  expect(screen.getByRole('button', { name: 'New, change status of Acme Ltd' })).toBeDefined();
});

test('The names of partners on the timeline lead an administrator to their pages', async () => {
  const by = { id: '7', name: 'Pat Partner', role: 'partner' } as const;
  const events = [{ ...submitted(), by }, anEvent('note', { by, text: 'Please call' })];
  await open({}, events, 'admin', [by]);
  const timeline = within(screen.getByRole('region', { name: 'Timeline' }));
  const links = timeline.getAllByRole('link', { name: 'Pat Partner' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/partners/7', '/partners/7']);
});

test('A partner sees the status without a way to change it, and no partner', async () => {
  await open({ partner_name: 'Pat Partner' });
  expect(facts()).not.toHaveProperty('Partner');
  expect(screen.queryByRole('button', { name: /change status/ })).toBeNull();
});

test('Beside the status stands for how long it has been so', async () => {
  await open({ status: 'contacted', status_changed_at: beforeNoon({ days: 3.2 }) });
  expect(screen.getByText('Contacted')).toBeDefined();
  expect(screen.getByText('for 3 days')).toBeDefined();
});

/** The timeline, a text for each line of it, with a dot in the place of its time. */
const lines = () =>
  within(screen.getByRole('region', { name: 'Timeline' }))
    .getAllByRole('listitem')
    .filter((line) => line.hasAttribute('data-kind'))
    .map((line) => {
      const copy = line.cloneNode(true) as HTMLElement;
      copy.querySelector('time')?.replaceWith(' · ');
      return copy.textContent?.replace(/\s+/g, ' ').trim();
    });

test('Somebody who is called nan is not available, in the timeline and as the partner', async () => {
  const by = { id: '7', name: 'nan', role: 'partner' } as const;
  const events = [
    { ...submitted(), by },
    anEvent('deleted', { by: { id: '8', name: 'NULL', role: 'admin' } }),
    anEvent('moved', { from: { id: '5', name: 'NaN' }, to: { id: '6', name: 'null' } }),
  ];
  await open({ partner_id: '7', partner_name: 'nan' }, events, 'admin');
  expect(lines()).toEqual([
    'Not available submitted this lead ·',
    'Not available deleted this lead ·',
    'You moved this lead from Not available to Not available ·',
  ]);
  expect(screen.queryByText(/^(nan|null)$/i)).toBeNull();
  expect(screen.queryByText('Unknown Partner')).toBeNull();
});

test('The timeline tells what happened, by whom, and what was there before', async () => {
  const partner = { id: '1', name: 'Pat Partner', role: 'partner' } as const;
  const place = { id: '5', name: 'North' };
  await open({}, [
    { ...submitted(), by: partner },
    anEvent('status', { from: 'new', to: 'contacted' }),
    anEvent('corrected', { changes: { phone_number: { from: '1', to: null } } }),
    anEvent('corrected', {
      by: null,
      changes: {
        title: { from: null, to: 'CEO' },
        custom_fields: { from: { seats: 1, tier: 'a' }, to: { seats: 2, tier: 'a' } },
      },
    }),
    anEvent('moved', { from: place, to: null }),
    anEvent('moved', { from: null, to: null }),
    anEvent('deleted', {}),
    anEvent('restored', { by: null }),
  ]);
  expect(lines()).toEqual([
    'You submitted this lead ·',
    'Ada Admin changed the status fromNew→toContacted ·',
    'Ada Admin corrected Phone number · 1→toNot available',
    'Corrected Title, seats · Title: Not available→toCEOseats: 1→to2',
    'Ada Admin moved this lead from North to Unknown Partner ·',
    'Ada Admin moved this lead to you ·',
    'Ada Admin deleted this lead ·',
    'Restored ·',
  ]);
});

test('What HubSpot did is told as such: a status, and what became of what it has of the lead', async () => {
  const crm = (object: 'deal' | 'contact' | 'company', what: 'linked' | 'merged' | 'archived') =>
    anEvent('crm', { by: null, object, what });
  await open({}, [
    crm('deal', 'linked'),
    anEvent('status', { by: null, from: 'new', to: 'connected' }),
    crm('contact', 'merged'),
    crm('deal', 'archived'),
  ]);
  expect(lines()).toEqual([
    'Sent to HubSpot, where it is a deal now ·',
    'Status changed by HubSpot fromNew→toConnected ·',
    'Its contact was merged with another in HubSpot ·',
    'Its deal was deleted in HubSpot: changes no longer go there or come from there ·',
  ]);
});

test('A file and a token are named where the lead was submitted by them', async () => {
  await open({}, [
    anEvent('submitted', { source: 'upload', source_name: 'leads.csv', source_row: 12 }),
    anEvent('submitted', { source: 'api', source_name: 'Push', source_row: null }),
  ]);
  expect(lines()).toEqual([
    'Ada Admin submitted this lead for you with leads.csv, row 12 ·',
    'Ada Admin submitted this lead for you with API token Push ·',
  ]);
});

const north = { id: '5', name: 'North' };
const self = { id: '2', name: 'Ada Admin', role: 'admin' } as const;
test.each([
  ['the partner who has it', [], 'You submitted this lead for Pat Partner ·'],
  ['whom it was first moved from', [north, null], 'You submitted this lead for North ·'],
  ['a deleted partner', [null], 'You submitted this lead for Unknown Partner ·'],
  ['themselves', [self], 'You submitted this lead ·'],
])(
  'Of a lead that an administrator has added for %s the timeline says so',
  async (_, from, line) => {
    const moves = from.map((place) => anEvent('moved', { from: place, to: north }));
    const lead = { partner_id: '7', partner_name: 'Pat Partner' };
    await open(lead, [submitted(), ...moves], 'admin');
    expect(lines()[0]).toBe(line);
  },
);

test('Events stand under their days, and each tells its exact time on hover', async () => {
  await open({}, [
    anEvent('restored', { at: '2026-01-02T09:05:00' }),
    anEvent('restored', { at: beforeNoon({ days: 1 }) }),
    anEvent('restored', {}),
    anEvent('restored', {}),
  ]);
  const timeline = screen.getByRole('region', { name: 'Timeline' });
  const days = within(timeline).getAllByRole('heading', { level: 4 });
  expect(days.map(({ textContent }) => textContent)).toEqual(['Jan 2, 2026', 'Yesterday', 'Today']);
  expect(within(timeline).getByText('9:05 AM').title).toBe('Fri, Jan 2, 2026 at 9:05 AM');
});

test('Names and notes in any script run in their own direction', async () => {
  const by = { id: '9', name: 'ليلى', role: 'partner' } as const;
  await open({ notes: 'مديرة' }, [anEvent('note', { by, text: 'شركة النخيل' })]);
  expect(screen.getByText('ليلى').tagName).toBe('BDI');
  expect(screen.getByText('شركة النخيل').dir).toBe('auto');
  expect(screen.getByText('مديرة').dir).toBe('auto');
});

test('Of very many events the newest show first, and older ones on demand', async () => {
  const events = Array.from({ length: 230 }, (_, n) => anEvent('note', { text: `Note ${n + 1}` }));
  const lead = aLeadInFull();
  answerCalls({
    ...leadAnswers(lead),
    [`GET /api/leads/${lead.id}/events`]: ({ query }) => {
      const offset = Number(query.offset);
      const page = events.slice(offset, offset + Number(query.limit));
      return { json: { events: page, total: events.length } };
    },
  });
  const { user } = renderScreen(<ListScreens />, { at: `/leads/${lead.id}`, path: '/leads/:id?' });
  await screen.findByText('Note 230');
  expect(screen.getByText('Note 131')).toBeDefined();
  expect(screen.queryByText('Note 130')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show older events (130)' }));
  await screen.findByText('Note 31');
  await user.click(await screen.findByRole('button', { name: 'Show older events (30)' }));
  await screen.findByText('Note 1');
  await waitFor(() => expect(screen.queryByRole('button', { name: /Show older/ })).toBeNull());
  expect(screen.getAllByText(/^Note \d+$/)).toHaveLength(230);
});
