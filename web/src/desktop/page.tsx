// The services that every part of the page can reach: the desktop, the person's actions, the connection.

import { createContext, createSignal, useContext, type Accessor } from 'solid-js';

import { deliver } from '../apps/mail';
import { Link, type LinkState } from '../connection/link';
import { alive, enter, probe, tokenIn } from '../connection/session';
import type { ServerEvent } from '../protocol/wire';
import { t } from '../words/say';
import { createPerson, type Person } from './person';
import { createPhones, type Phones } from './phones';
import { createDesktop, type Desktop } from './store';
import { createTasks, type Tasks } from './tasks';

/** A message of the page itself; shown like a toast, but unknown to the server. */
export interface Remark {
  id: number;
  text: string;
  /** A button on it. */
  action?: { label: string; act: () => void };
}

/** The page as its parts see it. */
export interface Page {
  readonly desktop: Desktop;
  readonly person: Person;
  readonly tasks: Tasks;
  readonly phones: Phones;
  readonly connection: Accessor<LinkState>;
  readonly remarks: Accessor<Remark[]>;
  /** Shows a message to the person at this page. */
  remark(text: string, action?: Remark['action']): void;
  /** The window that this person brought to the front last; a new object each time. */
  readonly shown: Accessor<{ key: string } | undefined>;
  /** Removes a remark. */
  forget(id: number): void;
  /** Connects now. */
  tryNow(): void;
  /** Signs in with a token, or a link that contains one; returns an error, if any. */
  signIn(text: string): Promise<string | undefined>;
}

const PageContext = createContext<Page>();

/** Provides the page to everything inside. */
export const PageProvider = PageContext.Provider;

/** Returns the page around the caller. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('there is no page around this component');
  return page;
}

/** How long a remark stays. */
const remarkStays = 8_000;

/** Creates the page and connects it. `capture` draws a window when the server requests it. */
export function createPage(
  capture: (page: Page, event: Extract<ServerEvent, { type: 'CAPTURE' }>) => Promise<void>,
): Page {
  const desktop = createDesktop();
  const tasks = createTasks();
  const phones = createPhones();
  const [connection, setConnection] = createSignal<LinkState>({ kind: 'connecting' });
  const [remarks, setRemarks] = createSignal<Remark[]>([]);
  const [shown, setShown] = createSignal<{ key: string }>();
  let remarkId = 0;

  // The id of this load of the page, not of the tab: a copied tab would share a stored id, and the server would take
  // one's messages for repetitions of the other's.
  const client = crypto.randomUUID();
  const link = new Link({
    open: (since) => {
      const query = new URLSearchParams({ client });
      if (since) {
        query.set('since', String(since.seq));
        query.set('epoch', since.epoch);
      }
      const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
      return new WebSocket(`${scheme}//${location.host}/ws?${query.toString()}`);
    },
    probe,
    alive,
    random: Math.random,
    since: desktop.since,
    take: (event) => {
      if (event.type === 'CAPTURE') void capture(page, event);
      if (event.type === 'APP_MESSAGE') deliver(event);
      if (event.type === 'TASK') tasks.take(event.event);
      if (event.type === 'PHONE') phones.take(event.event);
      return desktop.take(event);
    },
    changed: (state) => {
      setConnection(state);
      // Events during the disconnection were lost.
      if (state.kind === 'connected') void Promise.all([tasks.refresh(), phones.refresh()]);
    },
  });

  const remark = (text: string, action?: Remark['action']): void => {
    remarkId += 1;
    const id = remarkId;
    setRemarks((all) => [...all.slice(-2), { id, text, ...(action ? { action } : {}) }]);
    setTimeout(() => forget(id), remarkStays);
  };
  const forget = (id: number): void => {
    setRemarks((all) => all.filter((one) => one.id !== id));
  };

  const signIn = async (text: string): Promise<string | undefined> => {
    const entry = await enter(tokenIn(text) ?? text.trim());
    if (entry === 'refused') {
      setConnection({ kind: 'signedOut' });
      return t`This link or token is not valid. Use the latest one that the server printed.`;
    }
    // The token is as valuable as a password, so it leaves the address as soon as it was used.
    if (entry === 'in') history.replaceState(null, '', location.pathname + location.search);
    link.start();
    return entry === 'in' ? undefined : t`The server does not answer. Trying again.`;
  };

  const page: Page = {
    desktop,
    tasks,
    phones,
    person: createPerson({
      send: (message) => link.send(message),
      refused: (why) => remark(t`That did not work: ${why}`),
      shown: (seq) =>
        void desktop.reached(seq).then(() => {
          const key = desktop.state.focused;
          if (key) setShown({ key });
        }),
    }),
    connection,
    remarks,
    remark,
    shown,
    forget,
    tryNow: () => void begin(),
    signIn,
  };

  const begin = async (): Promise<void> => {
    const token = tokenIn(location.hash);
    if (token === undefined) return link.start();
    await signIn(location.hash);
  };
  addEventListener('hashchange', () => void begin());
  addEventListener('online', () => link.hurry());
  addEventListener('offline', () => link.check());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    link.hurry();
    link.check();
  });
  void begin();
  return page;
}
