import { expect, test } from 'vitest';
import { changeKinds } from '#contract/events.ts';
import { concerns, type Notice, readNotice } from './notice.ts';

const one = '0192aaaa-0000-7000-8000-000000000001';
const other = '0192aaaa-0000-7000-8000-000000000002';
const chief = '0192aaaa-0000-7000-8000-000000000003';
const readers = {
  one: { userId: one, isAdmin: false },
  other: { userId: other, isAdmin: false },
  chief: { userId: chief, isAdmin: true },
};
const told = (notice: Notice) =>
  Object.entries(readers).flatMap(([name, reader]) => (concerns(notice, reader) ? [name] : []));

test.each([
  [`leads ${one}`, ['one', 'chief']],
  [`leads only ${one}`, ['one']],
  ['leads administrators', ['chief']],
  ['leads everyone', ['one', 'other', 'chief']],
  [`companies ${other}`, ['other', 'chief']],
  [`imports ${other}`, ['other', 'chief']],
  [`tokens ${one}`, ['one', 'chief']],
  [`tokens only ${chief}`, ['chief']],
  [`views only ${one}`, ['one']],
  ['views everyone', ['one', 'other', 'chief']],
  ['partners administrators', ['chief']],
  // Where the portal has lost count it tells everybody everything, but never of other partners.
  ['partners everyone', ['chief']],
  [`sessions only ${one}`, ['one']],
])('%s concerns %j', (text, names) => {
  const notice = readNotice(text);
  expect(notice && told(notice)).toEqual(names);
});

test.each([
  '',
  'leads',
  'leads ',
  'leads nobody',
  `leads ${one} ${other}`,
  `leads only`,
  `leads only x`,
  `lead ${one}`,
  `leads ${one}0`,
  `constructor ${one}`,
])('What is none of our notices is nothing: %j', (text) => {
  expect(readNotice(text)).toBeUndefined();
});

test('Every kind that the contract names can be told', () => {
  for (const kind of changeKinds) {
    expect(readNotice(`${kind} ${one}`)).toEqual({ kind, concerned: { partner: one } });
  }
});
