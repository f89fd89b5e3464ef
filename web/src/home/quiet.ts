// Whether a monitor shows nothing but phones: then there is room for the greeting.

import { createMemo, type Accessor } from 'solid-js';

import type { Page } from '../desktop/page';
import { partsOf } from '../desktop/person';
import type { SafeWindow } from '../protocol/wire';

/** Whether a window is a phone's. */
export function isPhone(window: SafeWindow): boolean {
  return window.content.kind === 'part' && window.content.part === 'phone';
}

/** The phones that the active monitor shows, and whether it shows nothing else. */
export function createQuiet(page: Page): { phones: Accessor<SafeWindow[]>; quiet: Accessor<boolean> } {
  const { desktop } = page;
  const windows = createMemo(() =>
    desktop.keys().flatMap((key): SafeWindow[] => {
      const window = desktop.state.windows[key];
      const here = partsOf(key).monitorId === desktop.state.activeMonitor;
      return window && here && window.variant === 'standard' && !window.minimized ? [window] : [];
    }),
  );
  const phones = createMemo(() => windows().filter(isPhone));
  return { phones, quiet: createMemo(() => windows().every(isPhone)) };
}
