import { expect, test } from 'vitest';
import type { z } from 'zod';
import { newPasswordForm, passwordFault } from './accounts.ts';
import { emailPattern, fieldMessages, wholeNumber } from './fields.ts';
import { uploadLead } from './imports.ts';
import { externalLead, newLead } from './leads.ts';
import { newPartner, partnerChange, partnerPasswordReset } from './partners.ts';
import { credentials } from './session.ts';
import { newToken } from './tokens.ts';

function messagesOf(schema: z.ZodType, value: unknown): Record<string, string> {
  const result = schema.safeParse(value);
  return result.success ? {} : fieldMessages(result.error);
}

const lead = {
  company_name: 'Acme Ltd',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@acme.example',
  phone_number: '+44 20 7946 0000',
};
const partner = { name: 'Pat', email: 'p@x.example', company: 'Pat Ltd', password: 'Abcdef1!' };
const external = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@acme.example' };
const token = { name: 'CRM' };

const requiredFields = [
  { form: 'Add Lead', schema: newLead, good: lead, field: 'company_name', label: 'Company name' },
  { form: 'Add Lead', schema: newLead, good: lead, field: 'first_name', label: 'First name' },
  { form: 'Add Lead', schema: newLead, good: lead, field: 'last_name', label: 'Last name' },
  { form: 'Add Lead', schema: newLead, good: lead, field: 'email', label: 'Email' },
  { form: 'Add Lead', schema: newLead, good: lead, field: 'phone_number', label: 'Phone number' },
  { form: 'Add Partner', schema: newPartner, good: partner, field: 'name', label: 'Name' },
  { form: 'Add Partner', schema: newPartner, good: partner, field: 'email', label: 'Email' },
  { form: 'Add Partner', schema: newPartner, good: partner, field: 'company', label: 'Company' },
  { form: 'Edit Partner', schema: partnerChange, good: partner, field: 'name', label: 'Name' },
  {
    form: 'Edit Partner',
    schema: partnerChange,
    good: partner,
    field: 'company',
    label: 'Company',
  },
  {
    form: 'External API',
    schema: externalLead,
    good: external,
    field: 'first_name',
    label: 'First name',
  },
  {
    form: 'External API',
    schema: externalLead,
    good: external,
    field: 'last_name',
    label: 'Last name',
  },
  { form: 'External API', schema: externalLead, good: external, field: 'email', label: 'Email' },
  { form: 'Create Token', schema: newToken, good: token, field: 'name', label: 'Token name' },
];

/** Zero-width, no-break, soft hyphen, bidirectional mark, Hangul filler, braille blank. */
const invisibleTexts = ['\u200b', '\u200b \u00a0\n\u2060', '\u00ad', '\u200f', '\u3164', '\u2800'];

test.each(requiredFields)(
  '$form: $field that is absent, null, empty, blank or invisible is required',
  ({ schema, good, field, label }) => {
    expect(messagesOf(schema, good)).toEqual({});
    const { [field]: _, ...without } = good as Record<string, string>;
    for (const bad of [
      without,
      ...[null, '', ' \t\n ', ...invisibleTexts].map((v) => ({ ...good, [field]: v })),
    ]) {
      expect(messagesOf(schema, bad)).toEqual({ [field]: `${label} is required` });
    }
  },
);

test.each(requiredFields)(
  '$form: $field of a wrong type, with a NUL or too long gets a message',
  ({ schema, good, field, label }) => {
    for (const wrong of [42, true, [], ['x'], {}]) {
      expect(messagesOf(schema, { ...good, [field]: wrong })).toEqual({
        [field]: `${label} must be text`,
      });
    }
    // An email with a NUL is invalid too; the first message of a field is the one shown.
    expect(messagesOf(schema, { ...good, [field]: 'a\0b' })).toEqual({
      [field]: `${label} has a character that cannot be stored`,
    });
    const max = field === 'email' ? 254 : label === 'Token name' ? 100 : 200;
    const tail = field === 'email' ? '@x.example' : '';
    const longest = 'x'.repeat(max - tail.length) + tail;
    expect(messagesOf(schema, { ...good, [field]: `  ${longest}  ` })).toEqual({});
    expect(messagesOf(schema, { ...good, [field]: `x${longest}` })).toEqual({
      [field]: `${label} must be at most ${max} characters`,
    });
  },
);

