// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { movementWeeks } from '#contract/limits.ts';
import type { Movement as Moved } from '#contract/movement.ts';
import { answerCalls } from '#test/fake-server.ts';
import { renderScreen } from '#test/render.tsx';
import { Movement } from './Movement.shared.tsx';
import { comparedText, dayText, wonText } from './movement-text.ts';

const mondays = Array.from({ length: movementWeeks }, (_, n) =>
  new Date(Date.UTC(2026, 7, 31 + 7 * n)).toISOString().slice(0, 10),
);
const moved: Moved = {
  weeks: mondays.map((week, n) => ({ week, submitted: n, won: n % 3 })),
  before: { submitted: 60, won: 12 },
  stages: [
    { stage: 'submitted', leads: 1_200 },
    { stage: 'in_contact', leads: 900 },
    { stage: 'application_sent', leads: 300 },
    { stage: 'application_submitted', leads: 300 },
    { stage: 'live', leads: 0 },
  ],
  stages_since: '2025-11-24',
  days_to_live: { median: 23.5, leads: 12 },
  partners: [],
};
const nora = { id: 'n', name: 'Nora', won: 9, won_before: 2, won_by_week: [0, 9] };
const tomas = { id: 't', name: 'Tomás', won: 1, won_before: 4, won_by_week: [1, 0] };
const stuck = {
  id: '0192aaaa-0000-7000-8000-000000000001',
  company_name: 'Quarry Steelworks',
  contact: 'Ada Lovelace',
  partner_id: 'n',
  partner_name: 'Nora',
  status: 'application_sent',
  created_at: '2026-07-01T00:00:00Z',
  since: '2026-08-01T00:00:00Z',
  days: 96,
  usual_days: 14,
  turn: 'partner',
};

type Answers = { movement?: Moved; leads?: object[]; total?: number };

function answers({ movement = moved, leads = [stuck], total }: Answers = {}) {
  return answerCalls({
    'GET /api/movement': { json: movement },
    'GET /api/movement/stuck': { json: { leads, total: total ?? leads.length } },
  });
}
const show = (as: 'partner' | 'admin' = 'partner', partner?: string) =>
  renderScreen(<Movement {...(partner && { partner })} />, { at: '/dashboard', as });
const hrefs = (of: HTMLElement) =>
  within(of)
    .getAllByRole('link')
    .map((link) => decodeURIComponent(link.getAttribute('href') ?? ''));

test('The sums of twelve weeks lead to the lists that prove them, and are held against the weeks before', async () => {
  answers();
  show();
  const submitted = await screen.findByRole('link', { name: 'Submitted: 66' });
  expect(decodeURIComponent(submitted.getAttribute('href') ?? '')).toBe(
    '/leads?from=2026-08-31T00:00:00Z&to=2026-11-23T00:00:00Z',
  );
  expect(screen.getByText('6 more than in the 12 before')).toBeDefined();
  const won = screen.getByRole('link', { name: 'Won: 12' });
  expect(decodeURIComponent(won.getAttribute('href') ?? '')).toBe(
    '/leads?won_from=2026-08-31T00:00:00Z&won_to=2026-11-23T00:00:00Z',
  );
  expect(screen.getByText('as many as in the 12 before')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Days to live: 23.5' })).toBeDefined();
});

test.each([
  [[0, 0], 'none in the 12 before either', 0, 'none won'],
  [[0, 4], '4 fewer than in the 12 before', 1, 'of the one won'],
  [[4, 4], 'as many as in the 12 before', 12, 'median of the 12 won'],
])(
  'Of %j now and before the figures say “%s”, and of %i won “%s”',
  ([now = 0, before = 0], compared, won, median) => {
    expect(comparedText(now, before)).toBe(compared);
    expect(wonText(won)).toBe(median);
  },
);

test('The chart has a name and says each week in words; arrows go from week to week', async () => {
  answers();
  const { user, address } = show();
  const chart = await screen.findByRole('group', {
    name: 'Leads submitted and won in each of the last 12 weeks',
  });
  const weeks = within(chart).getAllByRole('link');
  expect(weeks.map((week) => week.getAttribute('aria-label')).at(-1)).toBe(
    'Week of Nov 16, 2026: 11 submitted, 2 won',
  );
  // One stop of the tab key: the week that is under way.
  expect(weeks.map(({ tabIndex }) => tabIndex)).toEqual([...Array(11).fill(-1), 0]);
  weeks.at(-1)?.focus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}');
  expect(document.activeElement).toBe(weeks[10]);
  await user.keyboard('{Home}{ArrowLeft}');
  expect(document.activeElement).toBe(weeks[0]);
  expect(screen.getByText('Week of Aug 31, 2026: 0 submitted, 0 won')).toBeDefined();
  await user.click(weeks[0] as HTMLElement);
  expect(decodeURIComponent(address())).toBe(
    '/leads?from=2026-08-31T00:00:00Z&to=2026-09-07T00:00:00Z',
  );
});

