// The phone for new requests, if there are several. Kept for this page.

import { createSignal } from 'solid-js';

import type { Phones } from '../desktop/phones';
import type { PhoneView } from '../protocol/http';

const [chosen, choose] = createSignal<string>();
export { choose };

/** Returns the phone: the chosen one while it is there, else the first without trouble. */
export function target(phones: Phones): PhoneView | undefined {
  const all = phones.all();
  return (
    all.find((phone) => phone.id === chosen()) ??
    all.find((phone) => phone.trouble === undefined) ??
    all[0]
  );
}
