// The phones as this page knows them: the server's list, kept up to date by `PHONE` events.

import { createSignal, type Accessor } from 'solid-js';

import { get } from '../connection/api';
import { isDeviceList, type PhoneView } from '../protocol/http';
import type { PhoneEvent } from '../protocol/wire';

/** The phones of this page. */
export interface Phones {
  readonly all: Accessor<PhoneView[]>;
  /** Returns a phone by id. */
  find(id: string): PhoneView | undefined;
  /** Applies an event. */
  take(event: PhoneEvent): void;
  /** Reloads the list; returns why it could not, if so. */
  refresh(): Promise<string | undefined>;
}

/** Creates an empty list. */
export function createPhones(): Phones {
  const [all, setAll] = createSignal<PhoneView[]>([]);
  /** How many events have arrived. */
  let told = 0;
  const refresh = async (): Promise<string | undefined> => {
    const before = told;
    const answer = await get('/api/devices', isDeviceList);
    if (!answer.ok) return answer.message;
    // The list may be older than events that arrived meanwhile.
    if (told !== before) return refresh();
    setAll(answer.value.devices);
    return undefined;
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