test('Beside the chart stand its first and its last week and its highest count', async () => {
  answers();
  show();
  await screen.findByRole('group', { name: /^Leads submitted and won/ });
  const chart = screen.getByRole('figure');
  const [first, last] = [mondays[0], mondays.at(-1)].map((day) => dayText(day ?? ''));
  expect(within(chart).getByText(first ?? '')).toBeDefined();
  expect(within(chart).getByText(last ?? '')).toBeDefined();
  expect(within(chart).getByText('11')).toBeDefined();
});

test('The same weeks are there as a table, each count with its list', async () => {
  answers();
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Show as table' }));
  const table = screen.getByRole('table', { name: 'Leads submitted and won by week' });
  const [, , second] = within(table).getAllByRole('row');
  expect(second?.textContent).toBe('Sep 7, 202611');
  expect(hrefs(second as HTMLElement)).toEqual([
    '/leads?from=2026-09-07T00:00:00Z&to=2026-09-14T00:00:00Z',
    '/leads?won_from=2026-09-07T00:00:00Z&won_to=2026-09-14T00:00:00Z',
  ]);
});

test('Each stage says how many came there, and which share of the stage before', async () => {
  answers();
  show('admin', 'p');
  const table = await screen.findByRole('table', { name: /how far they came/ });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    'Submitted1,200',
    'In contact90075 %',
    'Application sent30033 %',
    'Application submitted300100 %',
    'Live00 %',
  ]);
  expect(hrefs(table)[2]).toBe(
    '/leads?partner=p&from=2025-11-24T00:00:00Z&reached=application_sent',
  );
});

test('Administrators see who improved first; nobody else is told of partners', async () => {
  answers({ movement: { ...moved, partners: [nora, tomas] } });
  show('admin');
  const table = await screen.findByRole('table', { name: 'Won by partner' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(['Nora92+7', 'Tomás14−3']);
  expect(hrefs(rows[0] as HTMLElement)).toEqual([
    '/partners/n',
    '/leads?partner=n&won_from=2026-08-31T00:00:00Z&won_to=2026-11-23T00:00:00Z',
    '/leads?partner=n&won_from=2026-06-08T00:00:00Z&won_to=2026-08-31T00:00:00Z',
  ]);
});

test.each([
  ['partner', 'partner', 'Your turn'],
  ['vendor', 'partner', 'Vendor’s turn'],
  ['vendor', 'admin', 'Your turn'],
  ['partner', 'admin', 'Partner’s turn'],
] as const)(
  'A stuck lead where it is the turn of the %s reads for a %s: %s',
  async (turn, as, text) => {
    answers({ leads: [{ ...stuck, turn }] });
    show(as);
    const list = await screen.findByRole('list', { name: 'Stuck leads' });
    const who = as === 'admin' ? 'Nora' : 'Ada Lovelace';
    expect(list.textContent).toBe(
      `Quarry SteelworksApplication Sent${who}96 daysusually up to 14${text}`,
    );
    const [lead] = within(list).getAllByRole('link');
    expect(lead?.getAttribute('href')).toBe(`/leads/${stuck.id}`);
    const all = screen.getByRole('link', { name: 'View all 1' });
    expect(all.getAttribute('href')).toBe('/leads?stuck=true');
    // What is the reader's to do stands out.
    const isMarked = screen.getByText(text).hasAttribute('data-own');
    expect(isMarked).toBe(text === 'Your turn');
  },
);

test('On the page of a partner stuck leads name their contact, as all are of that partner', async () => {
  answers();
  show('admin', 'n');
  const list = await screen.findByRole('list', { name: 'Stuck leads' });
  expect(within(list).getByText('Ada Lovelace')).toBeDefined();
  expect(hrefs(list)).toEqual([`/leads/${stuck.id}`]);
});

test('Where nothing is stuck that is said, and a count that is cut off says so', async () => {
  answers({ leads: [] });
  const { unmount } = show();
  await screen.findByText('Nothing is stuck');
  unmount();
  answers({ total: 1_000 });
  show();
  await screen.findByRole('link', { name: 'View all 1,000+' });
});

test('What cannot be loaded can be asked for again, each by itself', async () => {
  let tries = 0;
  answerCalls({
    'GET /api/movement': () => (++tries === 1 ? { status: 500 } : { json: moved }),
    'GET /api/movement/stuck': { status: 500 },
  });
  const { user } = show();
  await screen.findByText('What is stuck could not be loaded.');
  const failed = await screen.findByText('How leads move could not be loaded.');
  await user.click(
    within(failed.parentElement as HTMLElement).getByRole('button', { name: 'Try again' }),
  );
  await waitFor(() => expect(screen.queryByText('Last 12 weeks')).not.toBeNull());
});
