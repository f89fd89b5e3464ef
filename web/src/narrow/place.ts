// The person's place on a narrow page: at home, in a window, or in the list of windows. The browser's back leads home.

import { createSignal } from 'solid-js';

/** A place of the narrow page. */
export type Place =
  | { at: 'home' }
  | { at: 'windows' }
  | { at: 'notices' }
  | { at: 'window'; key: string };

const mark = 'fingertip.place';
const [place, setPlace] = createSignal<Place>({ at: 'home' });
/** The current place. */
export { place };

const away = (): boolean => (history.state as { mark?: unknown } | null)?.mark === mark;

/** Goes to a place. From home, the back gesture returns. */
export function go(to: Place): void {
  if (to.at === 'home') return goBack();
  if (place().at === 'home') history.pushState({ mark }, '');
  setPlace(to);
}

/** Goes home. */
export function goBack(): void {
  setPlace({ at: 'home' });
  if (away()) history.back();
}

globalThis.addEventListener?.('popstate', () => {
  if (!away()) setPlace({ at: 'home' });
});
