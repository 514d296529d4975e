import { expect, test } from 'vitest';
import { credentials } from './session.ts';
import { sessionText } from './session-text.ts';

test.each(['email', 'password'] as const)(
  'A sign-in whose %s has more than 1,000 characters is refused like a wrong one',
  (field) => {
    const given = { email: 'ada@acme.example', password: 'Harvest-kite-1' };
    const read = (text: string) => credentials.safeParse({ ...given, [field]: text });
    expect(read('x'.repeat(1_000)).success).toBe(true);
    expect(read('x'.repeat(1_001)).error?.issues[0]?.message).toBe(sessionText.refused);
  },
);