test.each([
  { form: 'Add Lead', schema: newLead, good: lead, fields: ['title', 'website', 'country'] },
  {
    form: 'Upload',
    schema: uploadLead,
    good: lead,
    fields: ['phone_number', 'website', 'title', 'country'],
  },
  {
    form: 'External API',
    schema: externalLead,
    good: external,
    fields: ['phone', 'address', 'city', 'state', 'zip', 'country', 'notes', 'company_name'],
  },
  { form: 'Create Token', schema: newToken, good: token, fields: ['description'] },
])(
  '$form: optional fields take nothing in every form and refuse what is not text',
  ({ schema, good, fields }) => {
    for (const field of fields) {
      const { [field]: _, ...without } = good as Record<string, string>;
      const nothing = [without, ...[null, '', '  '].map((value) => ({ ...good, [field]: value }))];
      for (const input of nothing) expect(schema.parse(input)).toHaveProperty(field, null);
      expect(schema.parse({ ...good, [field]: ' text ' })).toHaveProperty(field, 'text');
      const [message] = Object.values(messagesOf(schema, { ...good, [field]: 42 }));
      expect(message, field).toMatch(/^[A-Z][a-z ]+ must be text$/);
      const [nul] = Object.values(messagesOf(schema, { ...good, [field]: '\0' }));
      expect(nul, field).toMatch(/has a character that cannot be stored$/);
    }
  },
);

test('Several empty fields each show their own first message', () => {
  expect(messagesOf(newLead, {})).toEqual({
    company_name: 'Company name is required',
    first_name: 'First name is required',
    last_name: 'Last name is required',
    email: 'Email is required',
    phone_number: 'Phone number is required',
  });
  expect(messagesOf(newPartner, { name: ' ', email: 'nowhere', password: 'short' })).toEqual({
    name: 'Name is required',
    email: 'Email is invalid',
    company: 'Company is required',
    password: 'Password must be at least 8 characters',
  });
});

test.each(['a@b.co', 'A.Z_0%9+x-y@sub.domain-1.EXAMPLE', '.@b.co', 'a@1.co', 'a@b.c.museum'])(
  '%s is an email',
  (email) => {
    expect(emailPattern.test(email)).toBe(true);
    expect(messagesOf(newLead, { ...lead, email })).toEqual({});
  },
);

test.each([
  'nowhere',
  '@b.co',
  'a@',
  'a@b',
  'a@.co1',
  'a@b.c',
  'a@b.c1',
  'a@b.co.',
  'a@b.1',
  'a b@c.co',
  'a@b c.co',
  'a@@b.co',
  'a@b@c.co',
  'a,b@c.co',
  'a!b@c.co',
  'é@b.co',
  'a@b.co\nx',
  'a@b_c.co',
  '<a@b.co>',
])('%j is no email, in the words of the form and of the API', (email) => {
  expect(messagesOf(newLead, { ...lead, email })).toEqual({ email: 'Email is invalid' });
  expect(messagesOf(newPartner, { ...partner, email })).toEqual({ email: 'Email is invalid' });
  const { email: message } = messagesOf(externalLead, { ...external, email });
  expect(message).toBe('Invalid email format');
});

test('What surrounds a text is trimmed, and what stands inside stays', () => {
  const input = { ...lead, company_name: '  A  B ', email: ' ada@acme.example\n' };
  expect(newLead.parse(input)).toMatchObject({
    company_name: 'A  B',
    email: 'ada@acme.example',
    title: null,
  });
});

const passwordCases: [string, string | undefined][] = [
  ['', 'Password is required'],
  ['A', 'Password must be at least 8 characters'],
  ['Abcde1!', 'Password must be at least 8 characters'],
  ['🔑🔑🔑🔑', 'Password must be at least 8 characters'],
  ['        ', 'Password must contain at least one uppercase letter'],
  ['abcdefgh', 'Password must contain at least one uppercase letter'],
  ['ABCDEFGH', 'Password must contain at least one lowercase letter'],
  ['Abcdefgh', 'Password must contain at least one number'],
  ['Abcdefg1', 'Password must contain at least one special character'],
  ['Abcdef 1', 'Password must contain at least one special character'],
  ['Abcdef1!', undefined],
  ['Ünïcödé1_', undefined],
  [`Aa1!${'x'.repeat(196)}`, undefined],
  [`Aa1!${'x'.repeat(197)}`, 'Password must be at most 200 characters'],
];

