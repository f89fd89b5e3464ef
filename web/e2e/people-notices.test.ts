// Notices stay calm: a flood of them is bounded, unread ones go into the centre, and people are alerted if they want
// to.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, violations } from './browser';
import { Server, type Agent } from './server';
import { startTask } from './tasks';

let server: Server;
let browser: Browser;
let agent: Agent;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent('flooder');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const visible = { state: 'visible' } as const;
const openCentre = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /otifications/ }).last().click();

it('of a thousand toasts four are shown, and the rest is in the centre', async () => {
  const { page, context, trouble } = await openDesktop(browser, server.link, { reducedMotion: 'reduce' });
  for (let from = 0; from < 1000; from += 50) {
    const actions = Array.from({ length: 50 }, (_, index) => ({
      type: 'toast.show',
      id: `t${from + index}`,
      message: `Message ${from + index}`,
      action: { label: 'Do it', eventId: 'do' },
    }));
    await agent.act({ agentId: 'flooder', actions });
  }
  await page.getByRole('button', { name: 'and 996 more' }).waitFor(visible);
  await expect.poll(() => page.locator('[data-toast]').count()).toBe(4);
  await expect.poll(() => page.locator('[data-toast]').last().innerText()).toContain('Message 999');
  expect(await violations(page)).toStrictEqual([]);
  await page.getByRole('button', { name: 'and 996 more' }).click();
  const centre = page.getByRole('complementary', { name: 'Notifications' });
  await centre.getByText('and 946 more messages').waitFor(visible);
  await centre.locator('[data-toast="t995"]').getByRole('button', { name: 'Do it' }).click();
  expect(trouble).toStrictEqual([]);
  await context.close();
});

it('a notification goes into the centre after a while, where it can be acted upon', async () => {
  const { page, context } = await openDesktop(browser, server.link, { reducedMotion: 'reduce' });
  await page.clock.install();
  await agent.act({
    type: 'notification.show',
    id: 'n',
    title: 'Read me',
    body: 'when you can',
  });
  const corner = page.getByRole('log', { name: 'New notifications' });
  await corner.getByText('Read me').waitFor(visible);
  await corner.getByText('Read me').hover();
  await page.clock.fastForward(60_000);
  expect(await corner.getByText('Read me').isVisible()).toBe(true);
  await page.mouse.move(10, 300);
  await page.clock.fastForward(13_000);
  await corner.getByText('Read me').waitFor({ state: 'detached' });
  await openCentre(page);
  const centre = page.getByRole('complementary', { name: 'Notifications' });
  await centre.getByText('Read me').waitFor(visible);
  await centre.getByRole('button', { name: 'Dismiss Read me' }).click();
  await centre.getByText('Read me', { exact: true }).first().waitFor({ state: 'visible' });
  await context.close();
});

it('calls by a notification of the browser and a sound, for who has asked for them', async () => {
  const { page, context } = await openDesktop(browser, server.link, { reducedMotion: 'reduce' });
  await context.grantPermissions(['notifications'], { origin: server.origin });
  await page.evaluate(() => {
    const calls: string[] = [];
    Object.assign(globalThis, { calls });
    class Called {
      static readonly permission = 'granted';
      static requestPermission = (): Promise<string> => {
        calls.push('asked');
        return Promise.resolve('granted');
      };
      constructor(title: string, options: { body: string }) {
        calls.push(`${title}: ${options.body}`);
      }
      close(): void {
        calls.push('closed');
      }
    }
    Object.assign(globalThis, { Notification: Called });
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  });
  const calls = (): Promise<string[]> =>
    page.evaluate(() => (globalThis as unknown as { calls: string[] }).calls);
  await openCentre(page);
  expect(await calls()).toStrictEqual([]);
  await page.getByLabel('Notify me when I am not looking at this page').check();
  await page.getByLabel('Play a sound').check();
  expect(await calls()).toStrictEqual(['asked']);
  const kept = await page.evaluate(() => localStorage.getItem('fingertip.attention'));
  expect(JSON.parse(kept ?? '')).toStrictEqual({ notification: true, sound: true });
  expect(await violations(page)).toStrictEqual([]);
  const task = await startTask(server, 'Call', 'x', [{ type: 'confirm', message: 'A secret plan' }]);
  await page.getByRole('alertdialog').waitFor(visible);
  await expect.poll(calls).toStrictEqual(['asked', 'Fingertip needs you: Go ahead?']);
  await server.request('POST', `/api/tasks/${task}/cancel`, server.token);
  await expect.poll(calls).toContain('closed');
  await context.close();
});
