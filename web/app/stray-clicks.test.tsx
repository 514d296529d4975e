// @vitest-environment happy-dom
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { dropStrayClicks } from './stray-clicks.ts';

const opened = vi.fn();
beforeEach(() => {
  opened.mockReset();
  return dropStrayClicks();
});

/** Clicks one after the other, each on what stands there by then, as a browser counts them. */
function press(...names: string[]): void {
  for (const [index, name] of names.entries()) click(name, index + 1);
}
/** Whether the browser does what it does by itself. */
function click(name: string, detail: number): boolean {
  return fireEvent.click(screen.getByText(name), { detail });
}

/** A lead under what closes by its first click. */
function Closing() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <main>
      <button type="button" onClick={opened}>
        Lead
      </button>
      {isOpen && (
        <button type="button" onClick={() => setIsOpen(false)}>
          Close
        </button>
      )}
    </main>
  );
}

test('The second click of a double click opens nothing below what the first has closed', () => {
  render(<Closing />);
  click('Close', 1);
  expect(click('Lead', 2)).toBe(false);
  expect(click('Lead', 3)).toBe(false);
  expect(opened).not.toHaveBeenCalled();
});

test('Nor does it press what has opened over the button that the first was on', () => {
  render(
    <>
      <button type="button">Open</button>
      <button type="button" onClick={opened}>
        Dialog
      </button>
    </>,
  );
  press('Open', 'Dialog');
  expect(opened).not.toHaveBeenCalled();
});

test('The next press after a pause counts, and so does a key on what has the focus by then', () => {
  render(<Closing />);
  press('Close', 'Lead');
  click('Lead', 0);
  click('Lead', 1);
  expect(opened).toHaveBeenCalledTimes(2);
});

test('A key that opens what is below makes the second click no less stray', () => {
  render(<Closing />);
  click('Close', 1);
  click('Lead', 0);
  click('Lead', 2);
  expect(opened).toHaveBeenCalledTimes(1);
});

test('A press whose first was of a button that was still off counts, whatever was pressed long before', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  render(
    <>
      <button type="button">Other</button>
      <button type="button" onClick={opened}>
        Save
      </button>
    </>,
  );
  click('Other', 1);
  now.mockReturnValue(13_000);
  click('Save', 2);
  now.mockRestore();
  expect(opened).toHaveBeenCalledTimes(1);
});

test('A page that was busy between two clicks knows that they were one double click', () => {
  render(<Closing />);
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  click('Close', 1);
  const second = createEvent.click(screen.getByText('Lead'), { detail: 2 });
  Object.defineProperty(second, 'timeStamp', { value: 10_200 });
  now.mockReturnValue(13_000);
  fireEvent(screen.getByText('Lead'), second);
  now.mockRestore();
  expect(opened).not.toHaveBeenCalled();
});

test('Clicks at one place take one after the other out of a list, and press nothing else of it', () => {
  function Filters() {
    const [names, setNames] = useState(['New', 'Open', 'Live']);
    return (
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="cross"
              onClick={() => setNames(names.filter((other) => other !== name))}
            >
              {name}
            </button>
          </li>
        ))}
        <li>
          <button type="button" onClick={opened}>
            Lead
          </button>
        </li>
      </ul>
    );
  }
  render(<Filters />);
  press('New', 'Open', 'Live', 'Lead');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Lead']);
  expect(opened).not.toHaveBeenCalled();
});

test('Each series is of its own first click, also in one list', () => {
  render(
    <ul>
      <li>
        <button type="button">One</button>
      </li>
      <li>
        <button type="button" onClick={opened}>
          Other
        </button>
      </li>
    </ul>,
  );
  press('One', 'Other');
  expect(opened).not.toHaveBeenCalled();
  press('Other', 'Other');
  expect(opened).toHaveBeenCalledTimes(2);
});

test('What is around the first may be pressed by the second', () => {
  render(<p>Words</p>);
  click('Words', 1);
  expect(fireEvent.click(document.body, { detail: 2 })).toBe(true);
});

test('Two presses of one button count, also where what it shows is drawn anew', () => {
  function Next() {
    const [page, setPage] = useState(1);
    return (
      <button type="button" onClick={() => setPage(page + 1)}>
        <span key={page}>Page {page}</span>
      </button>
    );
  }
  render(<Next />);
  press('Page 1', 'Page 2', 'Page 3');
  expect(screen.queryByText('Page 4')).not.toBeNull();
});

test.each([
  [0, 0],
  [1, 1],
  [1, 2],
])(
  'A label that is pressed twice reaches its box twice, however browsers count that',
  (...counts) => {
    render(
      <>
        <label htmlFor="box">Box</label>
        <input id="box" type="checkbox" />
      </>,
    );
    for (const [index, detail] of counts.entries()) {
      expect(click('Box', index + 1)).toBe(true);
      expect(fireEvent.click(screen.getByRole('checkbox'), { detail })).toBe(true);
    }
  },
);

test('A word of a text is selected by two clicks', () => {
  render(<p>Words</p>);
  click('Words', 1);
  expect(click('Words', 2)).toBe(true);
});
