import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { loginFault } from './login-fault.ts';

test('A refused sign-in says what the server said', () => {
  const tooMany = 'Too many failed sign-ins. Please try again in 15 minutes.';
  expect(loginFault(new ApiError(429, { error: tooMany }))).toBe(tooMany);
});

test('An answer without a text reads Invalid email or password', () => {
  expect(loginFault(new ApiError(401, undefined))).toBe('Invalid email or password');
  expect(loginFault(new ApiError(502, { error: '' }))).toBe('Invalid email or password');
});

test('A connection that fails is an unexpected error', () => {
  const text = 'An unexpected error occurred. Please try again.';
  expect(loginFault(new TypeError('Failed to fetch'))).toBe(text);
});
