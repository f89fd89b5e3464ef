// Splits many blocks of text into batches of similar size: a batch is parsed at once, and not laid out while it is out
// of sight.

import type { Block } from '../protocol/wire';

/** The amount of HTML per batch, in UTF-16 units: half of what a large window shows at once. */
const full = 2_000;

/** Returns where each batch begins. Given the previous starts, existing batches keep theirs. */
export function lotsOf(blocks: readonly Block[], before: readonly number[] = []): number[] {
  // The last one may have grown, so it is split again.
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

/** Estimates the height of a batch until it is drawn. */
export function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { html }) => sum + 24 * Math.ceil(html.length / 90) + 12, 0);
}
