// A window's actions, for its menu on the title bar and on the task bar.

import type { Page } from '../desktop/page';
import { isolated } from '../bidi';
import { when, type MenuEntry } from '../menu/menu';
import { showOverview } from '../shell/panes';
import { undoAgent } from '../shell/undoing';
import { workspaceName } from '../overview/cards';
import { t } from '../words/say';
import type { Moving } from './mover';
import { narrow } from './narrow';
import { beforeSnap, isMaximised, maximise, restore, snap } from './place';
import { zoneNames, type Zone } from './snap';

/** How to move each window by keys: registered by the window, used by its menu. */
type Movers = Map<string, (how: Moving) => void>;
const movers: Movers = new Map();

/** Registers how to move a window by keys while it exists. */
export function offerMoving(key: string, move: (how: Moving) => void): () => void {
  movers.set(key, move);
  return () => {
    if (movers.get(key) === move) movers.delete(key);
  };
}

/** The entries of a window's menu. */
export function windowMenu(page: Page, key: string): MenuEntry[] {
  const window = page.desktop.state.windows[key];
  if (!window) return [];
  const { person } = page;
  const standard = window.variant === 'standard';
  const free = window.variant !== 'panel' && !narrow();
  const shown = !window.minimized && window.monitorId === page.desktop.state.activeMonitor;
  const whole = isMaximised(page, key, window);
  const movable = free && shown && !whole;
  const move = (how: Moving) => (): void => movers.get(key)?.(how);
  const zones = (Object.keys(zoneNames) as Zone[]).filter((zone) => zone !== 'whole');
  const back = whole || beforeSnap(page, key, window) !== undefined;
  const { lockedBy, agent } = window;
  return [
    ...when(
      movable,
      { label: t`Move`, icon: 'move', act: move('move') },
      { label: t`Change size`, icon: 'resize', act: move('resize') },
    ),
    ...when(free, {
      label: t`Snap to`,
      icon: 'snap',
      entries: () =>
        zones.map((zone) => ({
          label: zoneNames[zone],
          icon: 'snap' as const,
          act: () => void snap(page, key, zone),
        })),
    }),
    ...when(free, {
      label: t`Move to workspace`,
      icon: 'monitor',
      entries: () =>
        otherWorkspaces(page, window.monitorId).map((monitorId) => ({
          label: workspaceName(monitorId),
          icon: 'monitor' as const,
          act: () => void person.moveToMonitor(key, monitorId),
        })),
    }),
    ...when(free && standard && !whole, {
      label: t`Maximise`,
      icon: 'maximize',
      act: () => void maximise(page, key),
      key: 'snapUp',
    }),
    ...when(free && back, {
      label: t`Restore`,
      icon: 'restore',
      act: () => void restore(page, key),
    }),
    ...when(standard && !window.minimized && !narrow(), {
      label: t`Minimise`,
      icon: 'minimize',
      act: () => void person.minimize(key),
    }),
    ...when(window.minimized || !shown, {
      label: t`Show`,
      icon: 'window',
      act: () => void person.focus(key),
    }),
    'line',
    ...when(lockedBy !== undefined, {
      label: t`Unlock (locked by ${isolated(lockedBy ?? '')})`,
      icon: 'lock',
      act: () => void person.unlock(key, lockedBy ?? ''),
    }),
    ...when(agent !== undefined, {
      label: t`Undo what ${isolated(agent ?? '')} did`,
      icon: 'undo',
      act: () => void undoAgent(page, key),
    }),
    ...when(!narrow(), {
      label: t`Show all windows`,
      icon: 'app',
      act: showOverview,
      key: 'overview',
    }),
    { label: t`Close`, icon: 'close', act: () => void person.close(key), key: 'close' },
  ];
}

/** The most workspaces of a desktop. */
const mostWorkspaces = 16;

/** The workspaces that a window can move to: all others, and a new one. */
function otherWorkspaces(page: Page, from: string): string[] {
  const known = page.desktop.state.monitors.map(({ id }) => id);
  const all = Array.from({ length: mostWorkspaces }, (_, number) => `monitor-${number}`);
  const fresh = all.find((id) => !known.includes(id));
  return all.filter((id) => id !== from && (known.includes(id) || id === fresh));
}
