// What the keys of the desktop do, and where the focus goes when its window is gone.

import { createEffect, on, onCleanup } from 'solid-js';

import type { Page } from '../desktop/page';
import { listenForKeys, useKey } from '../keys/keys';
import { menuOfFocus } from '../menu/menu';
import type { CentreState } from '../notices/centre';
import { narrow } from '../windows/narrow';
import { send } from '../windows/place';
import type { Direction } from '../windows/snap';
import { cycle } from './cycling';
import { togglePane } from './panes';
import { redo, undo } from './undoing';

const modal = (): boolean => document.querySelector('dialog[open]') !== null;

/** The element of a window. */
export function elementOf(key: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-window]')].find(
    (window) => window.dataset.window === key,
  );
}

/** Handles the keys for as long as the caller lives. */
export function useDesktopKeys(page: Page, centre: CentreState): void {
  const { state } = page.desktop;
  listenForKeys();

  /** The window with the focus, else the one in front. */
  const current = (): string | undefined =>
    document.activeElement?.closest<HTMLElement>('[data-window]')?.dataset.window ??
    state.focused ??
    undefined;
  const toWindow = (act: (key: string) => void) => (): boolean => {
    const key = current();
    if (key === undefined || modal()) return false;
    act(key);
    return true;
  };
  const free = (act: () => void) => (): boolean => {
    if (modal()) return false;
    act();
    return true;
  };
  const wide = (act: () => void) => (): boolean => {
    if (narrow()) return false;
    act();
    return true;
  };

  useKey('launcher', wide(() => togglePane('launcher')));
  useKey('overview', wide(() => togglePane('overview')));
  // A narrow page may be a large one that is magnified, with a keyboard in front of it.
  useKey('help', () => void togglePane('keys'));
  useKey('notifications', free(() => (centre.open() ? centre.hide() : centre.show())));
  useKey('undo', free(() => void undo(page)));
  useKey('redo', free(() => void redo(page)));
  useKey('menu', () => !modal() && menuOfFocus());
  useKey('next', free(() => cycle(1, page.desktop.keys())));
  useKey('previous', free(() => cycle(-1, page.desktop.keys())));
  useKey('close', toWindow((key) => void page.person.close(key)));
  const directions = { snapLeft: 'left', snapRight: 'right', snapUp: 'up', snapDown: 'down' } as const;
  for (const [name, direction] of Object.entries(directions) as [
    keyof typeof directions,
    Direction,
  ][]) {
    useKey(name, (event) => !narrow() && toWindow((key) => send(page, key, direction))() && !event.repeat);
  }

  const toWorkspace = (by: number) => (): boolean => {
    const all = state.monitors;
    const at = all.findIndex(({ id }) => id === state.activeMonitor);
    const next = all[at + by];
    if (modal() || !next) return false;
    void page.person.activate(next.id);
    return true;
  };
  useKey('workspaceBefore', toWorkspace(-1));
  useKey('workspaceAfter', toWorkspace(1));
  useRecent(page);
  useFocusBack(page);
}

/** Alt+` cycles through the windows in order of use, while Alt is held. */
function useRecent(page: Page): void {
  const { state } = page.desktop;
  let walk: string[] | undefined;
  let at = 0;
  const go = (by: number) => (): boolean => {
    if (modal()) return false;
    walk ??= state.zOrder
      .filter((key) => {
        const window = state.windows[key];
        return window?.variant === 'standard' && window.monitorId === state.activeMonitor;
      })
      .reverse();
    if (walk.length === 0) return false;
    at = (at + by + walk.length) % walk.length;
    const key = walk[at];
    if (key === undefined) return false;
    if (state.windows[key]?.minimized) {
      void page.person.focus(key).then(() => elementOf(key)?.focus());
    } else elementOf(key)?.focus();
    return true;
  };
  useKey('recent', go(1));
  useKey('recentBack', go(-1));
  const released = (event: KeyboardEvent): void => {
    if (event.key !== 'Alt') return;
    walk = undefined;
    at = 0;
  };
  addEventListener('keyup', released);
  onCleanup(() => removeEventListener('keyup', released));
}

/** When the focused window is closed or hidden, the focus goes to the one in front, not to nowhere. */
function useFocusBack(page: Page): void {
  const { state } = page.desktop;
  let last: string | undefined;
  const entered = (event: FocusEvent): void => {
    last =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('[data-window]')?.dataset.window
        : undefined;
  };
  addEventListener('focusin', entered);
  onCleanup(() => removeEventListener('focusin', entered));
  createEffect(
    on([page.desktop.keys, () => state.focused, () => last && state.windows[last]?.minimized], () => {
      queueMicrotask(() => {
        const gone = last !== undefined && (state.windows[last]?.minimized ?? true);
        if (!gone || document.activeElement !== document.body) return;
        last = undefined;
        const front = state.focused ? elementOf(state.focused) : undefined;
        (front ?? document.querySelector<HTMLElement>('.main'))?.focus({ preventScroll: true });
      });
    }),
  );
}
