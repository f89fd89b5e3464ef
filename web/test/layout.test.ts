// Where a page that is smaller than the desktop shows its windows.

import { describe, expect, it } from 'vitest';

import type { WindowBounds } from '../src/protocol/os';
import type { SafeMonitor, SafeWindow } from '../src/protocol/wire';
import {
  areaHere,
  carried,
  countPlaced,
  forgetClosed,
  isSmaller,
  isWhole,
  maximiseHere,
  placeHere,
  setRoom,
  shownAt,
  unmaximised,
} from '../src/windows/layout';

const rect = (x: number, y: number, w: number, h: number): WindowBounds => ({ x, y, w, h });
const whole = rect(0, 0, 1440, 820);
const small = rect(0, 0, 1024, 700);

it.each<[string, WindowBounds, WindowBounds, WindowBounds, WindowBounds]>([
  ['stays in its corner', rect(0, 0, 400, 300), whole, small, rect(0, 0, 400, 300)],
  ['stays at the other side', rect(1040, 520, 400, 300), whole, small, rect(624, 400, 400, 300)],
  ['stays in the middle', rect(520, 260, 400, 300), whole, small, rect(312, 200, 400, 300)],
  ['gets smaller if it must', rect(100, 0, 1300, 820), whole, small, rect(0, 0, 1024, 700)],
  ['keeps to the panels', rect(0, 40, 400, 300), rect(0, 40, 1440, 780), rect(0, 40, 1024, 660), rect(0, 40, 400, 300)],
  ['is not larger than before', rect(10, 10, 400, 300), whole, whole, rect(10, 10, 400, 300)],
])('a window %s', (_, bounds, from, to, expected) => {
  expect(carried(bounds, from, to)).toStrictEqual(expected);
});

describe('a smaller page', () => {
  const monitor: SafeMonitor = { id: 'monitor-0', viewport: { w: 1440, h: 860 }, workArea: rect(0, 40, 1440, 780) };
  const window = (bounds: WindowBounds, more: Partial<SafeWindow> = {}): SafeWindow =>
    ({ bounds, variant: 'standard', maximized: false, ...more }) as SafeWindow;
  it('has its own area, between the panels', () => {
    expect(areaHere(monitor, { w: 1440, h: 860 })).toStrictEqual(monitor.workArea);
    expect(areaHere(monitor, { w: 1000, h: 700 })).toStrictEqual(rect(0, 40, 1000, 620));
    expect([isSmaller(monitor, { w: 0, h: 0 }), isSmaller(monitor, { w: 1440, h: 859 })]).toStrictEqual([false, true]);
  });
  it('keeps what was arranged on it, until the window moves for everyone', () => {
    const bounds = rect(1000, 40, 440, 400);
    setRoom({ w: 1440, h: 860 });
    expect(shownAt('a', window(bounds), monitor)).toStrictEqual(bounds);
    setRoom({ w: 1000, h: 700 });
    expect(shownAt('a', window(bounds), monitor)).toStrictEqual(rect(560, 40, 440, 400));
    placeHere('a', rect(10, 50, 440, 400), window(bounds));
    expect(shownAt('a', window(bounds), monitor)).toStrictEqual(rect(10, 50, 440, 400));
    expect(shownAt('a', window(rect(0, 40, 440, 400)), monitor)).toStrictEqual(rect(0, 40, 440, 400));
    expect(shownAt('b', window(bounds, { maximized: true }), monitor)).toStrictEqual(rect(0, 40, 1000, 620));
    const panel = { variant: 'panel' } as const;
    expect(shownAt('c', window(rect(0, 820, 1440, 40), panel), monitor)).toStrictEqual(rect(0, 660, 1000, 40));
    expect(shownAt('d', window(rect(0, 0, 1440, 40), panel), monitor)).toStrictEqual(rect(0, 0, 1000, 40));
  });
  it('maximises and restores for itself, whatever the desktop does', () => {
    setRoom({ w: 1000, h: 700 });
    const bounds = rect(1000, 40, 440, 400);
    const free = window(bounds);
    const whole = window(rect(0, 40, 1440, 780), { maximized: true, previousBounds: bounds });
    const seen = (key: string, now: SafeWindow) => [isWhole(key, now, monitor), shownAt(key, now, monitor)];
    maximiseHere('m', free, monitor);
    expect(seen('m', free)).toStrictEqual([true, rect(0, 40, 1000, 620)]);
    expect(unmaximised('m', free, monitor)).toStrictEqual(rect(560, 40, 440, 400));
    placeHere('m', unmaximised('m', free, monitor), free);
    expect(seen('m', free)).toStrictEqual([false, rect(560, 40, 440, 400)]);
    // Maximised for everyone: this page shows it so, until a person restores it here.
    expect(seen('n', whole)).toStrictEqual([true, rect(0, 40, 1000, 620)]);
    placeHere('n', unmaximised('n', whole, monitor), whole);
    expect(seen('n', whole)).toStrictEqual([false, rect(560, 40, 440, 400)]);
    // Once it moves for everyone, what was arranged here is out of date.
    expect(seen('n', window(rect(0, 40, 440, 400)))).toStrictEqual([false, rect(0, 40, 440, 400)]);
    // A page as large as the desktop has no places of its own.
    setRoom({ w: 1440, h: 860 });
    expect([seen('m', free), seen('n', whole)]).toStrictEqual([[false, bounds], [true, whole.bounds]]);
  });
  it('keeps the place of a window that is only maximised and restored for everyone', () => {
    setRoom({ w: 1000, h: 700 });
    const bounds = rect(1000, 40, 440, 400);
    const free = window(bounds);
    const whole = window(rect(0, 40, 1440, 780), { maximized: true, previousBounds: bounds });
    const seen = (now: SafeWindow) => [isWhole('k', now, monitor), shownAt('k', now, monitor)];
    placeHere('k', rect(20, 60, 440, 400), free);
    expect(seen(whole)).toStrictEqual([true, rect(0, 40, 1000, 620)]);
    expect(unmaximised('k', whole, monitor)).toStrictEqual(rect(20, 60, 440, 400));
    // Restored here, before it is for everyone.
    placeHere('k', unmaximised('k', whole, monitor), whole);
    expect(seen(whole)).toStrictEqual([false, rect(20, 60, 440, 400)]);
    expect(seen(free)).toStrictEqual([false, rect(20, 60, 440, 400)]);
    maximiseHere('k', free, monitor);
    expect(seen(free)).toStrictEqual([true, rect(0, 40, 1000, 620)]);
    expect(seen(whole)).toStrictEqual([true, rect(0, 40, 1000, 620)]);
  });
  it('forgets the windows that were closed', () => {
    setRoom({ w: 1000, h: 700 });
    for (let n = 0; n < 50; n += 1) placeHere(`w${n}`, rect(n, 40, 100, 100), window(rect(0, 40, 100, 100)));
    forgetClosed(['w7', 'w9', 'other']);
    expect(countPlaced()).toBe(2);
    expect(shownAt('w9', window(rect(0, 40, 100, 100)), monitor)).toStrictEqual(rect(9, 40, 100, 100));
  });
});
