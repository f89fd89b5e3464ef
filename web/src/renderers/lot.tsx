// A batch of blocks: drawn at once, later changed block by block, so that a selection in the others stays.

import { createEffect, on, onCleanup, type JSX } from 'solid-js';

import { changesDirection } from '../bidi';
import type { Block } from '../protocol/wire';
import { t } from '../words/say';
import { drawNever, drawSoon } from './drawing';
import { heightOf } from './lots';
import { putStylesOn, setStylesAside } from './styled';

/** Elements with their own text direction. */
const parts =
  `p, h1, h2, h3, h4, h5, h6, ul, ol, dl, blockquote, table, caption, td, th, summary, figcaption`;

interface Drawn extends Block {
  element: Element;
}

/** The batch. Its blocks are an immutable copy; `now` draws them without waiting for a frame. */
export function Lot(props: { blocks: readonly Block[]; now: boolean; onDrawn: () => void }): JSX.Element {
  let lot!: HTMLDivElement;
  let drawn: Drawn[] = [];
  const draw = (): void => {
    drawn = drawn.length === 0 ? drawAll(lot, props.blocks) : change(lot, drawn, props.blocks);
    lot.style.minHeight = '';
    props.onDrawn();
  };
  createEffect(
    on(
      () => props.blocks,
      (blocks, before) => {
        if (before === undefined && props.now) return draw();
        if (drawn.length === 0) lot.style.minHeight = `${heightOf(blocks)}px`;
        drawSoon(draw, props.now || drawn.length > 0);
      },
    ),
  );
  onCleanup(() => drawNever(draw));
  return <div class="lot" ref={lot} />;
}

/** Parses all blocks at once. */
function drawAll(lot: HTMLElement, blocks: readonly Block[]): Drawn[] {
  const html = blocks.map((block) => `<div class="block">${setStylesAside(block.html)}</div>`).join('');
  lot.innerHTML = html;
  const elements = [...lot.children];
  // The server sends complete elements. If one were not, the following ones would end up inside it.
  if (elements.length !== blocks.length) {
    lot.replaceChildren();
    return change(lot, [], blocks);
  }
  complete(lot, html);
  return blocks.map(({ id, html }, index) => ({ id, html, element: elements[index]! }));
}

/** Updates the drawn blocks. A block that keeps its number keeps its element. */
function change(lot: HTMLElement, before: readonly Drawn[], blocks: readonly Block[]): Drawn[] {
  const known = new Map(before.map((one) => [one.id, one]));
  const after = blocks.map(({ id, html }): Drawn => {
    const old = known.get(id);
    known.delete(id);
    if (old?.html === html) return old;
    const element = old?.element ?? document.createElement('div');
    element.className = 'block';
    element.innerHTML = setStylesAside(html);
    complete(element, html);
    return { id, html, element };
  });
  for (const { element } of known.values()) element.remove();
  for (const [index, { element }] of after.entries()) {
    const there = lot.children[index];
    if (there !== element) lot.insertBefore(element, there ?? null);
  }
  return after;
}

/** Adds what the HTML of blocks lacks. */
function complete(root: Element, html: string): void {
  putStylesOn(root);
  // A task's checkbox has no label in Markdown, and a picture may have no description.
  for (const box of root.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')) {
    box.setAttribute('aria-label', box.checked ? t`Done` : t`To do`);
    // For the style: `:has` makes the browser check lists again whenever an element is added.
    if (box.parentElement?.localName === 'li') box.parentElement.classList.add('is-task');
  }
  for (const picture of root.querySelectorAll('img:not([alt])')) picture.setAttribute('alt', '');
  // Each part takes the direction of its own text. Set when the text is there: earlier, Chromium does not update it;
  // and only if needed, because it is slow.
  if (changesDirection(html)) {
    for (const part of root.querySelectorAll<HTMLElement>(parts)) part.dir ||= 'auto';
  }
  // Code that is too wide scrolls, by keyboard too.
  for (const wide of root.querySelectorAll<HTMLElement>('pre')) wide.tabIndex = 0;
}
