// When windows get their frame and their content: the frames in their order, then the contents, those in front first.
//
// Content that nobody can see (minimised, on another workspace) waits until it is seen, except for what has a life of
// its own: a frame loads, and its agent hears of it. Once there, it stays: a frame that leaves the page loads again.

import { createEffect, createSignal, untrack, type Accessor } from 'solid-js';
import { createStore } from 'solid-js/store';

import type { Desktop } from '../desktop/store';
import { inSlices } from './slices';

/** How far the windows are. */
export interface Mounting {
  /** The windows that have a frame, in their order. */
  readonly framed: Accessor<string[]>;
  /** Whether a window has its content. */
  filled(key: string): boolean;
}

let wantNow: (key: string) => void = () => undefined;

/** Gives a window its content at once, seen or not: it is to be drawn. */
export function fillNow(key: string): void {
  wantNow(key);
}

/** Mounts windows for as long as the caller lives. `seen` says whether a window is shown now. */
export function createMounting(desktop: Desktop, seen: (key: string) => boolean): Mounting {
  const { state } = desktop;
  const [count, setCount] = createSignal(0);
  const [full, setFull] = createStore<Record<string, true>>({});
  const has = new Set<string>();
  let waiting: string[] = [];

  const framed = (): string[] => desktop.keys().slice(0, count());
  const fill = (key: string): void => {
    has.add(key);
    setFull(key, true);
  };
  wantNow = fill;

  const run = inSlices(() =>
    untrack(() => {
      const keys = desktop.keys();
      if (count() < keys.length) return () => setCount((before) => before + 1);
      for (;;) {
        const key = waiting.pop();
        if (key === undefined) return undefined;
        if (!has.has(key) && state.windows[key]) return () => fill(key);
      }
    }),
  );

  createEffect(() => {
    const keys = desktop.keys();
    // Closed windows make room: the count is of those that stay.
    if (untrack(count) > keys.length) setCount(keys.length);
    const open = new Set(keys);
    for (const key of has) {
      if (open.has(key)) continue;
      has.delete(key);
      setFull(key, undefined as never);
    }
    const heights = untrack(desktop.heights);
    const wanted = keys.filter(
      (key) => !has.has(key) && (seen(key) || state.windows[key]?.content.kind === 'frame'),
    );
    // The last one is taken first.
    waiting = wanted.sort((a, b) => (heights.get(a) ?? 1e6) - (heights.get(b) ?? 1e6));
    run();
  });

  return { framed, filled: (key) => full[key] === true };
}
