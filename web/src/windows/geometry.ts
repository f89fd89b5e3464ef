// The arithmetic of moving and resizing. Pure. The server clamps authoritatively; this only follows the pointer.

import type { WindowBounds } from '../protocol/os';

/** A corner or side that resizes a window. */
export type Grip = 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw';

/** The smallest window, as on the server. */
export const smallest = { w: 160, h: 90 };

/** The size of something. */
export interface Size {
  w: number;
  h: number;
}

function between(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)));
}

/** Returns the window moved by this much, but not out of the work area. */
export function moved(
  bounds: WindowBounds,
  dx: number,
  dy: number,
  area: WindowBounds,
): WindowBounds {
  return {
    ...bounds,
    x: Math.round(between(bounds.x + dx, area.x, area.x + area.w - bounds.w)),
    y: Math.round(between(bounds.y + dy, area.y, area.y + area.h - bounds.h)),
  };
}

/** Returns the window after its grip moved this far; the opposite side stays. */
export function resized(
  bounds: WindowBounds,
  grip: Grip,
  dx: number,
  dy: number,
  area: WindowBounds,
): WindowBounds {
  let { x, y, w, h } = bounds;
  if (grip.includes('e')) w = between(w + dx, smallest.w, area.x + area.w - x);
  if (grip.includes('s')) h = between(h + dy, smallest.h, area.y + area.h - y);
  if (grip.includes('w')) {
    const left = between(x + dx, area.x, x + w - smallest.w);
    w += x - left;
    x = left;
  }
  if (grip.includes('n')) {
    const top = between(y + dy, area.y, y + h - smallest.h);
    h += y - top;
    y = top;
  }
  return { x: Math.round(x), y: Math.round(y), w: Math.round(w), h: Math.round(h) };
}

/** Whether two windows have the same bounds. */
export function same(one: WindowBounds, other: WindowBounds): boolean {
  return one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h;
}

/**
 * Returns the grip at a point of a window's border, measured from its top left corner. A corner's grip reaches `reach`
 * pixels along either side: people aim at corners, and a border alone is too thin to hit.
 */
export function gripAt(x: number, y: number, size: Size, reach: number): Grip {
  const corner = Math.min(reach, size.w / 3, size.h / 3);
  const vertical = y < corner ? 'n' : y > size.h - corner ? 's' : '';
  const horizontal = x < corner ? 'w' : x > size.w - corner ? 'e' : '';
  if (vertical !== '' && horizontal !== '') return `${vertical}${horizontal}`;
  // On a side: the nearest one.
  const sides: [Grip, number][] = [
    ['n', y],
    ['s', size.h - y],
    ['w', x],
    ['e', size.w - x],
  ];
  return sides.reduce((nearest, side) => (side[1] < nearest[1] ? side : nearest))[0];
}

/**
 * Returns a window of this size under the pointer, for a maximised or snapped one that is dragged away: it is grabbed
 * at the same share of its width, and near its top.
 */
export function underPointer(
  size: Size,
  pointer: { x: number; y: number },
  from: WindowBounds,
  area: WindowBounds,
): WindowBounds {
  const share = from.w > 0 ? between((pointer.x - from.x) / from.w, 0, 1) : 0.5;
  const below = between(pointer.y - from.y, 0, 36);
  const { w, h } = size;
  return moved({ x: pointer.x - share * w, y: pointer.y - below, w, h }, 0, 0, area);
}
