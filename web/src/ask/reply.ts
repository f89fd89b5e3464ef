// What comes of what was asked for in the command bar.

import type { GuideName } from '../guides/open';

/** The answer to what was typed. */
export type Reply =
  /** A task was started: what becomes of it is shown. */
  | { kind: 'task'; id: string }
  /** Something to read; `guide` offers what helps. */
  | { kind: 'said'; text: string; trouble: boolean; guide?: GuideName }
  /** The list of commands. */
  | { kind: 'help' }
  /** It is done, and seen elsewhere. */
  | { kind: 'done' };

/** Something to read. */
export function said(text: string): Reply {
  return { kind: 'said', text, trouble: false };
}

/** Something that did not work. */
export function trouble(text: string): Reply {
  return { kind: 'said', text, trouble: true };
}
