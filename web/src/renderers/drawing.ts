// Changed content that is not drawn yet. Each is drawn in its state at that time, so overtaken states are never drawn.

import { inSlices } from '../windows/slices';

function queue(lane: 'content' | 'unseen'): { add: (draw: () => void) => void; drop: (draw: () => void) => void } {
  const waiting = new Set<() => void>();
  const wake = inSlices(lane, () => {
    const [draw] = waiting;
    if (!draw) return undefined;
    waiting.delete(draw);
    return draw;
  });
  return {
    add: (draw) => {
      waiting.add(draw);
      wake();
    },
    drop: (draw) => waiting.delete(draw),
  };
}

const seen = queue('content');
const unseen = queue('unseen');

/** Draws with one of the next frames, visible content first. */
export function drawSoon(draw: () => void, inView: boolean): void {
  if (!inView) return unseen.add(draw);
  unseen.drop(draw);
  seen.add(draw);
}

/** Cancels a drawing. */
export function drawNever(draw: () => void): void {
  seen.drop(draw);
  unseen.drop(draw);
}
