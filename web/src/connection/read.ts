// From the text of a message to a typed event, or nothing when this page does not understand it.

import { isFinding } from '../protocol/finding';
import { isServerEvent, type ServerEvent } from '../protocol/wire';
import * as is from '../protocol-runtime';

/** Reads one message of the server; `undefined` when it is none that this page knows. */
export function readServerEvent(text: string): ServerEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!is.object(value)) return undefined;
  // What was asked for is of no use to a page that applies changes: an odd one must not stop it.
  if (value.type === 'ACTIONS') delete value.actions;
  // A reason that is newer than this page is still a refusal, and the message it is about is answered.
  if (value.type === 'ERROR' && Array.isArray(value.errors)) {
    value.errors = value.errors.filter(isFinding);
  }
  return isServerEvent(value) ? value : undefined;
}
