// A real Chromium, and pages that record everything they should not have done.

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

import type { PersonAction } from '../src/protocol/wire';
import { onLoss } from './children';
import { pageFlags, usePageOf } from './page';

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

/** Starts the system's browser. It closes when the server is lost, so that nothing goes on waiting for a page. */
export async function startBrowser(...more: string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...flags, ...pageFlags, ...more],
  });
  onLoss(() => browser.close());
  return browser;
}

/** A page, and its forbidden actions. */
export interface Watched {
  page: Page;
  context: BrowserContext;
  /** Requests to any other server. */
  foreign: string[];
  /** Browser dialogs, script errors, policy violations. */
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
  // Waiting may take a while on a busy machine.
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
  await usePageOf(context, origin);
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

/**
 * Performs a person's actions over a connection of this page's session. If there is a control for it, test the control
 * instead.
 */
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
