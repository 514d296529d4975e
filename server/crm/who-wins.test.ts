import { expect, test } from 'vitest';
import { settle } from './who-wins.ts';

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
  ['live', 13, 'open', 12, 'new', 'send'],
  [null, null, null, null, null, 'nothing'],
  [null, null, 'open', 10, null, 'take'],
])('The portal says %s (%s), HubSpot %s (%s), both once %s: %s', (...row) => {
  const [portal, portalAt, hubspot, hubspotAt, agreed, expected] = row;
  const sides = {
    portal: { status: portal, at: at(portalAt) },
    isSendable: portal !== 'live',
    hubspot: { status: hubspot, at: at(hubspotAt) },
    agreed,
  };
  expect(settle(sides)).toBe(expected);
});
