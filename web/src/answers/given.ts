// The answer that a person gives, and the props of every answer form.

import type { Question } from '../protocol/wire';
import { decimal } from '../words/numbers';
import { t } from '../words/say';

/** The answer besides a yes. */
export type Given =
  | { kind: 'nothing' }
  | { kind: 'text'; text: string }
  | { kind: 'file'; file: File };

/** The props of every answer form. */
export interface FormProps {
  question: Question;
  /** Reports the answer that would be sent now; `undefined` while there is none. */
  give: (given: Given | undefined) => void;
}

/** The largest file that the server accepts, in bytes. */
export const mostFile = 32 << 20;

/** Formats a size for people. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return t`${bytes} bytes`;
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
  return `${value < 10 ? decimal(value) : Math.round(value)} ${unit}`;
}
