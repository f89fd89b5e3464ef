// The first story by keyboard alone: Tab, typing, Enter and Escape; no shortcut, no mouse. The focus is always visible.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, type Watched } from './browser';
import { Server } from './server';

let server: Server;
let browser: Browser;
let seen: Watched;

beforeAll(async () => {
  server = await Server.startUntouched();
  browser = await startBrowser();
  seen = await openDesktop(browser, server.link, { reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The focused element: its role or tag, its name, and whether a person sees where the focus is. */
async function focused(page: Page): Promise<{ name: string; visible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', visible: true };
    const labels = (element as HTMLInputElement).labels;
    const name = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '';
    const { width, height, top, left } = element.getBoundingClientRect();
    const inside = top < innerHeight && left < innerWidth && top + height > 0 && left + width > 0;
    return { name: `${element.getAttribute('role') ?? element.tagName.toLowerCase()} ${name.trim()}`, visible: inside };
  });
}

/** Presses Tab until the focus is on an element of this name; returns what was passed on the way. */
async function tabTo(page: Page, name: RegExp, most = 80): Promise<string[]> {
  const passed: string[] = [];
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    expect(now.visible, `the focus on ${now.name} cannot be seen`).toBe(true);
    if (name.test(now.name)) return passed;
    passed.push(now.name);
  }
  throw new Error(`Tab never reached ${String(name)}; it passed ${passed.join(' | ')}`);
}

it('from the greeting to the end of a task', async () => {
  const { page } = seen;
  const changed = await server.request('PATCH', '/api/settings', server.token, { alwaysConfirm: true });
  expect(changed.ok, await changed.clone().text()).toBe(true);

  await tabTo(page, /^combobox .*What should I do\?/);
  await page.keyboard.type('Set a timer for 5 minutes');
  await page.keyboard.press('Enter');
  // The question is where it was asked for, and Tab leads to its answers in their order.
  await page.locator('.question-card').first().waitFor();
  await tabTo(page, /^button Yes$/);
  expect(await tabTo(page, /^button No$/)).toStrictEqual([]);
  await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toStrictEqual({ name: 'button Yes', visible: true });
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => {
      const answer = await server.request('GET', '/api/tasks', server.token);
      return ((await answer.json()) as { tasks: { state: string }[] }).tasks[0]?.state;
    })
    .toBe('success');
  await page.getByText('The timer runs for 5 minutes').first().waitFor();
});

it('to a window that is opened, read, moved and closed', async () => {
  const { page } = seen;
  await tabTo(page, /^button Apps and parts$/);
  await page.keyboard.press('Enter');
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  await page.keyboard.type('settings');
  await page.keyboard.press('Enter');
  const settings = page.getByRole('region', { name: 'Settings' });
  await settings.waitFor();
  await tabTo(page, /^button Menu of Settings$/);
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Enter');
  const bounds = (): Promise<{ x: number } | null> => settings.boundingBox();
  const before = await bounds();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await bounds())?.x).not.toBe(before?.x);
  await tabTo(page, /^button Close Settings$/);
  await page.keyboard.press('Enter');
  await settings.waitFor({ state: 'detached' });
});

it('nothing is a trap: Tab comes around to where it began', async () => {
  const { page } = seen;
  // The greeting has a field of the same name, so the element itself is what Tab must come back to.
  await tabTo(page, /^button Apps and parts$/);
  const began = await page.evaluateHandle(() => document.activeElement);
  const round: string[] = [];
  const isBack = (): Promise<boolean> => began.evaluate((element) => element === document.activeElement);
  do {
    await page.keyboard.press('Tab');
    round.push((await focused(page)).name);
  } while (!(await isBack()) && round.length < 200);
  expect(await isBack(), round.join(' | ')).toBe(true);
  expect(new Set(round).size, round.join(' | ')).toBeGreaterThan(10);
  expect(seen.trouble).toStrictEqual([]);
});
