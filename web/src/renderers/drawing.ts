// Contents that have changed and are not drawn yet. Each is drawn as it is when its turn comes: what was overtaken
// meanwhile is never drawn.

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

/** Draws something with one of the next frames: what is in view before what is not. */
export function drawSoon(draw: () => void, inView: boolean): void {
  if (!inView) return unseen.add(draw);
  unseen.drop(draw);
  seen.add(draw);
}

/** Draws it no more. */
export function drawNever(draw: () => void): void {
  seen.drop(draw);
  unseen.drop(draw);
}
