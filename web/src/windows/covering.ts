// Which windows nobody can see because others lie over them. Pure.

import type { WindowBounds } from '../protocol/os';

/** A window that is left over in more pieces than this is taken for visible: to be sure would cost more than to draw it. */
const mostPieces = 24;

/** Whether all of `bounds` lies below the others. */
export function isCovered(bounds: WindowBounds, above: Iterable<WindowBounds>): boolean {
  let left = [bounds];
  for (const over of above) {
    left = left.flatMap((piece) => without(piece, over));
    if (left.length === 0) return true;
    if (left.length > mostPieces) return false;
  }
  return false;
}

/** What is left of a rectangle outside another, in at most four pieces. */
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
