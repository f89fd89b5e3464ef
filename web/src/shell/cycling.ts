// F6 goes from window to window and on to the task bar, as it does on other desktops; Shift+F6 goes back.

import { onCleanup } from 'solid-js';

/** Listens for F6 for as long as the caller lives. */
export function useCycling(): void {
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector('dialog[open]')) return;
    const places = [
      ...[...document.querySelectorAll<HTMLElement>('[data-window]:not(.is-hidden)')].reverse(),
      ...document.querySelectorAll<HTMLElement>('[data-region]'),
    ].filter((place) => place.checkVisibility());
    const here = places.findIndex((place) => {
      const inside = place.contains(document.activeElement);
      // Windows lie inside the desktop: whoever is in a window is not on the desktop.
      return (
        inside &&
        (place.dataset.window !== undefined || !document.activeElement?.closest('[data-window]'))
      );
    });
    const next = places.at((here + (event.shiftKey ? -1 : 1)) % Math.max(1, places.length));
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  addEventListener('keydown', pressed);
  onCleanup(() => removeEventListener('keydown', pressed));
}
