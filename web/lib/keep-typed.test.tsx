// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepTyped } from './keep-typed.ts';

function Field() {
  const [text, setText] = useState('');
  return <input aria-label="Name" value={text} onChange={(e) => setText(e.target.value)} />;
}
const heard = vi.fn();
let stop = () => {};

beforeEach(() => {
  heard.mockReset();
  document.addEventListener('keydown', heard);
  stop = keepTyped();
});
afterEach(() => {
  document.removeEventListener('keydown', heard);
  stop();
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
  ['Enter', () => type('Enter')],
  ['Escape', () => type('Escape')],
  ['a key with Ctrl', () => type({ key: 'r', ctrlKey: true })],
  ['a click', () => fireEvent.pointerDown(document.body)],
  ['whoever asked for it', () => stop()],
])('%s ends it, and nothing is entered', (_, end) => {
  type('A');
  end();
  expect(openForm()).toBe('');
});

test('After ten seconds nobody is waiting for the field any more', () => {
  type('A');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_001);
  type('B');
  vi.restoreAllMocks();
  expect(openForm()).toBe('');
});
