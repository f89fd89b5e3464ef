// Announces changes of the settings on this page, so that their views reload.

import { createSignal } from 'solid-js';

const [version, setVersion] = createSignal(0);

/** Increases with every change. */
export { version as settingsVersion };

/** Announces a change. */
export function settingsChanged(): void {
  setVersion((before) => before + 1);
}
