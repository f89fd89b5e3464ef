// Finds windows that are invisible because others cover them. Pure.

import type { WindowBounds } from '../protocol/os';

/** A window left over in more pieces than this counts as visible: being sure would cost more than drawing it. */
const mostPieces = 24;

/** Whether the others cover all of `bounds`. */
export function isCovered(bounds: WindowBounds, above: Iterable<WindowBounds>): boolean {
  let left = [bounds];
  for (const over of above) {
    left = left.flatMap((piece) => without(piece, over));
    if (left.length === 0) return true;
    if (left.length > mostPieces) return false;
  }
  return false;
}

/** Returns the rest of a rectangle outside another, in at most four pieces. */
function without(piece: WindowBounds, over: WindowBounds): WindowBounds[] {
  const right = Math.min(piece.x + piece.w, over.x + over.w);
  const bottom = Math.min(piece.y + piece.h, over.y + over.h);
  const left = Math.max(piece.x, over.x);
  const top = Math.max(piece.y, over.y);
  if (left >= right || top >= bottom) return [piece];
  return [
    { x: piece.x, y: piece.y, w: piece.w, h: top - piece.y },
    { x: piece.x, y: bottom, w: piece.w, h: piece.y + piece.h - bottom },
    { x: piece.x, y: top, w: left - piece.x, h: bottom - top },
    { x: right, y: top, w: piece.x + piece.w - right, h: bottom - top },
  ].filter(({ w, h }) => w > 0 && h > 0);
}
