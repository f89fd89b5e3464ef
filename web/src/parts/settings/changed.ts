// Says when the settings were changed somewhere on this page, so that what shows them reads them again.

import { createSignal } from 'solid-js';

const [version, setVersion] = createSignal(0);

/** Goes up with every change. */
export { version as settingsVersion };

/** They were changed. */
export function settingsChanged(): void {
  setVersion((before) => before + 1);
}
