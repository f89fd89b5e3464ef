// A narrow page under a thumb: swipes between windows, and the edges that the phone keeps for itself.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, violations, windowOf, type Watched } from './browser';
import { Server, type Agent } from './server';

let server: Server;
let browser: Browser;
let agent: Agent;
let seen: Watched;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent('painter');
  for (const name of ['a', 'b', 'c']) await agent.open(name);
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const;
  seen = await openDesktop(browser, server.link, options);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Swipes along the title of a window. */
async function swipe(page: Page, name: string, dx: number, dy = 0): Promise<void> {
  const box = (await windowOf(page, name).locator('.title-words').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx * share, y: y + dy * share }],
    });
  await touch('touchStart', 0);
  for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', share);
  await touch('touchEnd', 1);
  await session.detach();
}

const inFront = (page: Page): Promise<string | undefined> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-window]')]
      .find((element) => element.checkVisibility())
      ?.dataset.window?.replace('monitor-0/', ''),
  );

it('a swipe along the title goes to the window beside it', async () => {
  const { page } = seen;
  await page.getByRole('button', { name: /^Windows,/ }).click();
  await page.getByRole('button', { name: /^b/ }).first().click();
  await expect.poll(() => inFront(page)).toBe('b');
  await swipe(page, 'b', -120);
  await expect.poll(() => inFront(page)).toBe('c');
  // Past the last one there is none; a slanted one is no swipe.
  await swipe(page, 'c', -120);
  await swipe(page, 'c', 60, 60);
  await swipe(page, 'c', 120);
  await expect.poll(() => inFront(page)).toBe('b');
  await swipe(page, 'b', 120);
  await expect.poll(() => inFront(page)).toBe('a');
  expect(await violations(page)).toStrictEqual([]);
});

it('nothing lies under the edges of the phone', async () => {
  const { page } = seen;
  const session = await page.context().newCDPSession(page);
  const insets = { top: 47, topMax: 47, left: 20, leftMax: 20, right: 20, rightMax: 20, bottom: 34, bottomMax: 34 };
  await session.send('Emulation.setSafeAreaInsetsOverride' as never, { insets } as never);
  const under = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, input, h2, a')]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { top, bottom, left, right, width } = element.getBoundingClientRect();
          if (width < 2 || bottom <= 0 || top >= innerHeight) return false;
          const scrolls = element.closest('.main, .content') !== null && element.closest('.title-bar') === null;
          return left < 20 || right > innerWidth - 20 || (!scrolls && (top < 47 || bottom > innerHeight - 34));
        })
        .map((element) => `${element.className} ${element.textContent?.slice(0, 30)} ${JSON.stringify(element.getBoundingClientRect())}`),
    );
  await expect.poll(under).toStrictEqual([]);
  await page.getByRole('button', { name: 'Home', exact: true }).click();
  await expect.poll(under).toStrictEqual([]);
  expect(seen.trouble).toStrictEqual([]);
});
