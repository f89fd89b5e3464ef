// States of the page at its edges: nothing there yet, a task in the queue, nobody signed in, the page behind a link, apps
// that hang or fail, a server that errs. To add a state, add an entry.

import type { Page } from 'playwright-core';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';

import { connected, windowOf } from './browser';
import { ask, type Stage } from './stage';
import { bring, part, type State } from './states';
import { startTask, stateOf } from './tasks';

/** A state in which the server answers these requests in another way than it would. */
function answered(name: string, state: State, route: string, json: unknown, status = 200): State {
  return {
    ...state,
    name,
    show: async (page) => {
      await page.route(route, (asked) => asked.fulfill({ json, status }));
      await page.reload();
      await connected(page);
      return state.show(page);
    },
    hide: async (page) => {
      await page.unroute(route);
      await state.hide?.(page);
      await page.reload();
      await connected(page);
    },
  };
}

/** A page that leaves the desktop, and comes back to it with the server's own link. */
function away(name: string, go: (page: Page, stage: Stage) => Promise<void>, more: Pick<State, 'arrange'> = {}): State {
  let stage: Stage;
  return {
    name,
    arrange: (given, page) => {
      stage = given;
      return more.arrange?.(given, page) ?? Promise.resolve();
    },
    show: (page) => go(page, stage),
    hide: async (page) => {
      // The same address with another fragment would load nothing.
      await page.goto('about:blank');
      await page.goto(stage.server.link);
      await connected(page);
    },
  };
}

/** The page behind the link of a question. */
function behindLink(name: string, question: Record<string, unknown>): State {
  let end: (() => Promise<void>) | undefined;
  return away(
    name,
    async (page, { server }) => {
      let url = '';
      await expect
        .poll(async () => {
          const listed = await server.request('GET', '/api/questions', server.token);
          const { questions } = (await listed.json()) as { questions: { link: { url: string } }[] };
          url = questions[0]?.link.url ?? '';
          return url;
        })
        .not.toBe('');
      await page.goto(new URL(url, server.origin).href);
      await page.locator('.link-form').waitFor();
    },
    {
      arrange: async (stage) => {
        end = await ask(stage, question);
        return end;
      },
    },
  );
}

/** An app whose script does this, in its window. */
function app(name: string, id: string, script: string, seen: string): State {
  return {
    name,
    arrange: async ({ server, agent }) => {
      const folder = path.join(server.folder, 'apps', id);
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'app.json'), JSON.stringify({ name: 'Weather', agent: 'painter' }));
      await writeFile(
        path.join(folder, 'index.html'),
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Weather</title><p>Sunny</p>` +
          `<script src="fingertip.js"></script><script>${script}</script></html>`,
      );
      await agent.open(id, {
        title: 'Weather',
        bounds: { x: 300, y: 80, w: 420, h: 300 },
        content: { renderer: 'iframe', data: { url: `/apps/${id}/index.html` } },
      });
      return async () => {
        await agent.act({ type: 'window.close', windowId: id });
      };
    },
    show: async (page) => {
      await bring(page, `monitor-0/${id}`);
      await windowOf(page, id).locator(seen).waitFor({ timeout: 30_000 });
    },
  };
}

/** Every state at an edge. */
export const edgeStates: State[] = [
  answered('no tasks', part('tasks'), '**/api/tasks?*', { tasks: [] }),
  answered('no agents', part('agents'), '**/api/agents', { agents: [] }),
  answered('the server errs, in the part agents', part('agents'), '**/api/agents', { error: { code: 'failed', message: 'the disk is full' } }, 500),
  answered('the server errs, in the part settings', part('settings'), '**/api/settings', { error: { code: 'failed', message: 'the disk is full' } }, 500),
  {
    ...part('tasks'),
    name: 'a task: in the queue',
    arrange: async (stage, page) => {
      const { server } = stage;
      const endFirst = await ask(stage, { type: 'ask_user', question: 'Inside or outside?' });
      const next = await startTask(server, 'Order more coffee', 'It is out', [{ type: 'finish', message: 'Ordered' }]);
      await expect.poll(() => stateOf(server, next)).toBe('queued');
      const shown = part('tasks', next);
      const takeBack = await shown.arrange?.(stage, page);
      return async () => {
        await takeBack?.();
        await server.request('POST', `/api/tasks/${next}/cancel`, server.token);
        await endFirst();
      };
    },
    show: async (page) => {
      await page.getByRole('alertdialog').waitFor();
      await expect
        .poll(async () => {
          // The question before it is not this state's.
          if (await page.getByRole('alertdialog').isVisible()) await page.keyboard.press('Escape');
          return page.getByRole('alertdialog').isVisible();
        })
        .toBe(false);
      await bring(page, await page.locator('[data-window*="part-tasks-"]').first().getAttribute('data-window') ?? '');
    },
  },
  away('signed out', async (page) => {
    await page.context().clearCookies();
    await page.reload();
    await page.getByRole('heading', { name: /^(?:You are signed out|Du bist abgemeldet)$/ }).waitFor();
  }),
  behindLink('the page behind a link', { type: 'request_human_auth', capability: '2fa', instruction: 'Type the code, please' }),
  behindLink('the page behind a link: a yes', { type: 'confirm', message: 'Book at eight?' }),
  away('the page behind a link that leads nowhere', async (page, { server }) => {
    await page.goto(`${server.origin}/q/nowhere`);
    await page.getByRole('heading').first().waitFor();
  }),
  app('an app that hangs', 'hanging', `addEventListener('unload', () => {}); setTimeout(() => { for (;;); }, 300);`, '.app-note'),
  app('an app that reports an error', 'failing', `setTimeout(() => { throw new Error('no weather today'); }, 100);`, '.app-report'),
];
