// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#test/render.tsx';
import { Email } from './Email.tsx';

test.each([
  ['ada.lovelace@acme.example', '@acme.example'],
  ['"a@b"@acme.example', '@acme.example'],
  ['no address', ''],
])('Of %s the end %j is never cut, and its text is the whole address', (email, domain) => {
  renderScreen(<Email email={email} />);
  const link = screen.getByRole('link', { name: email });
  expect(link.dataset.domain).toBe(domain);
  expect(link.textContent).toBe(email);
  expect(link.title).toBe(email);
  expect(link.getAttribute('href')).toBe(`mailto:${email}`);
});

test.each([
  ['i@acme.example', 0.2],
  ['jilt@acme.example', 0.9],
  ['al@acme.example', 0.7],
])('%s keeps no more than %s em for its name, less than its letters take', (email, least) => {
  renderScreen(<Email email={email} />);
  const name = screen.getByRole('link', { name: email }).firstElementChild as HTMLElement;
  expect(Number.parseFloat(name.style.getPropertyValue('--least-width'))).toBeCloseTo(least);
});
