// F6 goes from window to window and on to the task bar, as it does on other desktops; Shift+F6 goes back.

/** Goes to the next place, or with -1 to the one before. */
export function cycle(by: 1 | -1): void {
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
  places.at((here + by) % Math.max(1, places.length))?.focus();
}
