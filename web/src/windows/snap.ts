// Halves, quarters and the whole of the work area, where a window goes when it is dragged to an edge or sent by keys.
// Pure.

import type { WindowBounds } from '../protocol/os';
import { t } from '../words/say';
import { same, smallest } from './geometry';

/** A zone that a window snaps to. */
export type Zone =
  | 'left'
  | 'right'
  | 'top-left'
  | 'top-right'
  | 'bottom-left'
  | 'bottom-right'
  | 'whole';

/** The zones that a person can choose from a list, with their names. */
export const zoneNames: Record<Zone, string> = {
  left: t`Left half`,
  right: t`Right half`,
  'top-left': t`Top left quarter`,
  'top-right': t`Top right quarter`,
  'bottom-left': t`Bottom left quarter`,
  'bottom-right': t`Bottom right quarter`,
  whole: t`Whole desktop`,
};

/** How close to an edge the pointer has to come, in pixels. */
const near = 16;
/** How far a corner reaches along an edge, as a share of it. */
const cornerShare = 0.25;

/** Returns the zone for a pointer at the edge of the work area, if it is at one. */
export function zoneAt(x: number, y: number, area: WindowBounds): Zone | undefined {
  const [left, right] = [x - area.x <= near, area.x + area.w - x <= near];
  const [top, bottom] = [y - area.y <= near, area.y + area.h - y <= near];
  const [across, down] = [(x - area.x) / area.w, (y - area.y) / area.h];
  const high = down < cornerShare;
  const low = down > 1 - cornerShare;
  if (left) return high ? 'top-left' : low ? 'bottom-left' : 'left';
  if (right) return high ? 'top-right' : low ? 'bottom-right' : 'right';
  // The corners are smaller along the top, because people aim at its middle to maximise.
  if (top) return across < cornerShare / 3 ? 'top-left' : across > 1 - cornerShare / 3 ? 'top-right' : 'whole';
  if (bottom && across < cornerShare / 3) return 'bottom-left';
  if (bottom && across > 1 - cornerShare / 3) return 'bottom-right';
  return undefined;
}

/** Returns the bounds of a zone. On a tiny desktop a window keeps the minimum size. */
export function boundsOf(zone: Zone, area: WindowBounds): WindowBounds {
  if (zone === 'whole') return { ...area };
  const leftWidth = Math.floor(area.w / 2);
  const topHeight = Math.floor(area.h / 2);
  const isRight = zone.endsWith('right');
  const isTop = zone.startsWith('top');
  const isBottom = zone.startsWith('bottom');
  const w = Math.min(area.w, Math.max(smallest.w, isRight ? area.w - leftWidth : leftWidth));
  const h = Math.min(
    area.h,
    isTop || isBottom
      ? Math.max(smallest.h, isBottom ? area.h - topHeight : topHeight)
      : area.h,
  );
  return {
    x: isRight ? area.x + area.w - w : area.x,
    y: isBottom ? area.y + area.h - h : area.y,
    w,
    h,
  };
}

/** Returns the zone that a window fills exactly, if any. */
export function zoneOf(bounds: WindowBounds, area: WindowBounds): Zone | undefined {
  return (Object.keys(zoneNames) as Zone[]).find((zone) => same(bounds, boundsOf(zone, area)));
}

/** A direction in which a person sends a window. */
export type Direction = 'left' | 'right' | 'up' | 'down';

/** The result of sending a window in a direction. */
export type Sent = Zone | 'restore' | 'minimise';

/**
 * Returns where a window goes: first to a half, from a half with up or down to its quarter, from a quarter back to its
 * half; up maximises, down restores and then minimises.
 */
export function sentTo(now: Zone | undefined, direction: Direction): Sent {
  switch (direction) {
    case 'left':
    case 'right': {
      const quarter = now?.match(/^(top|bottom)-(left|right)$/);
      // Sideways from a quarter it stays in its row, if it is not there already.
      if (quarter && quarter[2] !== direction) return `${quarter[1] as 'top' | 'bottom'}-${direction}`;
      return direction;
    }
    case 'up':
      if (now === 'left' || now === 'right') return `top-${now}`;
      if (now === 'bottom-left') return 'left';
      if (now === 'bottom-right') return 'right';
      return 'whole';
    case 'down':
      if (now === 'left' || now === 'right') return `bottom-${now}`;
      if (now === 'top-left') return 'left';
      if (now === 'top-right') return 'right';
      return now === 'whole' ? 'restore' : 'minimise';
  }
}
