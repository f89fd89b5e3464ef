// The desktop's colours for apps: resolved, so that they work in a document without our styles.

import { createSignal, onCleanup } from 'solid-js';

import { theme } from '../shell/theme';
import type { AppTheme } from './messages';

/** The tokens that apps get, by their names there. */
const names = ['ink', 'ink-soft', 'surface', 'surface-sunken', 'line', 'accent', 'accent-fill', 'on-accent', 'success', 'warning', 'error'];

/** Returns the current theme for apps. */
function current(): AppTheme {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const colours: Record<string, string> = {};
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  probe.remove();
  return { scheme: theme() === 'auto' ? (dark ? 'dark' : 'light') : theme() === 'dark' ? 'dark' : 'light', colours };
}

/** The theme for apps; follows the person's choice and the system's. */
export function createAppTheme(): () => AppTheme {
  const [changes, setChanges] = createSignal(0);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const changed = (): void => void setChanges((count) => count + 1);
  dark.addEventListener('change', changed);
  onCleanup(() => dark.removeEventListener('change', changed));
  return () => {
    changes();
    theme();
    return current();
  };
}
