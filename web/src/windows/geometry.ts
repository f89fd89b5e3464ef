// Arithmetic of moving and resizing. Pure. The server clamps for good; this only follows the pointer.

import type { WindowBounds } from '../protocol/os';

/** A corner or side that a window is resized by. */
export type Grip = 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw';

/** Every grip. */
export const grips: readonly Grip[] = ['n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw'];

/** The smallest window, as on the server. */
export const smallest = { w: 160, h: 90 };

/** The size of what windows lie on. */
export interface Area {
  w: number;
  h: number;
}

function between(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)));
}

/** The window moved by so much, but not out of the area. */
export function moved(bounds: WindowBounds, dx: number, dy: number, area: Area): WindowBounds {
  return {
    ...bounds,
    x: Math.round(between(bounds.x + dx, 0, area.w - bounds.w)),
    y: Math.round(between(bounds.y + dy, 0, area.h - bounds.h)),
  };
}

/** The window after its grip went so far; the opposite side stays where it is. */
export function resized(
  bounds: WindowBounds,
  grip: Grip,
  dx: number,
  dy: number,
  area: Area,
): WindowBounds {
  let { x, y, w, h } = bounds;
  if (grip.includes('e')) w = between(w + dx, smallest.w, area.w - x);
  if (grip.includes('s')) h = between(h + dy, smallest.h, area.h - y);
  if (grip.includes('w')) {
    const left = between(x + dx, 0, x + w - smallest.w);
    w += x - left;
    x = left;
  }
  if (grip.includes('n')) {
    const top = between(y + dy, 0, y + h - smallest.h);
    h += y - top;
    y = top;
  }
  return { x: Math.round(x), y: Math.round(y), w: Math.round(w), h: Math.round(h) };
}

/** Whether two windows lie the same. */
export function same(one: WindowBounds, other: WindowBounds): boolean {
  return one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h;
}
