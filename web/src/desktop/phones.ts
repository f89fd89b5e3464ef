// The phones as this page knows them: what the server lists, kept up to date by `PHONE` events.

import { createSignal, type Accessor } from 'solid-js';

import { get } from '../connection/api';
import { isDeviceList, type PhoneView } from '../protocol/http';
import type { PhoneEvent } from '../protocol/wire';

/** The phones of this page. */
export interface Phones {
  readonly all: Accessor<PhoneView[]>;
  /** What is known of one. */
  find(id: string): PhoneView | undefined;
  /** Takes what the server said. */
  take(event: PhoneEvent): void;
  /** Reads the list again. */
  refresh(): Promise<void>;
}

/** Makes an empty one. */
export function createPhones(): Phones {
  const [all, setAll] = createSignal<PhoneView[]>([]);
  /** How many events have come. */
  let told = 0;
  const refresh = async (): Promise<void> => {
    const before = told;
    const answer = await get('/api/devices', isDeviceList);
    if (!answer.ok) return;
    // The list may be older than what was told meanwhile.
    if (told !== before) return refresh();
    setAll(answer.value.devices);
  };
  const take = (event: PhoneEvent): void => {
    told += 1;
    if (!all().some((phone) => phone.id === event.id)) return void refresh();
    setAll((phones) =>
      phones.map((phone) => {
        if (phone.id !== event.id) return phone;
        const { holder: _holder, trouble: _trouble, ...rest } = phone;
        return {
          ...rest,
          ...(event.holder === undefined ? {} : { holder: event.holder as PhoneView['holder'] & {} }),
          ...(event.trouble === undefined ? {} : { trouble: event.trouble }),
        };
      }),
    );
  };
  return { all, find: (id) => all().find((phone) => phone.id === id), take, refresh };
}