test.each(passwordCases)('The password %j shows its first broken rule only', (value, fault) => {
  expect(passwordFault(value)).toBe(fault);
  const expected = fault ? { password: fault } : {};
  expect(messagesOf(newPartner, { ...partner, password: value })).toEqual(expected);
  expect(messagesOf(partnerPasswordReset, { password: value })).toEqual(expected);
  expect(messagesOf(newPasswordForm, { password: value, confirmPassword: value })).toEqual(
    value ? expected : { ...expected, confirmPassword: 'Please confirm the password' },
  );
});

test('A password is used exactly as it was typed', () => {
  expect(partnerPasswordReset.parse({ password: ' Abcdef1! ' }).password).toBe(' Abcdef1! ');
});

test('A password that is missing or no text gets a message', () => {
  for (const schema of [newPartner, partnerPasswordReset, newPasswordForm]) {
    const { password: _, ...without } = { ...partner, confirmPassword: 'x' };
    for (const missing of [without, { ...without, password: null }]) {
      expect(messagesOf(schema, missing)).toEqual({ password: 'Password is required' });
    }
    expect(messagesOf(schema, { ...without, password: 12345678 })).toEqual({
      password: 'Password must be text',
    });
  }
});

test.each([
  ['Abcdef1!', undefined, { confirmPassword: 'Please confirm the password' }],
  ['Abcdef1!', '', { confirmPassword: 'Please confirm the password' }],
  ['Abcdef1!', 42, { confirmPassword: 'Please confirm the password' }],
  ['Abcdef1!', 'abcdef1!', { confirmPassword: 'Passwords do not match' }],
  ['Abcdef1!', 'Abcdef1! ', { confirmPassword: 'Passwords do not match' }],
  ['', '', { password: 'Password is required', confirmPassword: 'Please confirm the password' }],
  ['', 'x', { password: 'Password is required', confirmPassword: 'Passwords do not match' }],
  ['Abcdef1!', 'Abcdef1!', {}],
])('Reset password: %j confirmed by %j', (password, confirmPassword, expected) => {
  expect(messagesOf(newPasswordForm, { password, confirmPassword })).toMatchObject(expected);
  expect(newPasswordForm.safeParse({ password, confirmPassword }).success).toBe(
    Object.keys(expected).length === 0,
  );
});

test('A login without both fields asks for both, in one sentence', () => {
  const both = 'Please enter both email and password';
  expect(messagesOf(credentials, {})).toEqual({ email: both, password: both });
  expect(messagesOf(credentials, { email: ' ', password: 'x' })).toEqual({ email: both });
  for (const password of ['', null, 42, ['x']]) {
    expect(messagesOf(credentials, { email: 'a@b.co', password })).toEqual({ password: both });
  }
  expect(credentials.parse({ email: ' a@b.co ', password: ' x ' })).toEqual({
    email: 'a@b.co',
    password: ' x ',
  });
});

test.each(Object.entries({ newLead, newPartner, partnerChange, newPasswordForm, credentials }))(
  '%s refuses what is no object without a crash',
  (_, schema) => {
    for (const value of [undefined, null, 'text', 42, true, [], () => 1]) {
      expect(schema.safeParse(value).success).toBe(false);
    }
  },
);

test.each([
  ['1', 1],
  ['100', 100],
  ['007', 7],
  [10, 10],
])('%j is the whole number %d', (given, expected) => {
  expect(wholeNumber('limit', 1, 100).parse(given)).toBe(expected);
});

test.each([
  ...['0', '101', '-1', '+5', '1.5', '1e1', '0x10', '', ' ', ' 5', '5 ', 'x', '٣'],
  ...['9'.repeat(16), 0, 101, 1.5, Number.NaN, true, null, undefined, [], ['5'], {}],
])('%j is no whole number from 1 to 100', (given) => {
  expect(messagesOf(wholeNumber('limit', 1, 100), given)).toEqual({
    '': 'limit must be a whole number from 1 to 100',
  });
});

test('Control characters are taken out of what is sent, but for line breaks and tabs', () => {
  const sent = { ...lead, title: '\u0001C\u0007E\u001fO\t\r\n\u000b!', last_name: 'L\u0002' };
  expect(newLead.parse(sent)).toMatchObject({ title: 'CEO\t\r\n!', last_name: 'L' });
});

test('A text of nothing but control characters is none', () => {
  expect(messagesOf(newLead, { ...lead, first_name: '\u0001\u0002' })).toEqual({
    first_name: 'First name is required',
  });
});
