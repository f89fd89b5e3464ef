// A small live picture of a window in the overview: a copy of its content, scaled down. Only pictures in sight are
// drawn, one after the other, and only again when the content changed.
//
// A copy does nothing: it cannot be focused, pressed or read out, and a frame is left empty, because a copied frame
// would load its page again.

import { createSignal, onCleanup, onMount, Show, type JSX } from 'solid-js';

import { WindowSign } from '../shell/window-sign';
import { inSlices } from '../windows/slices';

/** How often a picture in sight looks for changes, in milliseconds. */
const every = 500;
/** A content with more elements would hold up the page; its card shows its sign. */
const most = 1_500;
/** What would make a copy heard, focused, found or confused with its original. */
const dropped = /^(?:id|for|name|role|tabindex|autofocus|href|aria-.+|data-(?!kind).+)$/;

/** The pictures that wait to be drawn. */
const waiting = new Set<() => void>();
const wake = inSlices('unseen', () => {
  const [next] = waiting;
  if (next) waiting.delete(next);
  return next;
});

/** A copy of some content, and the canvases in it with their originals. */
interface Copy {
  element: HTMLElement;
  canvases: [HTMLCanvasElement, HTMLCanvasElement][];
}

/** Copies the content; `undefined` if it is too much. */
export function copyOf(content: HTMLElement): Copy | undefined {
  if (content.getElementsByTagName('*').length > most) return undefined;
  const element = content.cloneNode(true) as HTMLElement;
  for (const one of [element, ...element.querySelectorAll('*')])
    for (const { name } of [...one.attributes]) if (dropped.test(name)) one.removeAttribute(name);
  const originals = content.querySelectorAll('canvas');
  const canvases = [...element.querySelectorAll('canvas')].flatMap((copy, at): Copy['canvases'] => {
    const original = originals[at];
    return original ? [[original, copy]] : [];
  });
  for (const frame of element.querySelectorAll('iframe, object, embed, video, audio, script'))
    frame.replaceWith(document.createElement('div'));
  return { element, canvases };
}

function paint({ canvases }: Copy): void {
  for (const [original, copy] of canvases) {
    if (original.width === 0 || original.height === 0) continue;
    copy.width = original.width;
    copy.height = original.height;
    copy.getContext('2d')?.drawImage(original, 0, 0);
  }
}

/** The picture of a window, or its sign while there is none. */
export function Thumbnail(props: { key: string }): JSX.Element {
  const [drawn, setDrawn] = createSignal(false);
  let box!: HTMLSpanElement;
  let paper!: HTMLSpanElement;
  let copy: Copy | undefined;
  let stale = true;
  let seen = false;

  const content = (): HTMLElement | null =>
    document.querySelector<HTMLElement>(`[data-window="${CSS.escape(props.key)}"] > .content`);
  const changes = new MutationObserver(() => (stale = true));
  const draw = (): void => {
    const original = content();
    if (!seen || !original || original.childElementCount === 0) return;
    if (stale) {
      stale = false;
      // A hidden window has no size; its own is in the state of the desktop, but nothing is laid out in it.
      const [width, height] = [original.offsetWidth, original.offsetHeight];
      copy = width > 0 ? copyOf(original) : undefined;
      setDrawn(copy !== undefined);
      if (!copy) return;
      changes.disconnect();
      changes.observe(original, { subtree: true, childList: true, characterData: true, attributes: true });
      const scale = Math.min(box.clientWidth / width, box.clientHeight / height);
      Object.assign(paper.style, { width: `${width}px`, height: `${height}px`, transform: `translate(-50%, -50%) scale(${scale})` });
      paper.replaceChildren(copy.element);
    }
    if (copy) paint(copy);
  };
  const ask = (): void => {
    if (!seen || !(stale || (copy?.canvases.length ?? 0) > 0)) return;
    waiting.add(draw);
    wake();
  };
  onMount(() => {
    const sight = new IntersectionObserver((entries) => {
      seen = entries.at(-1)?.isIntersecting ?? false;
      ask();
    });
    sight.observe(box);
    const timer = setInterval(ask, every);
    onCleanup(() => {
      clearInterval(timer);
      sight.disconnect();
      changes.disconnect();
      waiting.delete(draw);
    });
  });
  return (
    <span ref={box} class="thumbnail" classList={{ 'is-drawn': drawn() }} aria-hidden="true" inert>
      <span ref={paper} class="thumbnail-paper" />
      <Show when={!drawn()}>
        <span class="card-sign">
          <WindowSign key={props.key} />
        </span>
      </Show>
    </span>
  );
}
