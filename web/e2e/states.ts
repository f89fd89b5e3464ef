// The states of the page that are checked one by one, in the order in which a desktop reaches them. To add a state, add
// an entry.

import type { Page } from 'playwright-core';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

import type { Part } from '../src/protocol/wire';
import { personally } from './browser';
import { ask, endTask, hush, openWindows, say, type Stage } from './stage';
import { until } from './tasks';

/** One state: how to arrange it for everyone, and what each page has to do for it. */
export interface State {
  name: string;
  /** Arranges it on the server; returns a function that undoes it. */
  arrange?: (stage: Stage, page: Page) => Promise<(() => Promise<void>) | void>;
  /** Shows it on one page, which has another size each time, and waits for it. `false`: not on a page of this size. */
  show: (page: Page) => Promise<void | false>;
  /** Undoes it on that page. */
  hide?: (page: Page) => Promise<void>;
}

const texts = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../src/words/de.json'), 'utf8'),
) as Record<string, string>;

const escape = (page: Page): Promise<void> => page.keyboard.press('Escape');

/** The list of windows on a narrow page, in every language of the page. */
export const windowsList = /^(?:Windows|Fenster),/;

/** Whether a page shows one window at a time. */
export const narrow = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 640;

/** Shows the list of windows of a narrow page. */
export async function listWindows(page: Page): Promise<void> {
  const list = page.getByRole('button', { name: windowsList });
  // A page that just became narrow still shows all windows until it has its bar.
  await list.waitFor();
  if ((await list.getAttribute('aria-current')) === null) await list.click();
}

/** Shows a window: a narrow page has one at a time, and a list of them. */
export async function bring(page: Page, key: string): Promise<void> {
  const window = page.locator(`[data-window="${key}"]`);
  if (narrow(page)) await page.getByRole('button', { name: windowsList }).waitFor();
  if (narrow(page) && !(await window.isVisible())) {
    await listWindows(page);
    await page.locator(`[data-card="${key}"]`).click();
  }
  await window.waitFor();
}

/** Shows the first screen of a narrow page, which has the search for apps and parts. */
export async function goHome(page: Page): Promise<void> {
  const home = page.locator('.narrow-bar nav button').first();
  await home.waitFor();
  if ((await home.getAttribute('aria-current')) === null) await home.click();
}

/** The text of a label, in every language of the page. */
const named = (text: string): RegExp => new RegExp(`^(?:${text}|${texts[text] ?? text})$`);

/** One of the panes above the desktop. A narrow page has pages of its own for the same. */
function pane(name: string, button: 'All windows' | 'Apps and parts'): State {
  return {
    name,
    show: async (page) => {
      if (narrow(page)) return button === 'All windows' ? listWindows(page) : goHome(page);
      await page.getByRole('button', { name: named(button) }).click();
      return page.locator('dialog[open]').waitFor();
    },
    hide: escape,
  };
}

/** A task's question, by its fields. */
function question(name: string, what: Record<string, unknown>): State {
  return {
    name: `a question: ${name}`,
    arrange: (stage) => ask(stage, what),
    show: (page) => page.getByRole('alertdialog').waitFor(),
  };
}

const auth = (capability: string): State =>
  question(capability, { type: 'request_human_auth', capability, instruction: 'Do it, please' });

/** A part of the page in its window. */
export function part(name: Part, target?: string): State {
  const key = `monitor-0/part-${name}${target === undefined ? '' : `-${target}`}`;
  return {
    name: `the part ${name}`,
    arrange: async (_, page) => {
      await personally(page, {
        type: 'desktop.open',
        what: 'part',
        id: name,
        ...(target === undefined ? {} : { target }),
      });
      return () => personally(page, { type: 'window.close', windowId: key });
    },
    show: async (page) => {
      await bring(page, key);
      const window = page.locator(`[data-window="${key}"]`);
      await window.getByText(/^(?:Loading|Lädt)…$/).waitFor({ state: 'detached' });
    },
  };
}

/** Every state. */
export const states: State[] = [
  { name: 'first run', show: (page) => page.getByRole('main').waitFor() },
  {
    name: 'windows of every renderer',
    arrange: openWindows,
    show: (page) => bring(page, 'monitor-0/components'),
  },
  {
    name: 'toasts and a notification',
    arrange: async (stage) => {
      await say(stage);
      return () => hush(stage);
    },
    show: (page) => page.locator('[data-toast="error"]').waitFor(),
  },
  {
    name: 'the centre',
    arrange: async (stage) => {
      await say(stage);
      return () => hush(stage);
    },
    show: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('complementary').waitFor();
    },
    hide: escape,
  },
  {
    name: 'the menu of a window',
    show: async (page) => {
      await bring(page, 'monitor-0/markdown');
      await page.getByRole('button', { name: 'Menu of markdown' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
    },
    hide: escape,
  },
  {
    name: 'the list of windows on a narrow page',
    show: async (page) => {
      if (!narrow(page)) return false;
      await listWindows(page);
      return page.getByRole('button', { name: /^markdown/ }).first().waitFor();
    },
  },
  pane('all windows', 'All windows'),
  pane('apps and parts', 'Apps and parts'),
  {
    name: 'the list of keys',
    show: async (page) => {
      await page.keyboard.press('?');
      return page.locator('dialog[open]').waitFor();
    },
    hide: escape,
  },
  {
    name: 'a dialog',
    arrange: async ({ agent }, page) => {
      await agent.act({
        type: 'dialog.confirm',
        id: 'd',
        title: 'Sure?',
        message: 'Really?',
        permissionOptions: { showRememberChoice: true, toolName: 'x' },
      });
      return () => until(page.getByRole('alertdialog'), () => escape(page));
    },
    show: (page) => page.getByRole('alertdialog').waitFor(),
  },
  question('a yes', { type: 'confirm', message: 'Book at eight?' }),
  question('words', { type: 'ask_user', question: 'Which name?' }),
  {
    // Only the planner offers choices: a name that is almost one in the phone's contacts.
    name: 'a question: a choice',
    arrange: async ({ server }) => {
      const asked = await server.request('POST', '/api/tasks', server.token, { goal: 'call Samm' });
      expect(asked.status, await asked.clone().text()).toBe(201);
      const { task_id: task } = (await asked.json()) as { task_id: string };
      return () => endTask(server, task);
    },
    show: (page) => page.getByRole('alertdialog').locator('.choices button').first().waitFor(),
  },
  part('assistant'),
  part('tasks'),
  part('phones'),
  part('agents'),
  part('permissions'),
  part('settings'),
  {
    ...part('phone', 'sim'),
    name: 'the phone, live and as a list',
    show: async (page) => {
      await bring(page, 'monitor-0/part-phone-sim');
      const list = page.getByRole('button', { name: 'Show as list' });
      if ((await list.getAttribute('aria-pressed')) !== 'true') await list.click();
      await page.locator('.phone-item').first().waitFor();
    },
  },
  ...['2fa', 'camera', 'qr', 'microphone', 'location', 'files', 'biometric'].map(auth),
];
