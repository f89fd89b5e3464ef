// Every key of the desktop, once: the handler and the list for people both read this table.
//
// To add one, add a line here, and call `useKey` with its name where it is handled.

import { t } from '../words/say';

/** A line of the table. */
export interface KeyEntry {
  /** Its description in the list under `?`. */
  does: string;
  group: KeyGroup;
  /** Every chord for it. */
  chords: readonly string[];
  /** Whether it works while the person types. */
  whileTyping: boolean;
}

/** The headings of the list. */
export type KeyGroup = 'Everywhere' | 'Windows' | 'Workspaces' | 'In a phone’s window';

/** The headings, in order. */
export const keyGroups: readonly KeyGroup[] = [
  'Everywhere',
  'Windows',
  'Workspaces',
  'In a phone’s window',
];

/** Their names for people. */
export const keyGroupNames: Readonly<Record<KeyGroup, string>> = {
  Everywhere: t`Everywhere`,
  Windows: t`Windows`,
  Workspaces: t`Workspaces`,
  'In a phone’s window': t`In a phone’s window`,
};

const line = (
  group: KeyGroup,
  does: string,
  chords: readonly string[],
  whileTyping = true,
): KeyEntry => ({ group, does, chords, whileTyping });

/** The table. */
export const keyTable = {
  ask: line('Everywhere', t`Ask for something`, ['Mod+K']),
  askSlash: line('Everywhere', t`The same`, ['/'], false),
  launcher: line('Everywhere', t`Open apps and parts`, ['Ctrl+Alt+A']),
  overview: line('Everywhere', t`Show all windows`, ['Ctrl+Alt+W']),
  notifications: line('Everywhere', t`Show notifications`, ['Ctrl+Alt+N']),
  undo: line('Everywhere', t`Undo your last change`, ['Mod+Z'], false),
  redo: line('Everywhere', t`Redo it`, ['Mod+Shift+Z', 'Ctrl+Y'], false),
  menu: line('Everywhere', t`Menu of the focused element`, ['Shift+F10', 'ContextMenu'], false),
  help: line('Everywhere', t`This list`, ['?'], false),

  next: line('Windows', t`Next window or region`, ['F6']),
  previous: line('Windows', t`Previous window or region`, ['Shift+F6']),
  recent: line('Windows', t`Previously used window`, ['Alt+`']),
  recentBack: line('Windows', t`The same, in reverse order`, ['Alt+Shift+`']),
  snapLeft: line('Windows', t`To the left half`, ['Ctrl+Alt+ArrowLeft']),
  snapRight: line('Windows', t`To the right half`, ['Ctrl+Alt+ArrowRight']),
  snapUp: line('Windows', t`Maximise; from a half, to its upper quarter`, ['Ctrl+Alt+ArrowUp']),
  snapDown: line('Windows', t`Restore, then minimise; from a half, to its lower quarter`, [
    'Ctrl+Alt+ArrowDown',
  ]),
  close: line('Windows', t`Close the window`, ['Ctrl+Alt+X']),

  workspaceBefore: line('Workspaces', t`Previous workspace`, ['Ctrl+Alt+PageUp']),
  workspaceAfter: line('Workspaces', t`Next workspace`, ['Ctrl+Alt+PageDown']),

  // Handled by the phone's window itself, which has more of them.
  phoneHold: line('In a phone’s window', t`Take over, give back`, ['Alt+Shift+O']),
  phonePause: line('In a phone’s window', t`Pause or continue the task`, ['Alt+Shift+P']),
  phoneStop: line('In a phone’s window', t`Stop the task`, ['Alt+Shift+S']),
  phoneHelp: line('In a phone’s window', t`All keys for the phone`, ['Alt+Shift+/']),
} as const satisfies Record<string, KeyEntry>;

/** The name of a line. */
export type KeyName = keyof typeof keyTable;

/** Whether a chord is a single character without Ctrl or Alt, which voice input may trigger by mistake. */
export function isSingle(chord: string): boolean {
  return chord.length === 1;
}
