// A scroller whose content grows at its end: it follows the end for whoever is there, and stays put for whoever is not.

import { createEffect, createSignal, on, onCleanup, onMount, Show, type JSX } from 'solid-js';

import { Icon } from '../shell/icons';

/** So near to the end counts as the end: a line or two. */
const near = 32;

/** What scrollers do with the next frame to be at their end: one layout for all of them. */
const due = new Set<() => void>();
function withNextFrame(go: () => void): void {
  if (due.size === 0) {
    requestAnimationFrame(() => {
      const all = [...due];
      due.clear();
      for (const each of all) each();
    });
  }
  due.add(go);
}

/** The scroller. `length` says how much there is: when it grows, something was added. */
export function Following(props: {
  title: string;
  length: number;
  children: JSX.Element;
}): JSX.Element {
  const [below, setBelow] = createSignal(false);
  let scroller!: HTMLDivElement;
  /** Whether the end is in view; a content that begins short has its end in view until it is long. */
  let atEnd = true;
  /** A text that is long from the start is read from its start. */
  let begun = false;
  /** Where it was scrolled to when that was looked at last. */
  let last = 0;
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
  };
  const goToEnd = (): void => {
    // Who scrolled back since the text came is not taken away from there.
    if (!atEnd) {
      setBelow(true);
      return;
    }
    scroller.scrollTop = scroller.scrollHeight;
    last = scroller.scrollTop;
  };
  onMount(() => {
    const observer = new ResizeObserver(() => {
      if (scroller.clientHeight === 0) return;
      // What was at the end stays there when the window changes its size.
      if (atEnd && begun) withNextFrame(goToEnd);
      else look();
      begun = true;
    });
    observer.observe(scroller);
    onCleanup(() => {
      observer.disconnect();
      due.delete(goToEnd);
    });
  });
  createEffect(
    on(
      () => props.length,
      (now, before) => {
        if (before === undefined || now <= before) return;
        if (!begun) return;
        if (atEnd) withNextFrame(goToEnd);
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
        {props.children}
      </div>
      <Show when={below()}>
        <button
          type="button"
          class="new-below"
          onClick={() => {
            setBelow(false);
            atEnd = true;
            withNextFrame(goToEnd);
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
