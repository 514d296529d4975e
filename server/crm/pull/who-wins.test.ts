import { expect, test } from 'vitest';
import { agreedAfter, type Sides, settle } from './who-wins.ts';

const at = (hour: number | null) => (hour === null ? null : new Date(Date.UTC(2026, 10, 15, hour)));

test.each([
  // portal, its hour, HubSpot, its hour, agreed: what happens
  ['new', null, 'new', 10, null, 'agreed'],
  ['Closed_Won', 12, 'closed won', 10, 'new', 'agreed'],
  ['new', null, 'connected', 10, 'new', 'take'],
  ['connected', 12, 'new', 10, 'new', 'send'],
  ['connected', 12, 'open', 10, 'new', 'send'],
  ['connected', 10, 'open', 12, 'new', 'take'],
  ['connected', 10, 'open', 10, 'new', 'take'],
  ['connected', 12, 'open', null, 'new', 'send'],
  // Nobody has changed it here: what sales knows of the contact holds, however long it has.
  ['new', null, 'connected', 1, null, 'take'],
  ['connected', 12, 'new', 1, null, 'send'],
  ['connected', 1, 'new', 12, null, 'take'],
  // HubSpot stands in what has no name: the lead stays, and what is new here is sent.
  ['connected', 12, null, 13, 'connected', 'nothing'],
  ['connected', 12, null, 13, 'new', 'send'],
  ['new', null, null, 10, null, 'send'],
  // Where a new deal begins says nothing against what HubSpot has no value for; a move of sales does.
  ['live', 1, 'new', 12, null, 'nothing'],
  ['live', 1, 'open', 12, 'new', 'take'],
  // Also where it has begun without a name, and where it has left its beginning since.
  ['live', 1, 'open', 12, '', 'take'],
  ['live', 13, 'open', 12, '', 'send'],
  ['live', 1, 'closed lost', 12, null, 'take'],
  ['live', 13, 'open', 12, 'new', 'send'],
  [null, null, null, null, null, 'nothing'],
  [null, null, 'open', 10, null, 'take'],
])('The portal says %s (%s), HubSpot %s (%s), both once %s: %s', (...row) => {
  const [portal, portalAt, hubspot, hubspotAt, agreed, expected] = row;
  const sides = {
    portal: { status: portal, at: at(portalAt) },
    isSendable: portal !== 'live',
    isRead: true,
    isAtStart: hubspot !== 'closed lost',
    hubspot: { status: hubspot, at: at(hubspotAt) },
    agreed,
  };
  expect(settle(sides)).toBe(expected);
});

test.each([
  // what happens, HubSpot, agreed before, whether all of it was read: agreed from then on
  ['agreed', 'new', null, true, 'connected'],
  ['take', 'open', 'new', true, 'open'],
  ['send', 'open', 'new', true, 'open'],
  ['nothing', null, 'new', true, 'new'],
  // A deal that has begun in a stage without a name: whatever sales makes of it is a move.
  ['send', null, null, true, ''],
  ['send', null, null, false, null],
] as const)(
  'After %s, with HubSpot in %s and both once %s (all read: %s), both agree on %s',
  (...row) => {
    const [is, hubspot, agreed, isRead, expected] = row;
    const sides: Sides = {
      portal: { status: 'connected', at: null },
      isSendable: true,
      isRead,
      isAtStart: true,
      hubspot: { status: hubspot, at: null },
      agreed,
    };
    expect(agreedAfter(is, sides)).toBe(expected);
  },
);
