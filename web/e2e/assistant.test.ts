// The parts of the page on the real server: the conversation with its question, plan and history, tasks with their
// pictures, agents that are shut out, settings that persist; and the first visit of an untouched desktop.

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { askBar, connected, openDesktop, startBrowser, violations, windowOf, type Watched } from './browser';
import { Server } from './server';
import { startTask, stateOf, until } from './tasks';

let server: Server;
let browser: Browser;
let seen: Watched;
/** How often the page requested each task by itself. */
const looks = new Map<string, number>();

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  seen = await openDesktop(browser, server.link, { reducedMotion: 'reduce' });
  seen.page.on('request', (request) => {
    const task = /\/api\/tasks\/([^/]+)$/.exec(request.url())?.[1];
    if (task !== undefined) looks.set(task, (looks.get(task) ?? 0) + 1);
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const visible = { state: 'visible' } as const;

/** Opens a part with its command. */
async function show(page: Page, part: string): Promise<Locator> {
  await askBar(page).fill(`/${part}`);
  await page.keyboard.press('Enter');
  const window = windowOf(page, `part-${part}`);
  await window.waitFor(visible);
  return window;
}

const close = (window: Locator): Promise<void> =>
  window.getByRole('button', { name: /^Close/ }).first().click();

it('the first page of an untouched desktop shows its phone beside the greeting, once', async () => {
  const fresh = await Server.startUntouched();
  const [one, two] = await Promise.all([
    openDesktop(browser, fresh.link),
    openDesktop(browser, fresh.link),
  ]);
  for (const { page } of [one, two]) {
    await windowOf(page, 'part-phone-sim').waitFor(visible);
    await page.getByRole('heading', { name: 'What should I do?' }).waitFor(visible);
  }
  expect(await one.page.locator('[data-window]').count()).toBe(1);
  await close(windowOf(one.page, 'part-phone-sim'));
  await windowOf(two.page, 'part-phone-sim').waitFor({ state: 'detached' });
  const three = await openDesktop(browser, fresh.link);
  await three.page.getByRole('button', { name: 'Show the phone' }).waitFor(visible);
  expect(await three.page.locator('[data-window]').count()).toBe(0);
  for (const { context } of [one, two, three]) await context.close();
  await fresh.stop();
});

it('a question is answered in the conversation, and the plan ticks off', async () => {
  const { page } = seen;
  const assistant = await show(page, 'assistant');
  await assistant.getByRole('combobox').fill('call Samm');
  await page.keyboard.press('Enter');
  await assistant.getByText('You asked: call Samm').waitFor();
  const card = assistant.locator('.question-card');
  await card.waitFor(visible);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  expect(await violations(page)).toStrictEqual([]);
  await until(card, () => card.getByRole('button', { name: 'Yes', exact: true }).click({ timeout: 1_000 }));
  const task = assistant.locator('.task-card').last();
  await expect.poll(() => task.getAttribute('data-state')).toBe('success');
  expect(await task.locator('.plan-step.is-done').count()).toBeGreaterThan(0);
  expect(await task.locator('.plan-step:not(.is-done)').count()).toBe(0);
});

it('what was asked for before is kept, folded, and after a reload too', async () => {
  const { page } = seen;
  for (const goal of ['Second', 'Third']) {
    const task = await startTask(server, goal, 'next', [{ type: 'finish', message: `${goal} is done` }]);
    await expect.poll(() => stateOf(server, task)).toBe('success');
  }
  await page.reload();
  await connected(page);
  const turns = windowOf(page, 'part-assistant').locator('.turn');
  await expect.poll(() => turns.count()).toBe(3);
  expect(await turns.locator('.bubble').allInnerTexts()).toStrictEqual(
    ['call Samm', 'Second', 'Third'].map((goal) => expect.stringContaining(goal) as string),
  );
  // The latest are shown in full, older ones by how they ended.
  await turns.last().getByText('Third is done').waitFor(visible);
  const folded = turns.first().getByRole('button', { expanded: false });
  await folded.click();
  await turns.first().locator('.plan-step.is-done').first().waitFor(visible);
  expect(await violations(page)).toStrictEqual([]);
  await close(windowOf(page, 'part-assistant'));
  // A finished task is loaded, but not over and over.
  expect(Math.max(...looks.values())).toBeLessThan(6);
});

it('tasks show their steps with pictures, and a running one is stopped', async () => {
  const { page } = seen;
  const tasks = await show(page, 'tasks');
  const row = tasks.locator('.row').filter({ hasText: 'call Samm' });
  await row.getByRole('button', { expanded: false }).click();
  await row.getByText('No model was needed.').waitFor(visible);
  const thumb = row.locator('button.thumb').first();
  await thumb.waitFor(visible);
  expect(await violations(page)).toStrictEqual([]);
  await thumb.click();
  const picture = page.getByRole('dialog', { name: /^Step/ });
  await picture.getByRole('img').waitFor(visible);
  expect(await violations(page)).toStrictEqual([]);
  await page.keyboard.press('Escape');
  await picture.waitFor({ state: 'detached' });

  // Its question is put aside, and it is stopped there.
  await startTask(server, 'Wait for me', 'next', [{ type: 'confirm', message: 'Go on?' }]);
  const asked = page.getByRole('alertdialog').filter({ hasText: 'Go on?' });
  await asked.waitFor(visible);
  await until(asked, () => asked.getByRole('button', { name: 'Later' }).click({ timeout: 1_000 }));
  const running = tasks.locator('.row').filter({ hasText: 'Wait for me' });
  await running.getByRole('button', { expanded: false }).click();
  // The question has the one button that stops.
  expect(await running.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(0);
  await running.getByRole('button', { name: 'Stop the task' }).click();
  await running.getByText('Stopped').first().waitFor(visible);
  await close(tasks);
});

it('an agent is shut out only after a second thought', async () => {
  const { page } = seen;
  const visitor = await server.agent('visitor');
  const agents = await show(page, 'agents');
  const row = agents.locator('[data-agent="visitor"]');
  await row.getByRole('button', { name: 'Shut out visitor' }).click();
  await page.keyboard.press('Escape');
  expect((await visitor.try({ type: 'desktop.refreshApps' })).status).toBe(200);
  await row.getByRole('button', { name: 'Shut out visitor' }).click();
  await page.keyboard.press('Enter');
  await row.waitFor({ state: 'detached' });
  expect((await visitor.try({ type: 'desktop.refreshApps' })).status).toBe(401);
  await close(agents);
});

it('settings hold: asking first, a model that is tried, the theme', async () => {
  const { page } = seen;
  const settings = await show(page, 'settings');
  const first = settings.getByRole('checkbox', { name: /Show me every plan first/ });
  await first.check();
  await expect
    .poll(async () => {
      const answer = await server.request('GET', '/api/settings', server.token);
      return ((await answer.json()) as { alwaysConfirm: boolean }).alwaysConfirm;
    })
    .toBe(true);
  await settings.getByRole('button', { name: 'Add a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a model' });
  await dialog.getByRole('button', { name: /Another OpenAI-compatible/ }).click();
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/v1');
  await dialog.getByLabel('Model', { exact: true }).fill('local/small:1b');
  await page.keyboard.press('Enter');
  await dialog.locator('.verdict.is-bad').waitFor(visible);
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
  await dialog.waitFor({ state: 'detached' });
  const model = settings.locator('[data-model="small"]');
  await model.getByText('default').waitFor(visible);
  expect(await violations(page)).toStrictEqual([]);
  await model.getByRole('button', { name: 'Remove small' }).click();
  await page.keyboard.press('Enter');
  await model.waitFor({ state: 'detached' });
  await settings.getByRole('radio', { name: 'Dark' }).check({ force: true });
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  expect(await violations(page)).toStrictEqual([]);
  // All of it persists after a reload.
  await page.reload();
  await connected(page);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await expect.poll(() => first.isChecked()).toBe(true);
  await close(settings);
});

it('did nothing that no page of ours does', () => {
  expect(seen.foreign).toStrictEqual([]);
  expect(seen.trouble).toStrictEqual([]);
});
