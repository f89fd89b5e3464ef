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

const narrow = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 640;

/** Shows a window: a narrow page has one at a time, and a list of them. */
async function bring(page: Page, key: string, title: string): Promise<void> {
  const window = page.locator(`[data-window="${key}"]`);
  const list = page.getByRole('button', { name: windowsList });
  // A page that just became narrow still shows all windows until it has its bar.
  if (narrow(page)) await list.waitFor();
  if (narrow(page) && !(await window.isVisible())) {
    if ((await list.getAttribute('aria-current')) === null) await list.click();
    const german = texts[title] ?? title;
    await page.getByRole('button', { name: new RegExp(`^(?:${title}|${german})`) }).first().click();
  }
  await window.waitFor();
}

/** One of the panes above the desktop, by its key. */
function pane(name: string, button: string): State {
  return {
    name,
    show: async (page) => {
      if (narrow(page)) return false;
      if (button === '?') await page.keyboard.press('?');
      else await page.getByRole('button', { name: button, exact: true }).click();
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
export function part(name: Part, title: string, target?: string): State {
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
      await bring(page, key, title);
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
    show: (page) => bring(page, 'monitor-0/components', 'components'),
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
      await bring(page, 'monitor-0/markdown', 'markdown');
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
      const list = page.getByRole('button', { name: windowsList });
      if ((await list.getAttribute('aria-current')) === null) await list.click();
      return page.getByRole('button', { name: /^markdown/ }).first().waitFor();
    },
  },
  pane('all windows', 'All windows'),
  pane('apps and parts', 'Apps and parts'),
  pane('the list of keys', '?'),
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
  part('assistant', 'Assistant'),
  part('tasks', 'Tasks'),
  part('phones', 'Phones'),
  part('agents', 'Agents'),
  part('permissions', 'Permissions'),
  part('settings', 'Settings'),
  {
    ...part('phone', '', 'sim'),
    name: 'the phone, live and as a list',
    show: async (page) => {
      await bring(page, 'monitor-0/part-phone-sim', '.*(?:Phone|phone|Pixel)');
      const list = page.getByRole('button', { name: 'Show as list' });
      if ((await list.getAttribute('aria-pressed')) !== 'true') await list.click();
      await page.locator('.phone-item').first().waitFor();
    },
  },
  ...['2fa', 'camera', 'qr', 'microphone', 'location', 'files', 'biometric'].map(auth),
];
