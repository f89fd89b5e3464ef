// The place of a phone's window after the phone was turned. Pure.

import type { WindowBounds } from '../../protocol/os';
import { moved, type Size } from '../../windows/geometry';

/** The least width, for the bar above the picture. */
const least = 280;

/**
 * Returns the size that the picture of a turned phone should have: as before, with the sides swapped. `stage` is the
 * room that the picture has in the window. `undefined` if that room suits it already.
 */
export function turnedPicture(stage: Size, screen: Size): Size | undefined {
  const wide = screen.w > screen.h;
  if (stage.w <= 0 || stage.h <= 0 || wide === stage.w > stage.h) return undefined;
  const scale = Math.min(stage.w / screen.h, stage.h / screen.w);
  return { w: screen.w * scale, h: screen.h * scale };
}

/**
 * Returns bounds around the same middle for a window with a picture of this size, or a smaller one if the area is too
 * small. `chrome` is what the window needs besides the picture. `undefined` if there is no room for a picture.
 */
export function boundsFor(bounds: WindowBounds, picture: Size, chrome: Size, area: WindowBounds): WindowBounds | undefined {
  const scale = Math.min(1, (area.w - chrome.w) / picture.w, (area.h - chrome.h) / picture.h);
  if (!(scale > 0)) return undefined;
  const w = Math.min(area.w, Math.max(least, Math.round(picture.w * scale + chrome.w)));
  const h = Math.min(area.h, Math.round(picture.h * scale + chrome.h));
  const [x, y] = [bounds.x + (bounds.w - w) / 2, bounds.y + (bounds.h - h) / 2];
  return moved({ x, y, w, h }, 0, 0, area);
}

/** How long a phone must stay as it is before its window turns, in milliseconds. */
const calm = 400;
/** The time that counts as lately, in milliseconds. */
const lately = 10_000;
/** How often the patience doubles at most. */
const mostDoublings = 4;

/**
 * Returns how long the phone must now stay as it is, from the times at which its window turned. Each turn of the last
 * seconds doubles it: the window of a phone that turns all the time stays, and the picture turns inside it.
 */
export function patience(turns: readonly number[], now: number): number {
  const recent = turns.filter((at) => now - at < lately).length;
  return calm * 2 ** Math.min(recent, mostDoublings);
}
