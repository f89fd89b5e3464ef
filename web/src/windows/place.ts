// Places a window: by dragging, by keys, from its menu. Each placement is one message, so that it is one step to undo.

import type { Outcome } from '../connection/outbox';
import type { Page } from '../desktop/page';
import type { WindowBounds } from '../protocol/os';
import type { PersonAction, SafeMonitor, SafeWindow } from '../protocol/wire';
import { same } from './geometry';
import { areaHere, isSmaller, isWhole, maximiseHere, placeHere, shownAt, unmaximised } from './layout';
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

/** Returns where this page shows a window. */
export function boundsOn(page: Page, key: string, window: SafeWindow): WindowBounds {
  return shownAt(key, window, monitorOf(page, window.monitorId));
}

/** Whether this page shows a window maximised. */
export function isMaximised(page: Page, key: string, window: SafeWindow): boolean {
  return isWhole(key, window, monitorOf(page, window.monitorId));
}

/** The bounds of windows before they were snapped, as this page remembers. */
const before = new Map<string, { snapped: WindowBounds; from: WindowBounds }>();
/** The most entries. */
const most = 500;

/** Returns a window's bounds before it was snapped; `undefined` if it has been elsewhere since. */
export function beforeSnap(page: Page, key: string, window: SafeWindow): WindowBounds | undefined {
  const known = before.get(key);
  const snapped = known && !isMaximised(page, key, window) && same(known.snapped, boundsOn(page, key, window));
  return snapped ? known.from : undefined;
}

/** Returns the action that brings a window to the front, unless it is there: a placed window must not stay covered. */
function raising(page: Page, key: string): PersonAction[] {
  return page.desktop.state.focused === key ? [] : [{ type: 'window.focus', windowId: key }];
}

/** Sends actions in one message; does nothing without any. */
async function perform(page: Page, actions: PersonAction[]): Promise<Outcome | undefined> {
  return actions.length > 0 ? page.person.act(...actions) : undefined;
}

/** Maximises a window and raises it: for everyone, or on this page if it is smaller than the desktop. */
export async function maximise(page: Page, key: string): Promise<Outcome | undefined> {
  const window = page.desktop.state.windows[key];
  if (!window || isMaximised(page, key, window)) return undefined;
  const monitor = monitorOf(page, window.monitorId);
  if (!monitor || !isHere(page, window)) {
    return perform(page, [{ type: 'window.maximize', windowId: key }, ...raising(page, key)]);
  }
  maximiseHere(key, window, monitor);
  return perform(page, raising(page, key));
}

/** Moves a window to these bounds: for everyone, or on this page if it is smaller than the desktop. */
export async function moveTo(page: Page, key: string, to: WindowBounds): Promise<Outcome | undefined> {
  const window = page.desktop.state.windows[key];
  return window && perform(page, moving(page, key, window, to));
}

/** Places a window on this page if it is smaller than the desktop, else returns the actions that move it for everyone. */
function moving(page: Page, key: string, window: SafeWindow, to: WindowBounds): PersonAction[] {
  if (!isHere(page, window)) return actionsTo(key, window, to);
  placeHere(key, to, window);
  return [];
}

/** Snaps a window to a zone and raises it. */
export async function snap(page: Page, key: string, zone: Zone): Promise<Outcome | undefined> {
  const window = page.desktop.state.windows[key];
  if (!window || window.variant === 'panel') return undefined;
  if (zone === 'whole') return maximise(page, key);
  const to = boundsOf(zone, areaOf(page, window));
  const from =
    beforeSnap(page, key, window) ?? unmaximised(key, window, monitorOf(page, window.monitorId));
  if (same(to, from) && !isMaximised(page, key, window)) return undefined;
  before.delete(key);
  before.set(key, { snapped: to, from: { ...from } });
  for (const oldest of before.keys()) {
    if (before.size <= most) break;
    before.delete(oldest);
  }
  return perform(page, [...moving(page, key, window, to), ...raising(page, key)]);
}

/** Sends a window in a direction, as the keys do. */
export function send(page: Page, key: string, direction: Direction): void {
  const window = page.desktop.state.windows[key];
  if (!window || window.variant === 'panel') return;
  const now = isMaximised(page, key, window)
    ? 'whole'
    : zoneOf(boundsOn(page, key, window), areaOf(page, window));
  const to = sentTo(now, direction);
  if (to === 'minimise') {
    if (window.variant === 'standard') void page.person.minimize(key);
  } else if (to === 'restore') void restore(page, key);
  else if (to !== 'whole' || window.variant === 'standard') void snap(page, key, to);
}

/** Restores the previous bounds of a maximised or snapped window, and raises it. */
export async function restore(page: Page, key: string): Promise<Outcome | undefined> {
  const window = page.desktop.state.windows[key];
  if (!window) return undefined;
  const whole = isMaximised(page, key, window);
  const to = whole
    ? unmaximised(key, window, monitorOf(page, window.monitorId))
    : beforeSnap(page, key, window);
  if (!to) return undefined;
  const actions: PersonAction[] =
    whole && !isHere(page, window)
      ? [{ type: 'window.restore', windowId: key }]
      : moving(page, key, window, to);
  return perform(page, [...actions, ...raising(page, key)]);
}
