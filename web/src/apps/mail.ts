// Delivers agents' messages to the windows that show their apps. An app that is not shown here receives nothing here.

import type { ServerEvent } from '../protocol/wire';

type AppMail = Extract<ServerEvent, { type: 'APP_MESSAGE' }>;

interface Reader {
  key: string;
  app: string;
  read: (data: string) => void;
}

const readers = new Set<Reader>();

/** Delivers an agent's message. */
export function deliver(mail: AppMail): void {
  for (const reader of readers)
    if (reader.app === mail.appId && (mail.key === undefined || mail.key === reader.key))
      reader.read(mail.data);
}

/** Listens for agents' messages to the app in a window; returns a function that stops it. */
export function readMail(reader: Reader): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
