// Markdown and HTML, as blocks that the server has made safe. Only such blocks are ever inserted as HTML.

import { createEffect, For, Show, type JSX } from 'solid-js';

import type { Block } from '../protocol/wire';
import { Nothing } from './content';
import { Following } from './following';
import { putStylesOn, setStylesAside } from './styled';

const outside = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** What has a direction of its own. */
const parts =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, dl, blockquote, table, caption, td, th, summary, figcaption';

/** Opens links away from the desktop: following one in place would throw the desktop away. */
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

/** Blocks one below the other. A block that keeps its number keeps its element. */
export function Markup(props: { blocks: Block[]; title: string }): JSX.Element {
  return (
    <Following title={props.title} length={lengthOf(props.blocks)}>
      <Show when={props.blocks.length > 0} fallback={<Nothing>Nothing here yet.</Nothing>}>
        {/* Links are reached and pressed as links; this only says where they lead. */}
        <div class="markup" onClick={follow} onAuxClick={follow}>
          <For each={props.blocks}>{(block) => <Piece block={block} />}</For>
        </div>
      </Show>
    </Following>
  );
}

/** How much there is: enough to see that something was added. */
function lengthOf(blocks: readonly Block[]): number {
  return blocks.length * 1e9 + (blocks.at(-1)?.html.length ?? 0);
}

function Piece(props: { block: Block }): JSX.Element {
  let element!: HTMLDivElement;
  createEffect(() => {
    element.innerHTML = setStylesAside(props.block.html);
    putStylesOn(element);
    // The box of a task has no label of its own in Markdown, and a picture may have come without words.
    for (const box of element.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')) {
      box.setAttribute('aria-label', box.checked ? 'Done' : 'To do');
    }
    for (const picture of element.querySelectorAll('img:not([alt])')) picture.setAttribute('alt', '');
    // Each part runs as its own words do. Set when the words are there: earlier, Chromium does not look again.
    for (const part of element.querySelectorAll<HTMLElement>(parts)) part.dir ||= 'auto';
    // Code that is too wide scrolls, by keys too.
    for (const wide of element.querySelectorAll<HTMLElement>('pre')) wide.tabIndex = 0;
  });
  return <div class="block" ref={element} />;
}
