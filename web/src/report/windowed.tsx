// A long row of equal items, of which only those in sight exist.

import { createEffect, createMemo, createSignal, For, on, onCleanup, onMount, untrack, type JSX } from 'solid-js';

/** How many items beyond the edge exist too. */
const beyond = 6;

/** Returns the first and the one after the last item to render. Pure. */
export function inSight(scrolled: number, room: number, size: number, count: number): [number, number] {
  const first = Math.max(0, Math.min(count, Math.floor(scrolled / size)) - beyond);
  return [first, Math.min(count, Math.ceil((scrolled + room) / size) + beyond)];
}

/** Returns how far to scroll so that an item is in sight; as it is, if it already is. Pure. */
export function reveal(at: number, scrolled: number, room: number, size: number, lean = 0): number {
  const [from, to] = [at * size, (at + 1) * size];
  if (from - lean < scrolled) return Math.max(0, from - lean);
  if (to + lean > scrolled + room) return to + lean - room;
  return scrolled;
}

/** The items. `at` is kept in sight. */
export function Windowed(props: {
  count: number;
  /** The height of an item, or its width if they stand side by side. */
  size: number;
  across?: boolean;
  at: number;
  class: string;
  attributes: JSX.HTMLAttributes<HTMLDivElement>;
  children: (place: number, style: JSX.CSSProperties) => JSX.Element;
}): JSX.Element {
  let box!: HTMLDivElement;
  const [scrolled, setScrolled] = createSignal(0);
  const [room, setRoom] = createSignal(800);
  onMount(() => {
    const observer = new ResizeObserver(() => setRoom(props.across ? box.clientWidth : box.clientHeight));
    observer.observe(box);
    onCleanup(() => observer.disconnect());
  });
  createEffect(
    on(
      () => [props.at, props.count, room()] as const,
      ([at]) => {
        if (at < 0) return;
        // Not read from the box, which would lay out the page for it.
        const now = untrack(scrolled);
        const next = reveal(at, now, room(), props.size, props.across ? props.size : 0);
        if (next === now) return;
        box.scrollTo(props.across ? { left: next } : { top: next });
        setScrolled(next);
      },
    ),
  );
  const range = createMemo(() => inSight(scrolled(), room(), props.size, props.count), undefined, {
    equals: (a, b) => a[0] === b[0] && a[1] === b[1],
  });
  const items = createMemo(() => {
    const [from, to] = range();
    return Array.from({ length: to - from }, (_, offset) => from + offset);
  });
  const along = (place: number): JSX.CSSProperties =>
    props.across
      ? { transform: `translateX(${place * props.size}px)`, width: `${props.size}px` }
      : { transform: `translateY(${place * props.size}px)`, height: `${props.size}px` };
  return (
    <div
      ref={box}
      class={props.class}
      {...props.attributes}
      onScroll={() => setScrolled(props.across ? box.scrollLeft : box.scrollTop)}
    >
      <div
        class="windowed"
        role="presentation"
        style={props.across ? { width: `${props.count * props.size}px` } : { height: `${props.count * props.size}px` }}
      >
        <For each={items()}>{(place) => props.children(place, along(place))}</For>
      </div>
    </div>
  );
}
