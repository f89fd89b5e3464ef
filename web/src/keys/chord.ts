// Key chords, as written in the table and as found in an event. Pure.

/** The relevant part of an event. */
export interface Pressed {
  key: string;
  /** The key's position on the keyboard, for keys whose letter depends on the layout. */
  code?: string;
  ctrlKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  metaKey: boolean;
}

/** Whether this keyboard has a command key. */
export const apple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/**
 * Whether the event is the chord: `Ctrl+Alt+ArrowLeft`, `Mod+Z` (the command key on Apple's keyboards, else Ctrl), `?`.
 * A character typed with Shift is written as itself, and Shift is ignored.
 */
export function isChord(event: Pressed, chord: string, onApple = apple): boolean {
  const parts = chord.split('+');
  const key = parts.pop() ?? '';
  const has = (name: string): boolean => parts.includes(name);
  const mod = has('Mod');
  if (event.ctrlKey !== (has('Ctrl') || (mod && !onApple))) return false;
  if (event.metaKey !== (has('Meta') || (mod && onApple))) return false;
  if (event.altKey !== has('Alt')) return false;
  const sign = key.length === 1 && !/[a-z0-9]/i.test(key) && key !== '`';
  if (!sign && event.shiftKey !== has('Shift')) return false;
  // Alt changes the letter on some keyboards, so this key is identified by its position, right below Escape.
  if (key === '`') return event.code === 'Backquote';
  return key.length === 1 ? event.key.toLowerCase() === key.toLowerCase() : event.key === key;
}

const names: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  ContextMenu: 'Menu',
  Delete: 'Del',
};

/** Returns the keys of a chord as a person reads them. */
export function keysIn(chord: string, onApple = apple): string[] {
  return chord.split('+').map((part) => {
    if (part === 'Mod') return onApple ? '⌘' : 'Ctrl';
    if (part === 'Alt' && onApple) return '⌥';
    return names[part] ?? part;
  });
}

/** Returns a chord in words, for an attribute. */
export function chordName(chord: string): string {
  return keysIn(chord).join('+');
}
