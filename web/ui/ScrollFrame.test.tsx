// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '#test/render.tsx';
import { ScrollFrame } from './ScrollFrame.tsx';

/** Nothing is laid out here: how large the content and its place are has to be told. */
function layOut(content: { width: number; height: number }) {
  const sizes = {
    scrollWidth: content.width,
    clientWidth: 400,
    scrollHeight: content.height,
    clientHeight: 400,
  };
  for (const [name, size] of Object.entries(sizes)) {
    vi.spyOn(HTMLElement.prototype, name as keyof typeof sizes, 'get').mockReturnValue(size);
  }
}

const open = () => renderScreen(<ScrollFrame label="Fruits">apples</ScrollFrame>);
const ends = () => Object.keys(screen.getByText('apples').parentElement?.dataset ?? {}).sort();

afterEach(() => vi.restoreAllMocks());

test('What fits is no stop of the keyboard and has no shadows', () => {
  layOut({ width: 400, height: 400 });
  open();
  expect(screen.queryByRole('region')).toBeNull();
  expect(ends()).toEqual([]);
});

test.each([
  ['on its right', { width: 900, height: 400 }, { scrollLeft: 0 }, ['moreRight']],
  ['on its left', { width: 900, height: 400 }, { scrollLeft: 500 }, ['moreLeft']],
  ['on both sides', { width: 900, height: 400 }, { scrollLeft: 90 }, ['moreLeft', 'moreRight']],
  ['below', { width: 400, height: 900 }, { scrollTop: 0 }, ['moreBelow']],
  ['nowhere below its end', { width: 400, height: 900 }, { scrollTop: 500 }, []],
])(
  'What is too large can be scrolled by keyboard and says that there is more %s',
  (_, content, position, expected) => {
    layOut(content);
    open();
    const region = screen.getByRole('region', { name: 'Fruits, scrollable' });
    expect(region.tabIndex).toBe(0);
    act(() => {
      Object.assign(region, position);
      region.dispatchEvent(new Event('scroll'));
    });
    expect(ends()).toEqual(expected);
  },
);
