// Many blocks of text in lots of about the same size: a lot is parsed at once, and not laid out while it is out of sight.

import type { Block } from '../protocol/wire';

/** So much HTML makes a lot, in UTF-16 units: half of what a large window shows at once. */
const full = 2_000;

/** Where each lot begins. Given where they began before, those that are still there begin where they did. */
export function lotsOf(blocks: readonly Block[], before: readonly number[] = []): number[] {
  // The last one may have grown, so it is cut anew.
  const starts = before.filter((start) => start < blocks.length);
  let start = starts.pop() ?? 0;
  if (blocks.length === 0) return [];
  starts.push(start);
  let size = 0;
  for (let at = start; at < blocks.length; at += 1) {
    if (size >= full) {
      start = at;
      size = 0;
      starts.push(start);
    }
    size += blocks[at]?.html.length ?? 0;
  }
  return starts;
}

/** How high a lot will be, roughly, until it is drawn. */
export function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { html }) => sum + 24 * Math.ceil(html.length / 90) + 12, 0);
}
