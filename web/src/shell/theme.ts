// Light, dark, or as the system has it. Kept in this browser.

import { createSignal } from 'solid-js';

/** What a person can choose. */
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

/** Puts the theme on the document. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = theme();
}

/** Takes a theme and keeps it in this browser. */
export function chooseTheme(next: Theme): void {
  setTheme(next);
  applyTheme();
  try {
    localStorage.setItem(place, next);
  } catch {
    // A browser that keeps nothing shows the theme until the page is closed.
  }
}
