// The page's own panes, and which one is open: the launcher, the overview, the list of keys. One at a time.

import { createSignal } from 'solid-js';

/** A pane. */
export type Pane = 'launcher' | 'overview' | 'keys';

const [pane, setPane] = createSignal<Pane>();
/** The open one. */
export { pane };

/** Opens a pane, or closes it if it is open. */
export function togglePane(which: Pane): void {
  setPane((now) => (now === which ? undefined : which));
}

/** Closes the open one. */
export function closePane(): void {
  setPane(undefined);
}

export const showOverview = (): void => void setPane('overview');
export const showLauncher = (): void => void setPane('launcher');
export const showKeys = (): void => void setPane('keys');
