import { expect, test } from 'vitest';
import { mappingChange } from './crm.ts';
import { crmText } from './crm-text.ts';

test.each([
  [{ values: [] }, true],
  [{ properties: {} }, true],
  [{ values: [], properties: {} }, true],
  [{}, false],
])('A change of the mapping %j is taken: %j', (change, isTaken) => {
  const { success, error } = mappingChange.safeParse(change);
  expect(success).toBe(isTaken);
  if (!isTaken) expect(error?.issues[0]?.message).toBe(crmText.nothingToChange);
});
