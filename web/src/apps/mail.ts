// What agents say to apps, handed to the windows that show them. An app that is not shown here hears nothing here.

import type { ServerEvent } from '../protocol/wire';

type AppMail = Extract<ServerEvent, { type: 'APP_MESSAGE' }>;

interface Reader {
  key: string;
  app: string;
  read: (data: string) => void;
}

const readers = new Set<Reader>();

/** Hands on what an agent said. */
export function deliver(mail: AppMail): void {
  for (const reader of readers)
    if (reader.app === mail.appId && (mail.key === undefined || mail.key === reader.key))
      reader.read(mail.data);
}

/** Reads what agents say to the app in a window; what comes back stops it. */
export function readMail(reader: Reader): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
