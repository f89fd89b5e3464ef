// Questions survive reloads and restarts, and expire by the server's clock; one can be put aside.

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { connected, openDesktop, startBrowser, violations } from './browser';
import { Server } from './server';
import { startTask, stateOf, until } from './tasks';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const visible = { state: 'visible' } as const;
const finish = { type: 'finish', message: 'All done' };
const dialogOf = (page: Page): Locator => page.getByRole('alertdialog');

/** Returns the countdown in seconds. */
async function left(page: Page): Promise<number> {
  const text = (await page.locator('.countdown').first().textContent()) ?? '';
  const [minutes = NaN, seconds = NaN] = text.split(':').map(Number);
  return minutes * 60 + seconds;
}

it('the countdown goes by the server’s clock, whatever the page’s clock says', async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + 3_600_000;
  });
  const ask = { type: 'ask_user', question: 'Which clock?', timeoutSec: 100 };
  const task = await startTask(server, 'Clock', 'next', [ask, finish]);
  const page = await context.newPage();
  await page.goto(server.link);
  await connected(page);
  await dialogOf(page).getByText('Which clock?').waitFor(visible);
  await expect.poll(() => left(page)).toBeGreaterThan(50);
  expect(await left(page)).toBeLessThanOrEqual(100);
  // It is still there after a reload, and has counted down meanwhile.
  const before = await left(page);
  await page.reload();
  await dialogOf(page).getByText('Which clock?').waitFor(visible);
  await expect.poll(() => left(page)).toBeLessThanOrEqual(before);
  await dialogOf(page).getByLabel('Your answer').fill('the server’s');
  await until(dialogOf(page), () => page.keyboard.press('Enter'));
  await expect.poll(() => stateOf(server, task)).toBe('success');
  await context.close();
});

it('a question that is put aside waits in the corner and in the centre', async () => {
  const { page, context } = await openDesktop(browser, server.link, { reducedMotion: 'reduce' });
  const ask = { type: 'confirm', message: 'Now or later?' };
  const task = await startTask(server, 'Aside', 'next', [ask, finish]);
  const dialog = dialogOf(page);
  await dialog.getByText('Now or later?').waitFor(visible);
  await until(dialog, () => dialog.getByRole('button', { name: 'Later' }).click({ timeout: 1_000 }));
  const card = page.locator('[data-waiting]');
  await card.getByText('Now or later?').waitFor(visible);
  expect(await page.title()).toMatch(/^\(1\)/);
  expect(await page.locator('link[rel="icon"]').getAttribute('href')).toContain('waits');
  expect(await violations(page)).toStrictEqual([]);
  // The task's own notification leads there too.
  const notice = page.locator(`[data-notification="task-${task}"]`);
  await notice.getByRole('button', { name: 'Answer' }).click();
  await dialog.getByText('Now or later?').waitFor(visible);
  await until(dialog, () => dialog.getByRole('button', { name: 'Later' }).click({ timeout: 1_000 }));
  await page.getByRole('button', { name: /otifications/ }).last().click();
  const centre = page.getByRole('complementary', { name: 'Notifications' });
  await centre.getByText('Waiting for you').waitFor(visible);
  expect(await violations(page)).toStrictEqual([]);
  await centre.locator('[data-waiting]').getByRole('button', { name: 'Answer' }).click();
  await until(dialog, () =>
    dialog.getByRole('button', { name: 'Yes', exact: true }).click({ timeout: 1_000 }),
  );
  await expect.poll(() => stateOf(server, task)).toBe('success');
  await context.close();
});

it('a task is stopped from its notification', async () => {
  const { page, context } = await openDesktop(browser, server.link, { reducedMotion: 'reduce' });
  const task = await startTask(server, 'Stop me', 'next', [{ type: 'confirm', message: 'Go?' }, finish]);
  const dialog = dialogOf(page);
  await dialog.getByText('Go?').waitFor(visible);
  await until(dialog, () => dialog.getByRole('button', { name: 'Later' }).click({ timeout: 1_000 }));
  await page
    .locator(`[data-notification="task-${task}"]`)
    .getByRole('button', { name: 'Stop', exact: true })
    .click();
  await expect.poll(() => stateOf(server, task)).toBe('interrupted');
  await context.close();
});

it('after a crash of the server a resumed task asks again, on the page that was open', async () => {
  const { page, context } = await openDesktop(browser, server.link, { reducedMotion: 'reduce' });
  const task = await startTask(server, 'Crash', 'next', [
    { type: 'confirm', message: 'Still there?' },
    finish,
  ]);
  const dialog = dialogOf(page);
  await dialog.getByText('Still there?').waitFor(visible);
  await server.kill();
  await server.restart();
  // Nobody waits for that answer any more.
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => stateOf(server, task)).toBe('interrupted');
  const resumed = await server.request('POST', `/api/tasks/${task}/resume`, server.token);
  expect(resumed.ok, await resumed.text()).toBe(true);
  await dialog.waitFor(visible);
  await dialog.getByText('Still there?').waitFor(visible);
  await expect.poll(() => left(page)).toBeGreaterThan(30);
  await until(dialog, () =>
    dialog.getByRole('button', { name: 'Yes', exact: true }).click({ timeout: 1_000 }),
  );
  await expect.poll(() => stateOf(server, task)).toBe('success');
  await context.close();
});
