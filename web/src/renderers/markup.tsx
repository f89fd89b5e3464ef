// Markdown and HTML, as blocks that the server has sanitised. Only such blocks are ever inserted as HTML.

import { createMemo, createSignal, Show, type JSX } from 'solid-js';
import { unwrap } from 'solid-js/store';

import type { Block } from '../protocol/wire';
import { t } from '../words/say';
import { Nothing } from './nothing';
import { Following } from './following';
import { alone, Groups } from './groups';
import { Lot } from './lot';
import { lotsOf } from './lots';

const outside = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Opens links outside the desktop: following one in place would leave the desktop. */
function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  const target = link.getAttribute('href') ?? '';
  if (target.startsWith('#')) {
    const name = target.slice(1);
    const inside = [...(link.closest('.markup')?.querySelectorAll('[id]') ?? [])];
    inside.find((element) => element.id === name)?.scrollIntoView({ block: 'nearest' });
  } else if (outside.has(link.protocol)) {
    window.open(link.href, '_blank', 'noopener,noreferrer');
  }
}

/** A column of blocks. A list of blocks is immutable: a change is a new list. */
export function Markup(props: { blocks: Block[]; title: string }): JSX.Element {
  // Hundreds of blocks are not observed one by one.
  const blocks = createMemo<readonly Block[]>(() => unwrap(props.blocks));
  const starts = createMemo<number[]>((before) => lotsOf(blocks(), before), []);
  const [length, setLength] = createSignal(0);
  const lot = (index: number): JSX.Element => {
    const inside = createMemo(
      () => blocks().slice(starts()[index], starts()[index + 1] ?? blocks().length),
      [],
      { equals: sameBlocks },
    );
    const drawn = (): void => void setLength(lengthOf(blocks()));
    return <Lot blocks={inside()} now={index < alone} onDrawn={drawn} />;
  };
  return (
    <Following title={props.title} length={length()}>
      <Show when={blocks().length > 0} fallback={<Nothing>{t`Nothing here yet.`}</Nothing>}>
        {/* Links are focused and pressed as links; this only decides where they open. */}
        <div class="markup" onClick={follow} onAuxClick={follow}>
          <Groups count={starts().length} piece={lot} />
        </div>
      </Show>
    </Following>
  );
}

function sameBlocks(before: readonly Block[], after: readonly Block[]): boolean {
  return before.length === after.length && after.every((block, index) => block === before[index]);
}

/** Returns the amount of content, to detect additions. */
function lengthOf(blocks: readonly Block[]): number {
  return blocks.length * 1e9 + (blocks.at(-1)?.html.length ?? 0);
}
