// Whether a monitor shows nothing but phones, which leaves room for the greeting.

import { createMemo, type Accessor } from 'solid-js';

import type { Page } from '../desktop/page';
import { partsOf } from '../desktop/person';
import type { SafeWindow } from '../protocol/wire';

/** Whether a window shows a phone. */
export function isPhone(window: SafeWindow): boolean {
  return window.content.kind === 'part' && window.content.part === 'phone';
}

/** Returns the phones on the active monitor, and whether it shows nothing else. */
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
