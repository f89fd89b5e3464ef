// Parses a message into a typed event, or nothing if this page does not understand it.

import { isFinding } from '../protocol/finding';
import { isServerEvent, type ServerEvent } from '../protocol/wire';
import * as is from '../protocol-runtime';

/** Parses one message of the server; `undefined` if this page does not know it. */
export function readServerEvent(text: string): ServerEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!is.object(value)) return undefined;
  // A page that applies changes does not need the requested actions: an unknown one must not stop it.
  if (value.type === 'ACTIONS') delete value.actions;
  // An error code newer than this page is still a refusal, which answers its message.
  if (value.type === 'ERROR' && Array.isArray(value.errors)) {
    value.errors = value.errors.filter(isFinding);
  }
  return isServerEvent(value) ? value : undefined;
}
