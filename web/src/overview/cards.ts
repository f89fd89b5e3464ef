// The windows as cards: which, in what order, filtered by words. Pure.

import type { SafeState, SafeWindow } from '../protocol/wire';
import { search } from '../launcher/items';
import { t } from '../words/say';

/** The windows of one workspace. */
export interface Shelf {
  monitorId: string;
  keys: string[];
}

/** Returns the name of a monitor. */
export function workspaceName(monitorId: string): string {
  return t`Workspace ${Number(monitorId.slice(monitorId.lastIndexOf('-') + 1)) + 1}`;
}

/** Returns how many windows are on a monitor, without panels and widgets. */
export function windowsOn(windows: Record<string, SafeWindow>, monitorId: string): number {
  return Object.values(windows).filter(
    (window) => window.monitorId === monitorId && window.variant === 'standard',
  ).length;
}

/** Returns the windows that match the words, front ones first, the active workspace first. */
export function shelves(
  state: Pick<SafeState, 'windows' | 'zOrder' | 'monitors' | 'activeMonitor'>,
  text: string,
  titleOf: (window: SafeWindow) => string = ({ title }) => title,
): Shelf[] {
  const height = new Map(state.zOrder.map((key, index) => [key, index]));
  const all = Object.keys(state.windows)
    .filter((key) => state.windows[key]?.variant === 'standard')
    .sort((a, b) => (height.get(b) ?? -1) - (height.get(a) ?? -1));
  const found = search(all, text, (key) => {
    const window = state.windows[key];
    return [window ? titleOf(window) : '', window?.agent ?? '', workspaceName(window?.monitorId ?? '')];
  });
  const order = [
    state.activeMonitor,
    ...state.monitors.map(({ id }) => id).filter((id) => id !== state.activeMonitor),
  ];
  return order
    .map((monitorId) => ({
      monitorId,
      keys: found.filter((key) => state.windows[key]?.monitorId === monitorId),
    }))
    .filter(({ keys }) => keys.length > 0);
}
