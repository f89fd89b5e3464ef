// Where icons and the greeting stand: never on each other, never under a phone while there is room beside it.

import { describe, expect, it } from 'vitest';

import { arrange, firstColumn, type Box } from '../src/shell/arrangement';

const icon = { w: 92, h: 100 };
const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

const areas = [
  { w: 1440, h: 848 },
  { w: 1280, h: 668 },
  { w: 900, h: 560 },
  { w: 660, h: 500 },
  { w: 660, h: 90 },
];
const phones: Record<string, (area: { w: number; h: number }) => Box[]> = {
  'no phone': () => [],
  'a phone beside the first column': ({ h }) => [{ x: 148, y: 24, w: 400, h: h - 48 }],
  'a phone on the left edge': ({ h }) => [{ x: 0, y: 0, w: 400, h }],
  'a small phone in the middle': ({ w, h }) => [{ x: w / 2 - 100, y: h / 2 - 150, w: 200, h: 300 }],
  'two phones': ({ w, h }) => [
    { x: 40, y: 20, w: 220, h: h - 40 },
    { x: w - 260, y: 20, w: 220, h: h - 40 },
  ],
};

describe.each(Object.entries(phones))('%s', (_name, boxes) => {
  it.each([0, 1, 3, 12, 40, 400])('%i icons', (count) => {
    for (const area of areas) {
      for (const greeted of [true, false]) {
        const where = `${area.w}x${area.h}, greeted: ${greeted}`;
        const { places, scrolls, home } = arrange(count, area, boxes(area), greeted);
        expect(places, where).toHaveLength(count);
        expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size, where).toBe(count);
        const wrong = places.filter((place) => {
          const box = { ...place, ...icon };
          const outside = box.x < 0 || box.x + box.w > area.w || box.y < 0;
          const below = scrolls === undefined && area.h > 150 && box.y + box.h > area.h;
          // What scrolls passes the whole height of its column.
          const passed = scrolls === undefined ? box : { ...box, y: 0, h: area.h };
          const covered = boxes(area).some((phone) => overlaps(phone, passed));
          const greeting = greeted && box.x + box.w > home.from && box.x < area.w - home.to;
          return outside || below || covered || greeting;
        });
        expect(wrong, where).toStrictEqual([]);
        if (greeted) expect(area.w - home.from - home.to, where).toBeGreaterThan(200);
      }
    }
  });
});

it('icons fill the first column before the second, and the greeting takes the rest', () => {
  const { places, scrolls, home } = arrange(9, { w: 1440, h: 848 }, [], true);
  expect(places.map(({ x }) => x)).toStrictEqual([...Array<number>(7).fill(16), 116, 116]);
  expect(scrolls).toBeUndefined();
  expect(home).toStrictEqual({ from: 224, to: 0 });
  expect(arrange(0, { w: 1440, h: 848 }, [], true).home).toStrictEqual({ from: 0, to: 0 });
  expect(arrange(1, { w: 1440, h: 848 }, [], true).home.from).toBe(firstColumn);
});

it('a phone that covers everything moves no icon away', () => {
  const { places } = arrange(3, { w: 900, h: 560 }, [{ x: 0, y: 0, w: 900, h: 560 }], true);
  expect(places.map(({ x }) => x)).toStrictEqual([16, 16, 16]);
});
