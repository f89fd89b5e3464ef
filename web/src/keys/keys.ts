// One listener for all keys of the table. Components register what a key does while they exist.

import { createSignal, onCleanup } from 'solid-js';

import { isChord } from './chord';
import { isSingle, keyTable, type KeyEntry, type KeyName } from './table';

/** Handles a key; returns `false` if it does nothing here, and the browser may have it. */
type Handler = (event: KeyboardEvent) => boolean | void;

const handlers = new Map<KeyName, Handler[]>();

/** Handles a key of the table for as long as the caller lives. The latest handler wins. */
export function useKey(name: KeyName, handler: Handler): void {
  const all = handlers.get(name) ?? [];
  // Several callers may register the same function, so each removes only its own entry.
  const own: Handler = (event) => handler(event);
  handlers.set(name, [...all, own]);
  onCleanup(() =>
    handlers.set(
      name,
      (handlers.get(name) ?? []).filter((other) => other !== own),
    ),
  );
}

const place = 'fingertip.singleKeys';
const [singleKeys, setSingle] = createSignal(stored());
/** Whether keys without Ctrl or Alt count: people who use voice input can turn them off (WCAG 2.1.4). */
export { singleKeys };

function stored(): boolean {
  try {
    return globalThis.localStorage?.getItem(place) !== 'off';
  } catch {
    return true;
  }
}

/** Turns keys without Ctrl or Alt on or off, and stores it in this browser. */
export function setSingleKeys(on: boolean): void {
  setSingle(on);
  try {
    localStorage.setItem(place, on ? 'on' : 'off');
  } catch {
    // Without storage they are on again after a reload.
  }
}

/** Whether the element accepts typed text, which then takes precedence. */
export function takesText(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  if (element instanceof HTMLInputElement) {
    return !['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file'].includes(
      element.type,
    );
  }
  // A picture of a phone accepts keys like a field.
  return (
    element instanceof HTMLElement &&
    (element.isContentEditable || element.closest('[data-takes-keys]') !== null)
  );
}

/** Handles the keys of the table for as long as the caller lives. */
export function listenForKeys(): void {
  const pressed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    // Some systems report AltGr as Ctrl+Alt, and it types a letter.
    if (event.getModifierState('AltGraph') && event.key.length === 1) return;
    const typing = takesText(document.activeElement);
    for (const [name, entry] of Object.entries(keyTable) as [KeyName, KeyEntry][]) {
      if (typing && !entry.whileTyping) continue;
      const chord = entry.chords.find((each) => isChord(event, each));
      if (chord === undefined || (isSingle(chord) && !singleKeys())) continue;
      const handler = handlers.get(name)?.at(-1);
      if (!handler || handler(event) === false) continue;
      event.preventDefault();
      return;
    }
  };
  addEventListener('keydown', pressed);
  onCleanup(() => removeEventListener('keydown', pressed));
}
