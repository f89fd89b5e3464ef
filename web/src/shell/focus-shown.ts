// A window that a person opens or brings to the front also gets the keyboard focus: after typing `/settings` they
// continue in Settings, and screen readers announce it.

import { createEffect, on, onCleanup } from 'solid-js';

import type { Page } from '../desktop/page';
import { takesText } from '../keys/keys';
import { elementOf } from './desktop-keys';

/** A new window is drawn within this many frames. */
const patience = 60;
/** A press longer ago than this, in milliseconds, is unrelated to what opens now. */
const lately = 3_000;
const deeds = ['keydown', 'pointerdown'] as const;

/**
 * Whether the person would lose something: a question on screen comes first, and so does text being written and an open
 * menu, which is outside its window.
 */
function engaged(): boolean {
  const { activeElement } = document;
  if (activeElement?.closest('[popover]')) return true;
  const writing =
    takesText(activeElement) && (!(activeElement instanceof HTMLInputElement) || activeElement.value !== '');
  return writing || document.querySelector('dialog:modal') !== null;
}

/**
 * Moves the focus for as long as the caller lives. A window that opens by itself, as on the first visit, does not take
 * it.
 */
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
