// A long content in pieces: the first ones by themselves, the others in groups. The browser looks at every piece that
// it may leave out, in every frame; of a group that is out of sight it looks at the group alone.

import { createMemo, For, type JSX } from 'solid-js';

/** So many stand by themselves: more than a window shows at once. */
export const alone = 2;
/** So many make a group. */
const together = 16;

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** `count` pieces, each made once and kept for as long as there are so many. */
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
