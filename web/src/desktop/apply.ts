// Applies a server's change to the page's copy of the desktop. Pure, except for the draft it is given.
//
// It contains no rules of the desktop: the server has decided, and this writes it down.

import { unwrap } from 'solid-js/store';

import type { Change, SafeMonitor, SafeState, SafeWindow } from '../protocol/wire';

/** How many entries of the history are kept, as on the server. */
export const historyBound = 200;

/** Writes one change into `state`. */
export function apply(state: SafeState, change: Change): void {
  switch (change.kind) {
    case 'monitor':
      return putMonitor(state.monitors, change.monitor);
    case 'active':
      state.activeMonitor = change.monitorId;
      return;
    case 'window':
      state.windows[change.key] = change.window;
      return;
    case 'frame':
      return putFrame(state, change.key, change.frame);
    case 'closed':
      delete state.windows[change.key];
      removeFrom(state.zOrder, change.key);
      return;
    case 'stack':
      return place(state, change.key, change.above ?? undefined);
    case 'focused':
      state.focused = change.key ?? null;
      return;
    case 'content': {
      const window = state.windows[change.key];
      if (window) window.content = change.content;
      return;
    }
    case 'blocks':
      return putBlocks(state.windows[change.key], change.keep, change.blocks);
    case 'textAppended': {
      const content = state.windows[change.key]?.content;
      if (content?.kind === 'text') content.text += change.text;
      return;
    }
    case 'notification':
      state.notifications[change.notification.id] = change.notification;
      return;
    case 'notificationGone':
      delete state.notifications[change.id];
      return;
    case 'toast':
      state.toasts[change.toast.id] = change.toast;
      return;
    case 'toastGone':
      delete state.toasts[change.id];
      return;
    case 'dialog':
      state.dialogs[change.dialog.id] = change.dialog;
      return;
    case 'dialogGone':
      delete state.dialogs[change.id];
      return;
    case 'question':
      state.questions[change.question.id] = change.question;
      return;
    case 'questionGone':
      delete state.questions[change.id];
      return;
    case 'history':
      state.history.push(change.entry);
      if (state.history.length > historyBound) state.history.shift();
      return;
    case 'badge':
      if (change.count === 0) delete state.badges[change.appId];
      else state.badges[change.appId] = change.count;
      return;
    case 'shortcut':
      return putShortcut(state, change);
    case 'shortcutGone': {
      const at = state.shortcuts.findIndex((shortcut) => shortcut.id === change.id);
      if (at >= 0) state.shortcuts.splice(at, 1);
      return;
    }
    case 'apps':
      state.appsVersion = change.version;
      return;
    default:
      change satisfies never;
  }
}

function monitorNumber(id: string): number {
  return Number(id.slice(id.lastIndexOf('-') + 1));
}

function putMonitor(monitors: SafeMonitor[], monitor: SafeMonitor): void {
  const at = monitors.findIndex((other) => other.id === monitor.id);
  if (at >= 0) {
    monitors[at] = monitor;
    return;
  }
  const after = monitors.findIndex((other) => monitorNumber(other.id) > monitorNumber(monitor.id));
  monitors.splice(after < 0 ? monitors.length : after, 0, monitor);
}

/** The fields of a frame that may be absent, and are then removed. */
const mayBeAbsent = [
  'agent',
  'dockEdge',
  'frameless',
  'lockedBy',
  'previousBounds',
  'requestId',
  'sharedBy',
  'windowStyle',
] as const satisfies readonly (keyof SafeWindow)[];

function putFrame(state: SafeState, key: string, frame: Omit<SafeWindow, 'content'>): void {
  const window = state.windows[key];
  if (!window) return;
  for (const field of mayBeAbsent) if (frame[field] === undefined) delete window[field];
  Object.assign(window, frame);
}

function putBlocks(
  window: SafeWindow | undefined,
  keep: number,
  blocks: { id: number; html: string }[],
): void {
  if (window?.content.kind !== 'markup') return;
  // A new list each time: renderers compare lists and do not watch single blocks.
  window.content.blocks = [...unwrap(window.content.blocks).slice(0, keep), ...blocks];
}

function removeFrom(list: string[], item: string): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}

function place(state: SafeState, key: string, above: string | undefined): void {
  removeFrom(state.zOrder, key);
  const below = above === undefined ? -1 : state.zOrder.indexOf(above);
  if (below >= 0) {
    state.zOrder.splice(below + 1, 0, key);
    return;
  }
  const numberOf = (other: string): number => monitorNumber(other.slice(0, other.indexOf('/')));
  const bottom = state.zOrder.findIndex((other) => numberOf(other) >= numberOf(key));
  state.zOrder.splice(bottom < 0 ? state.zOrder.length : bottom, 0, key);
}

function putShortcut(state: SafeState, change: Extract<Change, { kind: 'shortcut' }>): void {
  const at = state.shortcuts.findIndex((shortcut) => shortcut.id === change.shortcut.id);
  if (at === change.at) {
    state.shortcuts[at] = change.shortcut;
    return;
  }
  if (at >= 0) state.shortcuts.splice(at, 1);
  state.shortcuts.splice(change.at, 0, change.shortcut);
}
