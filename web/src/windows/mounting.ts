// Decides when windows get their frame and their content: first the window in front, then all frames from top to
// bottom, then the contents from top to bottom, and last those under other windows. The state is complete from the
// start; only drawing takes time.
//
// Invisible content (minimised, on another workspace) waits until it is visible, except for content with a life of its
// own: a frame loads, and its agent hears of it. Once mounted, it stays: a frame that leaves the page loads again.

import { createEffect, createSignal, onCleanup, untrack, type Accessor } from 'solid-js';
import { createStore, unwrap } from 'solid-js/store';

import type { Desktop } from '../desktop/store';
import type { WindowBounds } from '../protocol/os';
import type { SafeWindow } from '../protocol/wire';
import { isCovered } from './covering';
import { inSlices } from './slices';

/** The progress of mounting. */
export interface Mounting {
  /**
   * The windows with a frame, in the order in which they got it: moving one in the document would reload its content.
   */
  readonly framed: Accessor<string[]>;
  /** Whether a window has its content. */
  filled(key: string): boolean;
}

let wantNow: (key: string) => void = () => undefined;

/** Mounts a window's frame and content at once, visible or not, because it is about to be drawn. */
export function fillNow(key: string): void {
  wantNow(key);
}

/**
 * Mounts windows for as long as the caller lives. `seen` tells whether a window is shown now, `boundsHere` where this
 * page shows it: a smaller page has places of its own.
 */
export function createMounting(
  desktop: Desktop,
  seen: (key: string) => boolean,
  boundsHere: (key: string, window: SafeWindow) => WindowBounds,
): Mounting {
  const { state } = desktop;
  const [framed, setFramed] = createSignal<string[]>([]);
  const [full, setFull] = createStore<Record<string, true>>({});
  const hasFrame = new Set<string>();
  const hasContent = new Set<string>();
  /** The waiting windows, the next one last. */
  let frames: string[] = [];
  let contents: string[] = [];
  let covered: string[] = [];

  const frame = (key: string): void => {
    if (hasFrame.has(key) || !state.windows[key]) return;
    hasFrame.add(key);
    setFramed((all) => [...all, key]);
  };
  const fill = (key: string): void => {
    if (hasContent.has(key) || !state.windows[key]) return;
    frame(key);
    hasContent.add(key);
    setFull(key, true);
  };
  wantNow = (key) => untrack(() => fill(key));

  const waitsFor = (list: string[], has: Set<string>): string | undefined => {
    for (let key = list.pop(); key !== undefined; key = list.pop())
      if (!has.has(key) && state.windows[key]) return key;
    return undefined;
  };
  /** Whether a window lies under others, apart from a drag: the person may be dragging one of them. */
  const isUnder = (key: string): boolean => {
    const { windows, zOrder } = unwrap(state);
    const own = windows[key];
    const at = zOrder.indexOf(key);
    if (!own || at < 0 || state.focused === key || own.variant === 'panel') return false;
    const above = zOrder.slice(at + 1).flatMap((other) => {
      const window = windows[other];
      if (!window || window.monitorId !== own.monitorId || window.minimized || !opaque(window)) return [];
      return [boundsHere(other, window)];
    });
    return isCovered(boundsHere(key, own), above);
  };

  const wake = inSlices('windows', () =>
    untrack(() => {
      const front = state.focused;
      if (front && !hasContent.has(front) && state.windows[front] && seen(front)) {
        return () => fill(front);
      }
      if (!lettersCame) return undefined;
      const bare = waitsFor(frames, hasFrame);
      if (bare !== undefined) return () => frame(bare);
      for (;;) {
        const empty = waitsFor(contents, hasContent);
        if (empty === undefined) break;
        if (!isUnder(empty)) return () => fill(empty);
        covered.unshift(empty);
        wakeCovered();
      }
      return undefined;
    }),
  );
  const wakeCovered = inSlices('unseen', () =>
    untrack(() => {
      const empty = waitsFor(covered, hasContent);
      return empty === undefined ? undefined : () => fill(empty);
    }),
  );

  let lettersCame = false;
  void letters().then(() => {
    lettersCame = true;
    wake();
  });

  createEffect(() => {
    const keys = desktop.keys();
    const open = new Set(keys);
    if ([...hasFrame].some((key) => !open.has(key))) {
      setFramed((all) => all.filter((key) => open.has(key)));
      for (const key of hasFrame) if (!open.has(key)) hasFrame.delete(key);
    }
    for (const key of hasContent) {
      if (open.has(key)) continue;
      hasContent.delete(key);
      setFull(key, undefined as never);
    }
    const heights = untrack(desktop.heights);
    const height = (key: string): number => heights.get(key) ?? 1e6;
    const shown = new Set(keys.filter(seen));
    const order = (a: string, b: string): number =>
      Number(shown.has(a)) - Number(shown.has(b)) || height(a) - height(b);
    frames = keys.filter((key) => !hasFrame.has(key)).sort(order);
    contents = keys
      .filter((key) => !hasContent.has(key))
      .filter((key) => shown.has(key) || state.windows[key]?.content.kind === 'frame')
      .sort(order);
    covered = [];
    if (frames.length > 0 || contents.length > 0) wake();
  });
  // A window brought to the front no longer waits with the covered ones.
  createEffect(() => {
    if (state.focused) wake();
  });
  onCleanup(() => {
    frames = contents = covered = [];
  });

  return { framed, filled: (key) => full[key] === true };
}

/** How long the windows wait for the font, in milliseconds: it comes from the same server. */
const fontPatience = 500;

/** Waits for the font: three hundred windows laid out without it would all be laid out again at once. */
async function letters(): Promise<void> {
  const { fontFamily } = getComputedStyle(document.documentElement);
  const late = new Promise((resolve) => setTimeout(resolve, fontPatience));
  await Promise.race([document.fonts.load(`1em ${fontFamily}`), late]).catch(() => undefined);
}

/** Whether a window is opaque: it may have its own style. */
function opaque(window: SafeWindow): boolean {
  return window.variant === 'standard' && window.windowStyle === undefined;
}
