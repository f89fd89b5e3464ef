// The pictures that are in sight. Each is an address with its bytes in it, which the browser decodes when it draws it.

import { createMemo, type Accessor } from 'solid-js';

import { readPicture, whole } from './document';

/** How a picture stands: its address, or that it is not there (yet). */
export type Shown = { url: string } | 'missing' | 'coming' | 'none';

/** Reads a picture while the caller is there. */
export function createPicture(number: Accessor<number | undefined>): Accessor<Shown> {
  return createMemo<Shown>(() => {
    const wanted = number();
    if (wanted === undefined) return 'none';
    const url = readPicture(wanted);
    if (url !== undefined) return { url };
    return whole() ? 'missing' : 'coming';
  });
}
