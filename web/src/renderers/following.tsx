// A scroller for content that grows at its end: follows the end if the reader is there, and stays put otherwise.

import { createEffect, createSignal, on, onCleanup, onMount, Show, type JSX } from 'solid-js';

import { Icon } from '../shell/icons';
import { afterDrawing, cancelAfterDrawing } from '../windows/slices';
import { t } from '../words/say';

/** This close to the end counts as the end: a line or two. */
const near = 32;

/** The scroller. `length` is the amount of content; when it grows, something was added. */
export function Following(props: {
  title: string;
  length: number;
  children: JSX.Element;
}): JSX.Element {
  const [below, setBelow] = createSignal(false);
  let scroller!: HTMLDivElement;
  let content!: HTMLDivElement;
  /** Whether the end is visible; content that starts short has its end visible until it is long. */
  let atEnd = true;
  /** A text that is long from the start is read from its start. */
  let begun = false;
  /** The last known scroll position. */
  let last = 0;
  let following = false;
  /**
   * Marks content that is long with its end visible. Written only on a change, because the next layout read would wait
   * for it.
   */
  const mark = (now: boolean): void => {
    if (now !== following) scroller.classList.toggle('is-following', now);
    following = now;
  };
  const look = (): void => {
    const { scrollTop, clientHeight, scrollHeight } = scroller;
    // Hidden: it has no end.
    if (clientHeight === 0) return;
    const end = scrollHeight - scrollTop - clientHeight <= near;
    // Only scrolling back leaves the end: text that was added since the last frame does not count.
    if (end) atEnd = true;
    else if (!begun || scrollTop < last - 1) atEnd = false;
    last = scrollTop;
    if (atEnd) setBelow(false);
    mark(scrollHeight > clientHeight && atEnd);
  };
  const goToEnd = (): void => {
    // A reader who scrolled back since the text arrived stays there.
    if (!atEnd) {
      setBelow(true);
      return;
    }
    const { clientHeight, scrollHeight } = scroller;
    // Short content, as most is, does not scroll.
    if (scrollHeight <= clientHeight) return;
    scroller.scrollTop = scrollHeight;
    last = scroller.scrollTop;
    mark(true);
  };
  onMount(() => {
    const observer = new ResizeObserver(() => {
      if (scroller.clientHeight === 0) return;
      // Keeps the end in place when the window or its content changes size (pictures load late).
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
        aria-label={t`Content of ${props.title || t`the window`}`}
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
          <Icon name="down" />{t`New text below`}</button>
      </Show>
    </>
  );
}
