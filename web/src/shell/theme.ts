// Light, dark, or the system's theme. Stored in this browser.

import { createSignal } from 'solid-js';

/** The themes to choose from. */
export type Theme = 'auto' | 'light' | 'dark';

/** Every theme. */
export const themes: readonly Theme[] = ['auto', 'light', 'dark'];
const place = 'fingertip.theme';

function stored(): Theme {
  try {
    const value = localStorage.getItem(place);
    return themes.find((theme) => theme === value) ?? 'auto';
  } catch {
    return 'auto';
  }
}

const [theme, setTheme] = createSignal<Theme>(stored());
export { theme };

/** Applies the theme to the document. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = theme();
}

/** Sets a theme and stores it in this browser. */
export function chooseTheme(next: Theme): void {
  setTheme(next);
  applyTheme();
  try {
    localStorage.setItem(place, next);
  } catch {
    // Without storage the theme holds until the page is closed.
  }
}
