// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type KeptTyped, keepTyped } from './keep-typed.ts';

const entered = vi.fn();

function Field() {
  const [text, setText] = useState('');
  return (
    <input
      aria-label="Name"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={({ key }) => entered(key, text)}
    />
  );
}
const heard = vi.fn();
let typed: KeptTyped;

beforeEach(() => {
  heard.mockReset();
  entered.mockReset();
  document.addEventListener('keydown', heard);
  typed = keepTyped();
});
afterEach(() => {
  document.removeEventListener('keydown', heard);
  typed.forget();
  cleanup();
});

function type(...keys: (string | { key: string; ctrlKey: boolean })[]) {
  for (const key of keys) {
    fireEvent.keyDown(document.body, typeof key === 'string' ? { key } : key);
  }
}
function openForm() {
  render(<Field />);
  const field = screen.getByRole<HTMLInputElement>('textbox');
  fireEvent.focusIn(field);
  return field.value;
}

test('What is typed before the field is there stands in it, and no shortcut hears of it', () => {
  type('Shift', 'A', 'c', 'x', 'Backspace', 'm', 'e', ' ', '?');
  expect(openForm()).toBe('Acme ?');
  expect(heard).not.toHaveBeenCalled();
});

test('Once a field has the focus, the next one gets nothing', () => {
  type('A');
  openForm();
  type('B');
  expect(heard).toHaveBeenCalledTimes(1);
  cleanup();
  expect(openForm()).toBe('');
});

test.each([
  ['Tab', () => type('Tab')],
  ['Escape', () => type('Escape')],
  ['a key with Ctrl', () => type({ key: 'r', ctrlKey: true })],
  ['a click', () => fireEvent.pointerDown(document.body)],
  ['whoever asked for it', () => typed.forget()],
])('%s ends it, and nothing is entered', (_, end) => {
  type('A');
  expect(typed.isKept).toBe(true);
  end();
  expect(typed.isKept).toBe(false);
  expect(openForm()).toBe('');
});

test('Enter after a text is pressed once that stands in the field', async () => {
  type('A', 'c', 'Enter');
  expect(openForm()).toBe('Ac');
  await vi.waitFor(() => expect(entered.mock.calls).toEqual([['Enter', 'Ac']]));
});

test('Enter is taken back as a letter is, and one before the end is not pressed', async () => {
  type('A', 'Enter', 'Backspace', 'c', 'Enter', 'm');
  expect(openForm()).toBe('Acm');
  await Promise.resolve();
  expect(entered).not.toHaveBeenCalled();
});

test('Where lines are written Enter begins a new one', () => {
  type('A', 'Enter', 'B');
  render(<textarea aria-label="Note" />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  fireEvent.focusIn(field);
  expect(field.value).toBe('A\nB');
});

test('Enter with nothing typed before it ends it', () => {
  type('Enter', 'A');
  expect(heard).toHaveBeenCalledTimes(2);
  expect(openForm()).toBe('');
});

test('After ten seconds nobody is waiting for the field any more', () => {
  type('A');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_001);
  type('B');
  vi.restoreAllMocks();
  expect(openForm()).toBe('');
});
