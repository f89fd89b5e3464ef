// Long content in pieces: the first ones alone, the others in groups. In every frame the browser checks each piece that
// it may skip; for a group out of sight it only checks the group.

import { createMemo, For, type JSX } from 'solid-js';

/** How many pieces are alone: more than a window shows at once. */
export const alone = 2;
/** How many pieces make a group. */
const together = 16;

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** `count` pieces, each created once and kept while it is in range. */
export function Groups(props: {
  count: number;
  piece: (index: number) => JSX.Element;
}): JSX.Element {
  const first = createMemo(() => range(0, Math.min(alone, props.count)));
  const groups = createMemo(() => range(0, Math.ceil((props.count - alone) / together)));
  return (
    <>
      <For each={first()}>{props.piece}</For>
      <For each={groups()}>
        {(group) => {
          const begin = alone + group * together;
          const inside = createMemo(() => range(begin, Math.min(begin + together, props.count)));
          return (
            <span class="group">
              <For each={inside()}>{props.piece}</For>
            </span>
          );
        }}
      </For>
    </>
  );
}
