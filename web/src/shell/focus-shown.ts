// What a person opens or brings to the front gets their keyboard too: who typed `/settings` goes on in Settings, and who
// does not see it hears its name.

import { createEffect, on, onCleanup } from 'solid-js';

import type { Page } from '../desktop/page';
import { takesText } from '../keys/keys';
import { elementOf } from './desktop-keys';

/** A window that was opened is drawn within so many frames. */
const patience = 60;
/** What was pressed so long ago, in milliseconds, has nothing to do with what opens now. */
const lately = 3_000;
const deeds = ['keydown', 'pointerdown'] as const;

/**
 * Whether the person would lose something: a question on screen comes first, and so do what they are writing and a menu
 * that they opened, which stands outside of its window.
 */
function engaged(): boolean {
  const { activeElement } = document;
  if (activeElement?.closest('[popover]')) return true;
  const writing =
    takesText(activeElement) && (!(activeElement instanceof HTMLInputElement) || activeElement.value !== '');
  return writing || document.querySelector('dialog:modal') !== null;
}

/** Moves the focus for as long as the caller lives. What opens by itself, as on the first visit, takes none. */
export function useFocusShown(page: Page): void {
  let acted = -Infinity;
  const act = (): void => void (acted = performance.now());
  for (const deed of deeds) addEventListener(deed, act, { capture: true });
  onCleanup(() => {
    for (const deed of deeds) removeEventListener(deed, act, { capture: true });
  });
  createEffect(
    on(
      page.shown,
      (shown) => {
        let left = patience;
        const enter = (): void => {
          if (!shown || page.shown() !== shown || engaged()) return;
          const window = elementOf(shown.key);
          if (window?.contains(document.activeElement)) return;
          window?.focus({ preventScroll: true });
          left -= 1;
          if (document.activeElement !== window && left > 0) requestAnimationFrame(enter);
        };
        if (performance.now() - acted < lately) enter();
      },
      { defer: true },
    ),
  );
}
