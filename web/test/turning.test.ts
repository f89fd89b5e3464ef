// The window of a phone turns with it.

import { expect, it } from 'vitest';

import type { WindowBounds } from '../src/protocol/os';
import { boundsFor, patience, turnedPicture } from '../src/parts/phone/turned';
import type { Size } from '../src/windows/geometry';

const area = { x: 0, y: 0, w: 1440, h: 820 };
/** Where a window goes whose buttons stay where they are. */
function turnedBounds(bounds: WindowBounds, stage: Size, screen: Size): WindowBounds | undefined {
  const picture = turnedPicture(stage, screen);
  return picture && boundsFor(bounds, picture, { w: bounds.w - stage.w, h: bounds.h - stage.h }, area);
}

const upright = { w: 1080, h: 2160 };
const lying = { w: 2160, h: 1080 };

it.each([
  // [what, the window, the room for its picture, the screen, the window then]
  ['turns around its middle and keeps the size of the picture', { x: 200, y: 100, w: 320, h: 700 }, { w: 300, h: 600 }, lying, { x: 50, y: 250, w: 620, h: 400 }],
  ['turns back', { x: 50, y: 250, w: 620, h: 400 }, { w: 600, h: 300 }, upright, { x: 200, y: 100, w: 320, h: 700 }],
  ['stays inside the work area', { x: 0, y: 0, w: 320, h: 700 }, { w: 300, h: 600 }, lying, { x: 0, y: 150, w: 620, h: 400 }],
  ['shrinks the picture where there is no room', { x: 0, y: 300, w: 1400, h: 500 }, { w: 1380, h: 400 }, upright, { x: 510, y: 0, w: 380, h: 820 }],
  ['is never too narrow for the bar', { x: 0, y: 0, w: 220, h: 200 }, { w: 200, h: 100 }, upright, { x: 0, y: 0, w: 280, h: 300 }],
] as const)('%s', (_, bounds, stage, screen, expected) => {
  expect(turnedBounds(bounds, stage, screen)).toStrictEqual(expected);
});

it.each([
  ['suits the phone already', { x: 0, y: 0, w: 620, h: 400 }, { w: 600, h: 300 }, lying],
  ['shows no picture', { x: 0, y: 0, w: 620, h: 400 }, { w: 0, h: 0 }, upright],
  ['is larger than any room', { x: 0, y: 0, w: 1540, h: 1000 }, { w: 100, h: 90 }, upright],
] as const)('a window that %s stays', (_, bounds, stage, screen) => {
  expect(turnedBounds(bounds, stage, screen)).toBeUndefined();
});

it.each([
  ['at first', [], 400],
  ['after one turn', [9_000], 800],
  ['after three turns', [1_000, 8_000, 9_000], 3_200],
  ['after turns that are long past', [0, 0, 0], 400],
  ['after any number', [9_000, 9_000, 9_000, 9_000, 9_000, 9_000], 6_400],
] as const)('%s a phone must stay as it is for a while', (_, turns, expected) => {
  expect(patience(turns, 10_500)).toBe(expected);
});

it('the window of a phone that turns every second moves twice, then stays', () => {
  // Times at which the phone turns; the window turns if the phone stays until its patience is over.
  const turns: number[] = [];
  for (let at = 0; at < 60_000; at += 1_000) if (patience(turns, at) < 1_000) turns.push(at + patience(turns, at));
  expect(turns.filter((at) => at < 10_000)).toHaveLength(2);
  expect(turns.length).toBeLessThan(15);
});
