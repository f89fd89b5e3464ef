// Further states of the page for its pictures: tasks in every state, many windows, several phones, errors. To add a
// state, add an entry.

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { askBar, personally, windowOf } from './browser';
import { SlowModel } from './model';
import { LoosePhone } from './phone';
import { ask, type Stage } from './stage';
import { bring, goHome, listWindows, narrow, part, type State } from './states';
import { startTask, stateOf } from './tasks';

const escape = (page: Page): Promise<void> => page.keyboard.press('Escape');

/** Waits until a task is in one of these states. */
async function reaches(stage: Stage, task: string, states: RegExp): Promise<void> {
  await expect.poll(() => stateOf(stage.server, task)).toMatch(states);
}

/** Types a request into the command bar in reach, and sends it. */
async function request(page: Page, words: string, send = true): Promise<void> {
  if (narrow(page)) await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const field = narrow(page) ? page.getByRole('combobox').first() : askBar(page);
  await field.fill(words);
  if (send) await field.press('Enter');
}

async function forget(page: Page): Promise<void> {
  await page.reload();
  await page.waitForSelector('[data-connection="connected"]', { state: 'attached' });
}

/** A task in the Tasks part, opened. */
function task(name: string, run: (stage: Stage) => Promise<{ id: string; end?: () => Promise<void> }>): State {
  let shown: State | undefined;
  return {
    name: `a task: ${name}`,
    arrange: async (stage, page) => {
      const { id, end } = await run(stage);
      shown = part('tasks', id);
      const takeBack = await shown.arrange?.(stage, page);
      return async () => {
        await takeBack?.();
        await end?.();
      };
    },
    show: (page) => shown?.show(page) ?? Promise.resolve(),
  };
}

/** A task whose model has made one step and thinks about the next, for as long as the pictures take. */
async function running(stage: Stage, goal: string, deed?: 'pause'): Promise<{ id: string; end: () => Promise<void> }> {
  const { server } = stage;
  const model = await SlowModel.start(server);
  const started = await server.request('POST', '/api/tasks', server.token, { goal, model: 'slow' });
  expect(started.status, await started.clone().text()).toBe(201);
  const { task_id: id } = (await started.json()) as { task_id: string };
  await model.answer(1, 'Looking for the right place', { type: 'open_app', name: 'Contacts' });
  await model.wasAsked(2);
  if (deed) {
    await server.request('POST', `/api/tasks/${id}/${deed}`, server.token);
    await reaches(stage, id, /paused/);
  }
  return {
    id,
    end: async () => {
      await server.request('POST', `/api/tasks/${id}/cancel`, server.token);
      await reaches(stage, id, /interrupted/);
      model.stop();
      await server.request('DELETE', '/api/models/slow', server.token);
    },
  };
}

async function ended(stage: Stage, goal: string, last: Record<string, unknown>, how: RegExp): Promise<{ id: string }> {
  const id = await startTask(stage.server, goal, 'Looking', [{ type: 'wait', durationMs: 10 }, last]);
  await reaches(stage, id, how);
  return { id };
}

/** So many windows in a grid that overlaps. */
function windows(count: number): State {
  return {
    name: `${count} windows`,
    arrange: async ({ agent }) => {
      for (let index = 0; index < count; index += 1)
        await agent.open(`many-${index}`, {
          title: `Window ${index + 1}`,
          bounds: { x: (index % 20) * 50, y: Math.floor(index / 20) * 34, w: 320, h: 200 },
        });
      return async () => {
        for (let index = 0; index < count; index += 1)
          await agent.act({ type: 'window.close', windowId: `many-${index}` });
      };
    },
    show: async (page) => {
      if (!narrow(page)) return windowOf(page, `many-${count - 1}`).waitFor();
      return listWindows(page);
    },
  };
}

/** So many phones besides the built-in one, in the Phones part. */
function phones(count: number): State {
  const shown = part('phones');
  return {
    name: `${count + 1} phones`,
    arrange: async (stage, page) => {
      const { server } = stage;
      const loose = await Promise.all(Array.from({ length: count }, () => LoosePhone.start()));
      for (const { address } of loose) {
        const answer = await server.request('POST', '/api/phones', server.token, { address });
        expect(answer.ok, await answer.clone().text()).toBe(true);
      }
      const takeBack = await shown.arrange?.(stage, page);
      return async () => {
        await takeBack?.();
        for (const phone of loose) {
          await server.request('DELETE', `/api/phones/${encodeURIComponent(phone.address)}`, server.token);
          await phone.vanish();
        }
      };
    },
    show: shown.show,
  };
}

