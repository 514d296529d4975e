/** What is wrong with a password, for the tests of everything that takes a new one. */
export const passwordMessages = [
  { password: undefined, message: 'Password is required' },
  { password: null, message: 'Password is required' },
  { password: '', message: 'Password is required' },
  { password: 'Aa1!aaa', message: 'Password must be at least 8 characters' },
  { password: 'aaaaaa1!', message: 'Password must contain at least one uppercase letter' },
  { password: 'AAAAAA1!', message: 'Password must contain at least one lowercase letter' },
  { password: 'Aaaaaaa!', message: 'Password must contain at least one number' },
  { password: 'Aaaaaaa1', message: 'Password must contain at least one special character' },
  { password: `Aa1!${'a'.repeat(197)}`, message: 'Password must be at most 200 characters' },
];
