import { expect, test } from 'vitest';
import { distanceFromEdge } from './toast-place.ts';

const screenHeight = 800;
const stack = { left: 900, right: 1264, height: 90 };
const across = (top: number, bottom: number) => ({ left: 300, right: 1200, top, bottom });
const pager = across(700, 757);

test.each([
  ['Nothing is in the way: toasts stand at the foot of the screen', [], 16],
  ['What ends left of them is not in their way', [{ ...pager, right: 890 }], 16],
  ['What is off the screen is not in their way', [across(-200, -10), across(810, 900)], 16],
  ['Below the pager, where there is room', [across(600, 680)], 16],
  ['Above the pager, where there is none', [pager], 108],
  [
    'Above the row that is acted on, where that stands above the pager',
    [pager, across(600, 652)],
    208,
  ],
  ['In between, where there is room', [pager, across(300, 352)], 108],
  ['The order in which they are looked at makes no difference', [across(600, 652), pager], 208],
  ['With a gap to what ends near the foot', [across(790, 800)], 18],
  ['At the foot, where what stands above leaves a gap', [across(600, 686)], 16],
  ['Past it, where it would leave too small a gap', [across(600, 687)], 208],
  ['At the foot, where the whole screen is to be kept clear', [across(0, 800)], 16],
])('%s', (_, keepClear, distance) => {
  expect(distanceFromEdge('bottom', stack, screenHeight, keepClear)).toBe(distance);
});

const rowsFrom = (top: number, count: number) =>
  Array.from({ length: count }, (_, row) => across(top + row * 52, top + row * 52 + 52));

test.each([
  ['Beside the pager and below the rows', [{ ...pager, right: 880 }], rowsFrom(180, 10), 16],
  ['Above the pager, over rows where there is nothing else', [pager], rowsFrom(180, 10), 108],
  ['Above rows that end in the lower half', [], rowsFrom(700, 2), 108],
  ['Not in the other half of the screen, only to cover no row', [], rowsFrom(280, 10), 16],
])('Of rows that nobody acts on: %s', (_, keepClear, rows, distance) => {
  expect(distanceFromEdge('bottom', stack, screenHeight, keepClear, rows)).toBe(distance);
});

test.each([
  ['Below the top bar', [{ left: 0, right: 1264, top: 0, bottom: 52 }], 60],
  ['Nothing is in the way: toasts stand at the top', [], 16],
  ['Below the card that is acted on', [across(60, 180)], 188],
  ['Above it, where there is room', [across(200, 320)], 16],
])('On a phone: %s', (_, keepClear, distance) => {
  expect(distanceFromEdge('top', stack, screenHeight, keepClear)).toBe(distance);
});
