import { expect, test } from 'vitest';
import { accountText, passwordChange } from './accounts.ts';

test('A current password of more than 1,000 characters is refused like a wrong one', () => {
  const read = (current_password: string) =>
    passwordChange.safeParse({ current_password, password: 'Harvest-kite-1' });
  expect(read('x'.repeat(1_000)).success).toBe(true);
  const [issue] = read('x'.repeat(1_001)).error?.issues ?? [];
  expect(issue).toMatchObject({
    path: ['current_password'],
    message: accountText.wrongPassword,
  });
});