/** Every further state. */
export const moreStates: State[] = [
  {
    name: 'suggestions while typing',
    show: async (page) => {
      await request(page, '/', false);
      await page.getByRole('option').first().waitFor();
    },
    hide: escape,
  },
  {
    name: 'the list of commands',
    show: async (page) => {
      await request(page, '/help');
      await page.getByText('runs on the phone as a request').first().waitFor();
    },
    hide: forget,
  },
  {
    name: 'a command that does not exist',
    show: async (page) => {
      await request(page, '/dance');
      await page.getByText('There is no command').first().waitFor();
    },
    hide: forget,
  },
  {
    name: 'a request and its result',
    show: async (page) => {
      await request(page, 'set a timer for 5 minutes');
      await page.locator('.task-end, .plan-step.is-done').first().waitFor();
      await expect.poll(() => page.locator('.task-card').first().getAttribute('data-state')).toBe('success');
    },
    hide: forget,
  },
  {
    name: 'a request that is not understood',
    show: async (page) => {
      // What one page asked, the others show, too.
      if (!(await page.getByRole('alertdialog').isVisible())) await request(page, 'frobnicate the whatsit');
      await page.locator('.question-card, .task-end, [role="alertdialog"]').first().waitFor();
    },
    hide: async (page) => {
      await escape(page);
      await forget(page);
    },
  },
  task('running', (stage) => running(stage, 'Find the best table for two')),
  task('paused', (stage) => running(stage, 'Find the second best table', 'pause')),
  task('done', (stage) => ended(stage, 'Fold the laundry', { type: 'finish', message: 'The laundry is folded' }, /success/)),
  task('failed', (stage) => ended(stage, 'Find the lost sock', { type: 'fail', message: 'There is no sock on this phone' }, /failed/)),
  task('stopped', async (stage) => {
    const { id, end } = await running(stage, 'Count the stars');
    await end();
    return { id };
  }),
  {
    ...task('asking', async (stage) => {
      const end = await ask(stage, { type: 'ask_user', question: 'Inside or outside?' });
      const asked = async (): Promise<string> => {
        const listed = await stage.server.request('GET', '/api/questions', stage.server.token);
        const { questions } = (await listed.json()) as { questions: { task: string }[] };
        return questions[0]?.task ?? '';
      };
      await expect.poll(asked).not.toBe('');
      return { id: await asked(), end };
    }),
  },
  windows(7),
  windows(30),
  {
    ...windows(30),
    name: 'the overview of 30 windows',
    show: async (page) => {
      if (narrow(page)) return listWindows(page);
      await page.getByRole('button', { name: 'All windows', exact: true }).click();
      return page.locator('dialog[open]').waitFor();
    },
    hide: escape,
  },
  windows(300),
  {
    name: 'the search in apps and parts',
    show: async (page) => {
      if (narrow(page)) {
        await goHome(page);
        return page.locator('.narrow-head input').fill('nothing like this');
      }
      await page.getByRole('button', { name: 'Apps and parts', exact: true }).click();
      return page.locator('dialog[open]').getByRole('combobox').fill('nothing like this');
    },
    hide: async (page) => {
      if (narrow(page)) await page.locator('.narrow-head input').fill('');
      await escape(page);
    },
  },
  {
    name: 'a toast from an agent with a long name and text',
    arrange: async ({ agent }) => {
      await agent.act({ type: 'toast.show', id: 'long', message: 'A very long message '.repeat(20), variant: 'info', duration: 600_000 });
      return async () => {
        await agent.try({ type: 'toast.dismiss', id: 'long' });
      };
    },
    show: (page) => page.locator('[data-toast="long"]').waitFor(),
  },
  {
    name: 'a window with a title of 10,000 characters',
    arrange: async ({ agent }) => {
      await agent.try({ type: 'window.create', windowId: 'titled', title: 'Long '.repeat(2_000), bounds: { x: 40, y: 40, w: 500, h: 300 }, content: { renderer: 'markdown', data: 'Hello' } });
      await agent.open('after', { title: 'Long '.repeat(30) });
      return async () => {
        await agent.try({ type: 'window.close', windowId: 'titled' });
        await agent.act({ type: 'window.close', windowId: 'after' });
      };
    },
    show: (page) => bring(page, 'monitor-0/after'),
  },
  phones(1),
  {
    ...phones(1),
    name: 'the command bar with two phones',
    arrange: async (stage, page) => phones(1).arrange?.(stage, page),
    show: async (page) => {
      await request(page, 'call Sam', false);
    },
    hide: escape,
  },
  phones(4),
  {
    name: 'the phone taken over',
    arrange: async ({ server }, page) => {
      await personally(page, { type: 'desktop.open', what: 'part', id: 'phone', target: 'sim' });
      await server.request('POST', '/api/devices/sim/take', server.token);
      return async () => {
        await server.request('POST', '/api/devices/sim/release', server.token);
        await personally(page, { type: 'window.close', windowId: 'monitor-0/part-phone-sim' });
      };
    },
    show: async (page) => {
      await bring(page, 'monitor-0/part-phone-sim');
      return page.locator('[data-hold="you"]').first().waitFor();
    },
  },
  {
    name: 'offline',
    show: async (page) => {
      await page.context().setOffline(true);
      await page.waitForSelector('[data-connection]:not([data-connection="connected"])', { state: 'attached', timeout: 20_000 }).catch(() => undefined);
    },
    hide: async (page) => {
      await page.context().setOffline(false);
      await page.waitForSelector('[data-connection="connected"]', { state: 'attached' });
    },
  },
];
