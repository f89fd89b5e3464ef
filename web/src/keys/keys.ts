// One listener for every key of the table. Components say what a key does while they are there.

import { createSignal, onCleanup } from 'solid-js';

import { isChord } from './chord';
import { isSingle, keyTable, type KeyEntry, type KeyName } from './table';

/** What a key does; `false` when it does nothing here, and the browser may have it. */
type Handler = (event: KeyboardEvent) => boolean | void;

const handlers = new Map<KeyName, Handler[]>();

/** Handles a key of the table for as long as the caller lives. The latest who says so has it. */
export function useKey(name: KeyName, handler: Handler): void {
  const all = handlers.get(name) ?? [];
  // Several may handle a key with the same function: who goes takes away only what they brought.
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
/** Whether keys without Ctrl or Alt count: who speaks to the computer can switch them off (WCAG 2.1.4). */
export { singleKeys };

function stored(): boolean {
  try {
    return globalThis.localStorage?.getItem(place) !== 'off';
  } catch {
    return true;
  }
}

/** Switches keys without Ctrl or Alt on or off, and keeps it in this browser. */
export function setSingleKeys(on: boolean): void {
  setSingle(on);
  try {
    localStorage.setItem(place, on ? 'on' : 'off');
  } catch {
    // A browser that keeps nothing has them on again when the page is loaded.
  }
}

/** Whether keys go into a text here: then they are the text's. */
export function takesText(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  if (element instanceof HTMLInputElement) {
    return !['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file'].includes(
      element.type,
    );
  }
  // A picture of a phone takes keys as a field does.
  return (
    element instanceof HTMLElement &&
    (element.isContentEditable || element.closest('[data-takes-keys]') !== null)
  );
}

/** Handles the keys of the table for as long as the caller lives. */
export function listenForKeys(): void {
  const pressed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    // AltGr is Ctrl+Alt to some systems, and types a letter.
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
