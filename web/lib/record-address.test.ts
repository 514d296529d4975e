import { expect, test } from 'vitest';
import { type RecordAddress, recordIdIn, recordPath } from './record-address.ts';

const address: RecordAddress = { base: '/things', lists: ['/things'] };
const id = '0192aaaa-0000-7000-8000-000000000001';

test.each([
  ['its own path', recordPath(address, id), id],
  ['one with a slash behind it', `/things/${id}/`, id],
  ['one in capitals', `/Things/${id.toUpperCase()}`, id.toUpperCase()],
  ['the list', '/things', undefined],
  ['what is no id', '/things/nonsense', undefined],
  ['what goes on behind the id', `/things/${id}/more`, undefined],
  ['what stands elsewhere', `/others/${id}`, undefined],
  ['what only ends alike', `/more/things/${id}`, undefined],
])('A record is read from %s: %s', (_, pathname, found) => {
  expect(recordIdIn(address, pathname)).toBe(found);
});
