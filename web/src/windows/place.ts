// Places a window: by dragging, by keys, from its menu. Each placement is one message, so that it is one step to undo.

import type { Outcome } from '../connection/outbox';
import type { Page } from '../desktop/page';
import type { WindowBounds } from '../protocol/os';
import type { PersonAction, SafeMonitor, SafeWindow } from '../protocol/wire';
import { same } from './geometry';
import { areaHere, isSmaller, placeHere, shownAt } from './layout';
import { boundsOf, sentTo, zoneOf, type Direction, type Zone } from './snap';

/** Returns the work area of a window's monitor, on this page. */
export function areaOf(page: Page, window: Pick<SafeWindow, 'monitorId'>): WindowBounds {
  const monitor = monitorOf(page, window.monitorId);
  return monitor ? areaHere(monitor) : { x: 0, y: 0, w: 1280, h: 720 };
}

/** Returns a monitor. */
export function monitorOf(page: Page, id: string): SafeMonitor | undefined {
  return page.desktop.state.monitors.find((monitor) => monitor.id === id);
}

/**
 * Returns the actions that bring a window to these bounds. The size goes first: the server keeps a window inside the
 * work area after each of them, and a large one could not be moved to where it fits once it is small.
 */
export function actionsTo(key: string, window: SafeWindow, to: WindowBounds): PersonAction[] {
  const windowId = key;
  const from = window.maximized ? (window.previousBounds ?? window.bounds) : window.bounds;
  const actions: PersonAction[] = [];
  if (window.maximized) actions.push({ type: 'window.restore', windowId });
  const larger = to.w !== from.w || to.h !== from.h;
  if (larger) actions.push({ type: 'window.resize', windowId, w: to.w, h: to.h });
  if (larger || to.x !== from.x || to.y !== from.y) {
    actions.push({ type: 'window.move', windowId, x: to.x, y: to.y });
  }
  return actions;
}

/** Whether this page arranges its windows for itself, because it is smaller than the desktop. */
export function isHere(page: Page, window: Pick<SafeWindow, 'monitorId'>): boolean {
  const monitor = monitorOf(page, window.monitorId);
  return monitor !== undefined && isSmaller(monitor);
}

/** The bounds of windows before they were snapped, as this page remembers. */
const before = new Map<string, { snapped: WindowBounds; from: WindowBounds }>();
/** The most entries. */
const most = 500;

/** Returns a window's bounds before it was snapped; `undefined` if it has been elsewhere since. */
export function beforeSnap(key: string, window: SafeWindow): WindowBounds | undefined {
  const known = before.get(key);
  return known && !window.maximized && same(known.snapped, window.bounds) ? known.from : undefined;
}

/** Snaps a window to a zone. */
export async function snap(page: Page, key: string, zone: Zone): Promise<Outcome | undefined> {
  const window = page.desktop.state.windows[key];
  if (!window || window.variant === 'panel') return undefined;
  if (zone === 'whole') return window.maximized ? undefined : page.person.maximize(key);
  const to = boundsOf(zone, areaOf(page, window));
  if (isHere(page, window)) {
    if (window.maximized) await page.person.restore(key);
    placeHere(key, to, window);
    return undefined;
  }
  const from =
    beforeSnap(key, window) ??
    (window.maximized ? (window.previousBounds ?? window.bounds) : window.bounds);
  const actions = actionsTo(key, window, to);
  if (actions.length === 0) return undefined;
  before.delete(key);
  before.set(key, { snapped: to, from: { ...from } });
  for (const oldest of before.keys()) {
    if (before.size <= most) break;
    before.delete(oldest);
  }
  return page.person.act(...actions);
}

/** Sends a window in a direction, as the keys do. */
export function send(page: Page, key: string, direction: Direction): void {
  const window = page.desktop.state.windows[key];
  if (!window || window.variant === 'panel') return;
  const now = window.maximized ? 'whole' : zoneOf(shownAt(key, window, monitorOf(page, window.monitorId)), areaOf(page, window));
  const to = sentTo(now, direction);
  if (to === 'minimise') {
    if (window.variant === 'standard') void page.person.minimize(key);
  } else if (to === 'restore') void restore(page, key);
  else if (to !== 'whole' || window.variant === 'standard') void snap(page, key, to);
}

/** Restores the previous bounds of a maximised or snapped window. */
export function restore(page: Page, key: string): Promise<Outcome> | undefined {
  const window = page.desktop.state.windows[key];
  if (!window) return undefined;
  if (window.maximized) return page.person.restore(key);
  const from = beforeSnap(key, window);
  return from ? page.person.act(...actionsTo(key, window, from)) : undefined;
}
