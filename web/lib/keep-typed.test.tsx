// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

function type(...keys: (string | { key: string; ctrlKey?: boolean; shiftKey?: boolean })[]) {
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

test('A box that is ticked gets no text, which waits for a field', () => {
  type('A');
  render(<input type="checkbox" value="tick" />);
  const box = screen.getByRole<HTMLInputElement>('checkbox');
  fireEvent.focusIn(box);
  expect(box.value).toBe('tick');
  expect(openForm()).toBe('A');
});

test.each([
  ['Shift+Tab', () => type({ key: 'Tab', shiftKey: true })],
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

describe('Tab after a text', () => {
  /** Fields and what stands between them, the first of which takes the focus. */
  async function openFields() {
    render(
      <>
        <input aria-label="Company" />
        <input aria-label="Off" disabled />
        <a href="/hint" tabIndex={-1}>
          Hint
        </a>
        <input aria-label="First" />
        <input aria-label="Email" type="email" />
        <button type="button" onClick={heard}>
          Add
        </button>
        <input aria-label="After" />
      </>,
    );
    await act(async () => screen.getByLabelText('Company').focus());
    return {
      values: screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value),
      focused:
        document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName,
    };
  }

  test.each([
    [
      'leads on to the next field',
      ['H', 'P', 'Tab', 'B', 'o', 'b'],
      ['HP', '', 'Bob', '', ''],
      'First',
    ],
    ['leads as far as it is pressed', ['H', 'Tab', 'Tab', 'b'], ['H', '', '', 'b', ''], 'Email'],
    ['leads on by itself', ['H', 'Tab'], ['H', '', '', '', ''], 'First'],
    [
      'takes nothing back from the field before',
      ['H', 'Tab', 'x', 'Backspace', 'Backspace', 'B'],
      ['H', '', 'B', '', ''],
      'First',
    ],
    [
      'ends on what is no field, which is not pressed',
      ['H', 'Tab', 'B', 'Tab', 'b', 'Tab', 'x', ' ', 'Enter', 'Tab', 'y'],
      ['H', '', 'B', 'b', ''],
      'BUTTON',
    ],
  ])('%s', async (_, keys, values, focused) => {
    type(...keys);
    expect(await openFields()).toEqual({ values, focused });
    expect(heard).not.toHaveBeenCalled();
  });

  test('leads on from a field only while that has the focus', async () => {
    type('A', 'Tab', 'B');
    render(
      <>
        <input aria-label="Search" onInput={({ currentTarget }) => currentTarget.blur()} />
        <input aria-label="Next" />
      </>,
    );
    await act(async () => screen.getByLabelText('Search').focus());
    expect(document.activeElement).toBe(document.body);
    expect(screen.getByLabelText<HTMLInputElement>('Next').value).toBe('');
  });

  test('replaces what stands in the field that it leads to, as pressing it there does', async () => {
    type('A', 'Tab', 'B');
    render(
      <>
        <input aria-label="Search" />
        <input aria-label="Next" defaultValue="before" />
      </>,
    );
    await act(async () => screen.getByLabelText('Search').focus());
    expect(screen.getByLabelText<HTMLInputElement>('Next').value).toBe('B');
  });
});

test('Tab with nothing typed before it ends it', () => {
  type('A', 'Backspace', 'Tab', 'B');
  expect(heard).toHaveBeenCalledTimes(2);
  expect(openForm()).toBe('');
});
