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
  ['At the foot, where the whole screen is to be kept clear', [across(0, 800)], 16],
])('%s', (_, keepClear, distance) => {
  expect(distanceFromEdge('bottom', stack, screenHeight, keepClear)).toBe(distance);
});

test.each([
  ['Nothing is in the way: toasts stand at the top', [], 16],
  ['Below the card that is acted on', [across(60, 180)], 188],
  ['Above it, where there is room', [across(200, 320)], 16],
])('On a phone: %s', (_, keepClear, distance) => {
  expect(distanceFromEdge('top', stack, screenHeight, keepClear)).toBe(distance);
});
