// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useToastPlace } from './use-toast-place.ts';

const screenHeight = 844;
const spans: Record<string, [top: number, bottom: number]> = {
  stack: [0, 60],
  search: [477, 513],
  row: [570, 844],
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

test('On a phone a toast covers rows that nobody acts on rather than the search above them', () => {
  vi.stubGlobal('innerHeight', screenHeight);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [top, bottom] = spans[this.id] ?? [0, 0];
    return { left: 16, right: 374, top, bottom, height: bottom - top } as DOMRect;
  });
  document.body.innerHTML = `
    <main><input id="search" /><table><tbody><tr id="row"></tr></tbody></table></main>
    <div class="mantine-Notifications-root" data-position="bottom-center" id="stack"></div>`;
  renderHook(() => useToastPlace('bottom-center', true));
  expect(document.documentElement.style.getPropertyValue('--toasts-distance')).toBe('16px');
});
