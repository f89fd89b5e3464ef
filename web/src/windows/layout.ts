// Where this page shows each window. The desktop is as large as its largest page; a smaller page shows the same windows
// in its own room, and what a person arranges there stays there: nobody else's windows move.

import { createSignal } from 'solid-js';
import { createStore, produce } from 'solid-js/store';

import type { WindowBounds } from '../protocol/os';
import type { SafeMonitor, SafeWindow } from '../protocol/wire';
import { same, type Size } from './geometry';

/** The room of this page for windows, as the surface measured it. */
const [room, setRoom] = createSignal<Size>({ w: 0, h: 0 });
export { room, setRoom };

/** A window that a person placed on this smaller page. */
interface Placed {
  /** Its place here while it is not maximised. */
  here: WindowBounds;
  /** Its place on the desktop then, while it is not maximised. */
  there: WindowBounds;
  /** Whether it is maximised here. */
  whole: boolean;
  /** Whether it was maximised for everyone then: `whole` counts only as long as that does not change. */
  wholeThere: boolean;
}
const [placed, write] = createStore<Record<string, Placed>>({});

/** Whether the desktop does not fit on this page. */
export function isSmaller(monitor: Pick<SafeMonitor, 'viewport'>, page: Size = room()): boolean {
  return page.w > 0 && (page.w < monitor.viewport.w || page.h < monitor.viewport.h);
}

/** Returns the part of this page that panels leave free. */
export function areaHere(monitor: SafeMonitor, page: Size = room()): WindowBounds {
  const { workArea, viewport } = monitor;
  if (!isSmaller(monitor, page)) return workArea;
  const w = Math.min(page.w, viewport.w);
  const h = Math.min(page.h, viewport.h) - (viewport.h - workArea.h);
  return { x: workArea.x, y: workArea.y, w, h: Math.max(h, 1) };
}

/** Returns the bounds in another area: as large as fits, at the same share of the free space. */
export function carried(bounds: WindowBounds, from: WindowBounds, to: WindowBounds): WindowBounds {
  const along = (at: number, size: number, start: number, room: number, newStart: number, newRoom: number) => {
    const length = Math.min(size, newRoom);
    const share = room > size ? (at - start) / (room - size) : 0;
    return { at: Math.round(newStart + Math.max(0, Math.min(1, share)) * (newRoom - length)), length };
  };
  const x = along(bounds.x, bounds.w, from.x, from.w, to.x, to.w);
  const y = along(bounds.y, bounds.h, from.y, from.h, to.y, to.h);
  return { x: x.at, y: y.at, w: x.length, h: y.length };
}

/** Returns where this page shows a window. */
export function shownAt(key: string, window: SafeWindow, monitor: SafeMonitor | undefined): WindowBounds {
  const { bounds } = window;
  if (!monitor || !isSmaller(monitor)) return bounds;
  const { workArea, viewport } = monitor;
  if (window.variant === 'panel') {
    const y = bounds.y + bounds.h > workArea.y ? bounds.y - (viewport.h - Math.min(room().h, viewport.h)) : bounds.y;
    return { x: 0, y: Math.max(0, y), w: room().w, h: bounds.h };
  }
  const area = areaHere(monitor);
  if (isWhole(key, window, monitor)) return area;
  const mine = placedHere(key, window);
  return mine ? carried(mine.here, area, area) : carried(bounds, workArea, area);
}

/** Returns where everyone has a window while it is not maximised. */
function normal(window: SafeWindow): WindowBounds {
  return window.maximized ? (window.previousBounds ?? window.bounds) : window.bounds;
}

/**
 * Returns where a person placed a window here; `undefined` once somebody has moved it for everyone. A window that was
 * only maximised and restored for everyone has not moved.
 */
function placedHere(key: string, window: SafeWindow): Placed | undefined {
  const mine = placed[key];
  return mine && same(mine.there, normal(window)) ? mine : undefined;
}

/** Whether this page shows a window maximised. */
export function isWhole(key: string, window: SafeWindow, monitor: SafeMonitor | undefined): boolean {
  const mine = monitor && isSmaller(monitor) ? placedHere(key, window) : undefined;
  return mine && mine.wholeThere === window.maximized ? mine.whole : window.maximized;
}

/** Returns where this page shows a window once it is no longer maximised. */
export function unmaximised(key: string, window: SafeWindow, monitor: SafeMonitor | undefined): WindowBounds {
  const back = normal(window);
  if (!monitor || !isSmaller(monitor)) return back;
  const mine = placedHere(key, window);
  const area = areaHere(monitor);
  return mine ? carried(mine.here, area, area) : carried(back, monitor.workArea, area);
}

/** Places a window on this smaller page only. */
export function placeHere(key: string, here: WindowBounds, window: SafeWindow): void {
  write(key, { here: { ...here }, there: { ...normal(window) }, whole: false, wholeThere: window.maximized });
}

/** Maximises a window on this smaller page only. */
export function maximiseHere(key: string, window: SafeWindow, monitor: SafeMonitor): void {
  placeHere(key, unmaximised(key, window, monitor), window);
  write(key, 'whole', true);
}

/** Forgets the places of windows that are no longer open. */
export function forgetClosed(open: readonly string[]): void {
  const known = new Set(open);
  const gone = Object.keys(placed).filter((key) => !known.has(key));
  if (gone.length > 0) write(produce((all) => gone.forEach((key) => delete all[key])));
}

/** Returns how many windows have a place of their own here. */
export function countPlaced(): number {
  return Object.keys(placed).length;
}
