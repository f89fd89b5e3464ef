// A real Chromium, and pages that keep a record of whatever they should not have done.

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

import type { PersonAction } from '../src/protocol/wire';

export { violations } from './axe';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser of the system. */
export function startBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...flags, ...more],
  });
}

/** A page, and what it did that no page of ours does. */
export interface Watched {
  page: Page;
  context: BrowserContext;
  /** Requests to anything but the server. */
  foreign: string[];
  /** Dialogs of the browser, errors of scripts, refusals of the policy. */
  trouble: string[];
}

/** Opens the desktop and waits until it is connected. */
export async function openDesktop(
  browser: Browser,
  link: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 772 }, ...options });
  return openIn(context, link);
}

/** Opens one more page in a context. */
export async function openIn(context: BrowserContext, link: string): Promise<Watched> {
  // What is waited for comes when it comes: on a busy machine that takes a while.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const { origin } = new URL(link);
  const foreign: string[] = [];
  const trouble: string[] = [];
  await context.route(
    (url) => url.origin !== origin && url.protocol.startsWith('http'),
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    },
  );
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy/.test(message.text())) {
      trouble.push(`policy: ${message.text()}`);
    }
  });
  await page.goto(link);
  await connected(page);
  return { page, context, foreign, trouble };
}

/** Waits until the page is connected. */
export async function connected(page: Page): Promise<void> {
  await page.waitForSelector('[data-connection="connected"]', { state: 'attached' });
}

/** The element of a window. */
export function windowOf(page: Page, id: string, monitor = 'monitor-0') {
  return page.locator(`[data-window="${monitor}/${id}"]`);
}

/** The field of the command bar in the task bar. */
export function askBar(page: Page) {
  return page.getByRole('form', { name: 'Ask from anywhere' }).getByRole('combobox');
}

/** Does what a person can do, over a connection of this page's session. For what has a control, the control is the test. */
export async function personally(page: Page, ...actions: PersonAction[]): Promise<void> {
  const refused = await page.evaluate(
    (actions) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(
          `${location.origin.replace('http', 'ws')}/ws?client=${crypto.randomUUID()}`,
        );
        socket.onopen = () => socket.send(JSON.stringify({ type: 'USER_ACTION', n: 1, actions }));
        socket.onclose = () => resolve('the connection was closed');
        socket.onmessage = ({ data }) => {
          const event = JSON.parse(String(data)) as { type: string; re?: number };
          if (event.re !== 1) return;
          resolve(event.type === 'RESULT' ? '' : String(data));
          socket.close();
        };
      }),
    actions,
  );
  if (refused !== '') throw new Error(`${refused} for ${JSON.stringify(actions)}`);
}
