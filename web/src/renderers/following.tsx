// A scroller whose content grows at its end: it follows the end for whoever is there, and stays put for whoever is not.

import { createEffect, createSignal, on, onCleanup, onMount, Show, type JSX } from 'solid-js';

import { Icon } from '../shell/icons';
import { afterDrawing, cancelAfterDrawing } from '../windows/slices';

/** So near to the end counts as the end: a line or two. */
const near = 32;

/** The scroller. `length` says how much there is: when it grows, something was added. */
export function Following(props: {
  title: string;
  length: number;
  children: JSX.Element;
}): JSX.Element {
  const [below, setBelow] = createSignal(false);
  let scroller!: HTMLDivElement;
  let content!: HTMLDivElement;
  /** Whether the end is in view; a content that begins short has its end in view until it is long. */
  let atEnd = true;
  /** A text that is long from the start is read from its start. */
  let begun = false;
  /** Where it was scrolled to when that was looked at last. */
  let last = 0;
  let following = false;
  /** Whether it is long and its end in view. Written only when it changes: the next one that looks would wait for it. */
  const mark = (now: boolean): void => {
    if (now !== following) scroller.classList.toggle('is-following', now);
    following = now;
  };
  const look = (): void => {
    const { scrollTop, clientHeight, scrollHeight } = scroller;
    // Hidden: it has no end to be at.
    if (clientHeight === 0) return;
    const end = scrollHeight - scrollTop - clientHeight <= near;
    // Only who scrolls back leaves the end: text that came since the last frame moves it away from nobody.
    if (end) atEnd = true;
    else if (!begun || scrollTop < last - 1) atEnd = false;
    last = scrollTop;
    if (atEnd) setBelow(false);
    mark(scrollHeight > clientHeight && atEnd);
  };
  const goToEnd = (): void => {
    // Who scrolled back since the text came is not taken away from there.
    if (!atEnd) {
      setBelow(true);
      return;
    }
    const { clientHeight, scrollHeight } = scroller;
    // Short as most are, it is where it is.
    if (scrollHeight <= clientHeight) return;
    scroller.scrollTop = scrollHeight;
    last = scroller.scrollTop;
    mark(true);
  };
  onMount(() => {
    const observer = new ResizeObserver(() => {
      if (scroller.clientHeight === 0) return;
      // What was at the end stays there when the window changes its size, or what is in it (pictures come late).
      if (atEnd && begun) goToEnd();
      else look();
      begun = true;
    });
    observer.observe(scroller);
    observer.observe(content);
    onCleanup(() => {
      observer.disconnect();
      cancelAfterDrawing(goToEnd);
    });
  });
  createEffect(
    on(
      () => props.length,
      (now, before) => {
        if (before === undefined || now <= before) return;
        if (!begun) return;
        if (atEnd) afterDrawing(goToEnd);
        else setBelow(true);
      },
    ),
  );
  return (
    <>
      <div
        ref={scroller}
        class="scroller"
        tabindex="0"
        role="group"
        aria-label={`Content of ${props.title || 'the window'}`}
        onScroll={look}
      >
        <div ref={content} class="scrolled">
          {props.children}
        </div>
      </div>
      <Show when={below()}>
        <button
          type="button"
          class="new-below"
          onClick={() => {
            setBelow(false);
            atEnd = true;
            afterDrawing(goToEnd);
            scroller.focus();
          }}
        >
          <Icon name="down" />
          New text below
        </button>
      </Show>
    </>
  );
}
