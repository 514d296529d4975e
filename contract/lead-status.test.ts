import { expect, test } from 'vitest';
import {
  displayStatus,
  groupOf,
  statusGroups,
  statusKey,
  statusKeys,
  statusText,
} from './lead-status.ts';
import * as limits from './limits.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const day = 24 * 60 * 60 * 1000;
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);

/** spec §4 as it is written there, with the colour of each badge and the text it shows. */
const statuses = [
  ['new', 'In Progress', 'blue', 'New'],
  ['open', 'In Progress', 'purple', 'Open'],
  ['in progress', 'In Progress', 'purple', 'In Progress'],
  ['in_progress', 'In Progress', 'purple', 'In Progress'],
  ['open deal', 'In Progress', 'purple', 'Open Deal'],
  ['attempted to contact', 'In Progress', 'cyan', 'Attempted to Contact'],
  ['contacted', 'In Progress', 'cyan', 'Contacted'],
  ['connected', 'In Progress', 'teal', 'Connected'],
  ['closed won', 'Live', 'green', 'Closed Won'],
  ['Closed Won (Implementation)', 'Live', 'green', 'Closed Won (Implementation)'],
  ['live', 'Live', 'green', 'Live'],
  ['closed lost', 'Unqualified', 'red', 'Closed Lost'],
  ['unqualified', 'Unqualified', 'grey', 'Unqualified'],
  ['application sent', 'Application Sent', 'grey', 'Application Sent'],
  ['application_sent', 'Application Sent', 'grey', 'Application Sent'],
  ['application submitted', 'Application Submitted', 'grey', 'Application Submitted'],
  ['application_submitted', 'Application Submitted', 'grey', 'Application Submitted'],
] as const;

const capitals = (text: string) => text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
const variants = (status: string) => [
  status,
  status.toLowerCase(),
  status.toUpperCase(),
  capitals(status),
  status.replaceAll(' ', '_'),
  status.replaceAll('_', ' '),
  status.replaceAll(/[ _]/g, '  '),
  `  ${status}\t`,
  `_${status}_`,
];

test.each(statuses)(
  '%s, however it is written, is in %s with a %s badge that reads %s',
  (status, group, colour, text) => {
    for (const written of variants(status)) {
      expect(groupOf(written), written).toBe(group);
      expect(displayStatus(written, now, now), written).toEqual({ text, colour });
      expect(statusText(written), written).toBe(text);
    }
  },
);

test('The groups hold the statuses of the specification and no others', () => {
  const held = statusGroups.flatMap(({ name, statuses }) => statuses.map((s) => `${name}: ${s}`));
  expect(held.sort()).toEqual(statuses.map(([status, group]) => `${group}: ${status}`).sort());
  expect(statusGroups.map((group) => group.card)).toEqual([
    'In Progress',
    'Live',
    'Unqualified',
    'Application Sent',
    'Applications Submitted',
  ]);
});

test.each(['won', 'newer', 'closed', 'in-progress', 'inprogress', 'constructor', '__proto__'])(
  'The status %s is in no group and its badge is grey',
  (status) => {
    expect(groupOf(status)).toBeUndefined();
    expect(displayStatus(status, now, now)).toEqual({ text: status, colour: 'grey' });
  },
);

test.each(['waiting for legal', 'WAITING_for legal', ' Neu ', 'constructor'])(
  'The status %j, which is none of the known ones, reads as it was written',
  (status) => {
    expect(statusText(status)).toBe(status);
    expect(displayStatus(status, now, now).text).toBe(status);
  },
);

test('Implementation has a green badge and no group', () => {
  expect(displayStatus('Implementation', now, now).colour).toBe('green');
  expect(groupOf('Implementation')).toBeUndefined();
});

test.each([undefined, null, '', '   ', '_'])('A status of %j reads Unknown in grey', (status) => {
  expect(groupOf(status)).toBeUndefined();
  expect(displayStatus(status, ago(10 * day), now)).toEqual({ text: 'Unknown', colour: 'grey' });
});

test.each(['new', 'New', 'NEW', ' new '])(
  'A lead that is %j reads In Progress from one millisecond past three days',
  (status) => {
    const asNew = { text: 'New', colour: 'blue' };
    expect(displayStatus(status, ago(3 * day), now)).toEqual(asNew);
    expect(displayStatus(status, ago(-day), now)).toEqual(asNew);
    expect(displayStatus(status, ago(3 * day + 1), now)).toEqual({
      text: 'In Progress',
      colour: 'purple',
    });
  },
);

test.each(statuses.filter(([status]) => status !== 'new'))(
  'A lead that is %s keeps its status however old it is',
  (status, _, colour, text) => {
    expect(displayStatus(status, ago(400 * day), now)).toEqual({ text, colour });
  },
);

test('A list of statuses becomes its keys, each once and without blanks', () => {
  expect(statusKeys('New, in_progress,IN PROGRESS,, _ ,Closed Won (Implementation)')).toEqual([
    'new',
    'in progress',
    'closed won (implementation)',
  ]);
  expect(statusKeys('')).toEqual([]);
  expect(statusKey('  Attempted__to \t Contact ')).toBe('attempted to contact');
});

test('A comma within a name is told from one between names by its backslash', () => {
  expect(statusKeys('Waiting\\, legal,live')).toEqual(['waiting, legal', 'live']);
  expect(statusKeys('\\,,a\\b,\\')).toEqual([',', 'a\\b', '\\']);
});

test('The business constants are those of spec §9', () => {
  expect(limits).toMatchObject({
    pageSizes: [5, 10, 20, 30, 40, 50],
    defaultPageSize: 10,
    recentLeads: 5,
    liveCooldownSeconds: 60,
    toastMilliseconds: { usual: 5000, brief: 3000 },
    passwordMinLength: 8,
    newLeadDays: 3,
    sidebarWidth: 240,
  });
});

test('The limits that the specification leaves open are those of the decisions', () => {
  expect(limits).toMatchObject({
    maxPageSize: 100,
    maxJsonBytes: 262_144,
    maxUploadBytes: 26_214_400,
    maxUploadRows: 200_000,
    maxCustomFields: 50,
    maxCustomFieldValue: 1_000,
    rateLimits: {
      login_account: { max: 10, seconds: 900 },
      login_address: { max: 100, seconds: 900 },
      external_api: { max: 300, seconds: 60 },
      live_companies: { max: 60, seconds: 60 },
      uploaded_rows: { max: 1_000_000, seconds: 86_400 },
      notes: { max: 600, seconds: 3_600 },
      general: { max: 1_200, seconds: 60 },
    },
  });
});
