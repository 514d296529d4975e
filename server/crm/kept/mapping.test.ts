import { expect, test } from 'vitest';
import { fromHubSpot, type MappedValue, type Mapping, toHubSpot } from './mapping.ts';

const stage = (value: string, status: string | null, is_first = false): MappedValue => {
  return { kind: 'stage', value, pipeline: 'sales', is_first, status, is_gone: false };
};
const leadStatus = (value: string, status: string | null): MappedValue => {
  return { kind: 'lead_status', value, pipeline: null, is_first: false, status, is_gone: false };
};
const mapping: Mapping = [
  stage('scheduled', null, true),
  stage('qualified', 'Open Deal'),
  stage('presented', 'open_deal'),
  stage('won', 'closed won'),
  { ...stage('renewing', null, true), pipeline: 'renewals' },
  { ...stage('renewed', 'closed won'), pipeline: 'renewals' },
  leadStatus('NEW', 'new'),
  leadStatus('OPEN_DEAL', 'open deal'),
  leadStatus('CONNECTED', 'connected'),
  leadStatus('REACHED', 'connected'),
  leadStatus('BAD_TIMING', null),
];
const [early, late] = ['2026-11-15T10:00:00.000Z', '2026-11-15T11:00:00.000Z'];

test.each([
  // stage, its time, lead status, its time: status, since
  ['won', early, 'CONNECTED', late, 'closed won', early],
  ['scheduled', early, 'CONNECTED', late, 'connected', late],
  ['scheduled', late, 'CONNECTED', early, 'connected', late],
  ['renewing', early, 'NEW', late, 'new', late],
  ['scheduled', early, 'BAD_TIMING', late, null, late],
  ['scheduled', early, 'NEVER_SEEN', late, null, late],
  ['scheduled', early, null, null, null, early],
  ['scheduled', early, '', null, null, early],
  ['never seen', early, 'CONNECTED', late, null, early],
  [null, null, 'CONNECTED', late, null, null],
])('A deal in %s (%s) with a contact in %s (%s) is %s', (...row) => {
  const [stageValue, stage_at, lead_status, lead_status_at, status, since] = row;
  const facts = { stage: stageValue, stage_at, lead_status, lead_status_at };
  const expected = { status, at: since && new Date(since) };
  expect(fromHubSpot(mapping, facts)).toEqual(expected);
});

test('A first stage that has a name tells it while the contact has no lead status', () => {
  const named = mapping.map((one) =>
    one.value === 'scheduled' ? { ...one, status: 'open' } : one,
  );
  const facts = { stage: 'scheduled', stage_at: early, lead_status_at: null };
  expect(fromHubSpot(named, { ...facts, lead_status: null }).status).toBe('open');
  expect(fromHubSpot(named, { ...facts, lead_status: 'NEW' }).status).toBe('new');
  expect(toHubSpot(named, 'open', { stage: 'won', lead_status: null })?.stage).toBe('scheduled');
  expect(toHubSpot(named, 'open', { stage: 'won', lead_status: 'NEW' })).toBeUndefined();
});

test.each([
  // status, stage now, lead status now: what is sent
  ['connected', 'scheduled', 'NEW', { stage: 'scheduled', lead_status: 'CONNECTED' }],
  ['connected', 'scheduled', 'REACHED', { stage: 'scheduled', lead_status: 'REACHED' }],
  ['connected', 'won', 'NEW', { stage: 'scheduled', lead_status: 'CONNECTED' }],
  ['connected', 'renewed', 'NEW', { stage: 'renewing', lead_status: 'CONNECTED' }],
  ['Closed_Won', 'scheduled', 'NEW', { stage: 'won', lead_status: null }],
  ['closed won', 'renewing', 'NEW', { stage: 'renewed', lead_status: null }],
  ['open deal', 'scheduled', 'NEW', { stage: 'scheduled', lead_status: 'OPEN_DEAL' }],
  ['open deal', 'won', 'NEW', { stage: 'qualified', lead_status: null }],
  ['open deal', 'presented', 'NEW', { stage: 'presented', lead_status: null }],
  ['new', null, null, { stage: 'scheduled', lead_status: 'NEW' }],
  ['closed won', null, null, { stage: 'won', lead_status: null }],
  ['live', 'scheduled', 'NEW', undefined],
])('The status %s of a deal in %s with a contact in %s', (status, now, lead_status, sent) => {
  expect(toHubSpot(mapping, status, { stage: now, lead_status })).toEqual(sent);
});

test('A value that the account has no more still tells a status, and is not sent', () => {
  const gone = mapping.map((one) => (one.value === 'won' ? { ...one, is_gone: true } : one));
  const facts = { stage: 'won', stage_at: early, lead_status: null, lead_status_at: null };
  expect(fromHubSpot(gone, facts).status).toBe('closed won');
  expect(toHubSpot(gone, 'closed won', { stage: 'scheduled', lead_status: null })).toBeUndefined();
});

test('What is sent comes back as the same status, wherever the deal stands', () => {
  const places = mapping.filter(({ kind }) => kind === 'stage').map(({ value }) => value);
  for (const now of [null, ...places]) {
    for (const lead_status of [null, 'NEW', 'REACHED', 'BAD_TIMING']) {
      for (const status of ['new', 'connected', 'open deal', 'closed won']) {
        const sent = toHubSpot(mapping, status, { stage: now, lead_status });
        const facts = {
          stage: sent?.stage ?? null,
          stage_at: early,
          lead_status: sent?.lead_status ?? lead_status,
          lead_status_at: early,
        };
        const back = fromHubSpot(mapping, facts).status?.replace('_', ' ').toLowerCase();
        expect(back, `${status} from ${now} and ${lead_status}`).toBe(status);
      }
    }
  }
});
