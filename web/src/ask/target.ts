// The phone that is meant when somebody asks for something, where there are several. Kept for this page.

import { createSignal } from 'solid-js';

import type { Phones } from '../desktop/phones';
import type { PhoneView } from '../protocol/http';

const [chosen, choose] = createSignal<string>();
export { choose };

/** The phone that is meant: the chosen one while it is there, else the first without trouble. */
export function target(phones: Phones): PhoneView | undefined {
  const all = phones.all();
  return (
    all.find((phone) => phone.id === chosen()) ??
    all.find((phone) => phone.trouble === undefined) ??
    all[0]
  );
}
