// States of the page that few people see: guides, menus, no phone, many questions, large letters, a turned phone. To add
// a state, add an entry.

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { personally, windowOf } from './browser';
import { ask, type Stage } from './stage';
import { bring, goHome, listWindows, narrow, part, type State } from './states';
import { startTask, stateOf, until } from './tasks';

const escape = (page: Page): Promise<void> => page.keyboard.press('Escape');

async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.waitForSelector('[data-connection="connected"]', { state: 'attached' });
}

/** Shows the greeting: a narrow page may show something else. */
async function home(page: Page): Promise<void> {
  if (narrow(page)) await goHome(page);
  await page.locator('#home-title').waitFor();
}

/** Hides the window that the first states leave open: the greeting is only on a desktop without windows. */
async function clear({ agent }: Stage): Promise<() => Promise<void>> {
  await agent.try({ type: 'window.minimize', windowId: 'markdown' });
  return async () => {
    await agent.try({ type: 'window.restore', windowId: 'markdown' });
  };
}

/** One of the dialogs that the greeting opens, by its place there. */
function guide(name: string, at: number): State {
  return {
    name,
    arrange: clear,
    show: async (page) => {
      await home(page);
      await page.locator('.home-entry').nth(at).click();
      await page.locator('dialog.guide[open]').waitFor();
    },
    hide: escape,
  };
}

/** A state with letters twice as large. */
function large(state: State): State {
  return {
    ...state,
    name: `${state.name}, with letters twice as large`,
    show: async (page) => {
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      return state.show(page);
    },
    hide: async (page) => {
      await state.hide?.(page);
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    },
  };
}

const question: State = {
  name: 'a question',
  arrange: (stage) => ask(stage, { type: 'request_human_auth', capability: '2fa', instruction: 'Type the code, please' }),
  show: (page) => page.getByRole('alertdialog').waitFor(),
};

/** So many tasks that ask at once: each waits for the phone, so one asks and the others are in the queue. */
async function queue(stage: Stage, count: number): Promise<() => Promise<void>> {
  const { server } = stage;
  const tasks: string[] = [];
  for (let index = 0; index < count; index += 1)
    tasks.push(await startTask(server, `Water plant ${index + 1}`, 'It is dry', [{ type: 'ask_user', question: 'How much water?' }]));
  return async () => {
    for (const task of tasks.toReversed()) await server.request('POST', `/api/tasks/${task}/cancel`, server.token);
    for (const task of tasks) await expect.poll(() => stateOf(server, task)).toMatch(/interrupted/);
  };
}

/** The page without a phone: the server always has one, so its list is answered empty here. */
function phoneless(name: string, state: State): State {
  return {
    ...state,
    name,
    show: async (page) => {
      await page.route('**/api/devices', (route) => route.fulfill({ json: { devices: [] } }));
      await reload(page);
      return state.show(page);
    },
    hide: async (page) => {
      await page.unroute('**/api/devices');
      await reload(page);
      await state.hide?.(page);
    },
  };
}

/** A window, as a person has arranged it. */
function arranged(name: string, arrange: (page: Page, key: string) => Promise<void>): State {
  const key = 'monitor-0/arranged';
  return {
    name,
    arrange: async ({ agent }, page) => {
      await agent.open('arranged', { title: 'Arranged' });
      await arrange(page, key);
      return async () => {
        await agent.act({ type: 'window.close', windowId: 'arranged' });
      };
    },
    show: async (page) => {
      // A narrow page shows one window at a time, as large as it is: the list says how it was arranged.
      if (narrow(page)) return listWindows(page);
      return windowOf(page, 'arranged').waitFor({ state: 'attached' });
    },
  };
}

const tasksPart = part('tasks');

/** Every state that is rarely seen. */
export const rareStates: State[] = [
  guide('what can be asked for', 0),
  guide('the guide to a model', 1),
  guide('the guide to a phone', 2),
  guide('the guide to an agent', 3),
  {
    ...guide('the guide to a phone, while the server does not answer', 2),
    show: async (page) => {
      await guide('', 2).show(page);
      await page.route('**/api/devices', (route) => route.abort());
      await page.locator('dialog.guide button[type="submit"]').click();
      await page.locator('dialog.guide .problem').waitFor();
    },
    hide: async (page) => {
      await page.unroute('**/api/devices');
      await escape(page);
    },
  },
  {
    name: 'the menu of the desktop',
    arrange: clear,
    show: async (page) => {
      await home(page);
      await page.locator('button[aria-haspopup="menu"]:visible').last().click();
      await page.getByRole('menu').waitFor();
    },
    hide: escape,
  },
  phoneless('no phone', { name: '', arrange: clear, show: home }),
  phoneless('no phone, in the part phones', part('phones')),
  large({ name: 'the greeting', arrange: clear, show: home }),
  large(question),
  large(part('settings')),
  large(part('tasks')),
  {
    name: 'forty tasks at once',
    arrange: async (stage, page) => {
      const end = await queue(stage, 40);
      const takeBack = await tasksPart.arrange?.(stage, page);
      return async () => {
        await takeBack?.();
        await end();
      };
    },
    show: async (page) => {
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'a question that was put aside',
    arrange: question.arrange!,
    show: async (page) => {
      const dialog = page.getByRole('alertdialog');
      await dialog.waitFor();
      await until(dialog, () => escape(page));
    },
  },
  arranged('a maximised window', (page, key) => personally(page, { type: 'window.maximize', windowId: key })),
  arranged('a minimised window', (page, key) => personally(page, { type: 'window.minimize', windowId: key })),
  {
    ...arranged('a window on another workspace', (page, key) =>
      personally(page, { type: 'window.moveToMonitor', windowId: key, monitorId: 'monitor-1' }),
    ),
    show: async (page) => {
      if (narrow(page)) return listWindows(page);
      return page.locator('.monitors').waitFor();
    },
  },
  {
    name: 'a phone that lies on its side',
    arrange: async (_, page) => {
      await personally(page, { type: 'desktop.open', what: 'part', id: 'phone', target: 'sim' });
      return () => personally(page, { type: 'window.close', windowId: 'monitor-0/part-phone-sim' });
    },
    show: async (page) => {
      await bring(page, 'monitor-0/part-phone-sim');
      const canvas = windowOf(page, 'part-phone-sim').locator('canvas[data-frame]');
      await canvas.waitFor();
      await page.locator("[data-tool='rotate']").click();
      const lies = (): Promise<boolean> =>
        canvas.boundingBox().then((box) => (box?.width ?? 0) > (box?.height ?? 0));
      return expect.poll(lies).toBe(true);
    },
    hide: (page) => page.locator("[data-tool='rotate']").click({ timeout: 1_000 }),
  },
];
