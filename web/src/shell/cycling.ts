// F6 moves the focus from window to window and on to the task bar, as on other desktops; Shift+F6 goes back.

/** Focuses the next place, or with -1 the one before. `keys` are the windows' keys, the oldest first. */
export function cycle(by: 1 | -1, keys: readonly string[]): void {
  const age = (window: HTMLElement): number => keys.indexOf(window.dataset.window ?? '');
  const places = [
    ...[...document.querySelectorAll<HTMLElement>('[data-window]:not(.is-hidden)')].sort(
      (a, b) => age(b) - age(a),
    ),
    ...document.querySelectorAll<HTMLElement>('[data-region]'),
  ].filter((place) => place.checkVisibility());
  const here = places.findIndex((place) => {
    const inside = place.contains(document.activeElement);
    // Windows are inside the desktop's element, but a focused window is not the desktop.
    return (
      inside &&
      (place.dataset.window !== undefined || !document.activeElement?.closest('[data-window]'))
    );
  });
  const place = places.at((here + by) % Math.max(1, places.length));
  if (!place) return;
  // Only F6 navigation shows that a whole region has the focus.
  place.dataset.walked = '';
  place.addEventListener('blur', () => delete place.dataset.walked, { once: true });
  place.focus();
}
