// The reply to a request in the command bar.

import type { GuideName } from '../guides/open';

/** The reply. */
export type Reply =
  /** A task was started; its progress is shown. */
  | { kind: 'task'; id: string }
  /** A text to read; `guide` offers a guide that helps. */
  | { kind: 'said'; text: string; trouble: boolean; guide?: GuideName }
  /** The list of commands. */
  | { kind: 'help' }
  /** It is done, and visible elsewhere. */
  | { kind: 'done' };

/** A text to read. */
export function said(text: string): Reply {
  return { kind: 'said', text, trouble: false };
}

/** An error. */
export function trouble(text: string): Reply {
  return { kind: 'said', text, trouble: true };
}
