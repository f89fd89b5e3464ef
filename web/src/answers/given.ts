// What a person gives as an answer, and what every way to answer is handed.

import type { Question } from '../protocol/wire';

/** What is given besides a yes. */
export type Given =
  | { kind: 'nothing' }
  | { kind: 'text'; text: string }
  | { kind: 'file'; file: File };

/** What every way to answer gets. */
export interface FormProps {
  question: Question;
  /** Says what would be sent now; `undefined` while there is nothing to send. */
  give: (given: Given | undefined) => void;
}

/** The largest file that the server takes, in bytes. */
export const mostFile = 32 << 20;

/** A size as people read it. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
