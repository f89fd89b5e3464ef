// All windows at a glance, with live pictures of them; and a window that a person moves to another workspace.

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { violations } from './axe';
import { openDesktop, personally, startBrowser, windowOf } from './browser';
import { Server, type Agent } from './server';

let server: Server;
let browser: Browser;
let agent: Agent;
let page: Page;
let trouble: string[];
let overview: Locator;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent('painter');
  ({ page, trouble } = await openDesktop(browser, server.link));
  overview = page.getByRole('dialog', { name: 'All windows' });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const card = (title: string): Locator => overview.locator('.window-card', { hasText: title });
const picture = (title: string): Locator => card(title).locator('.thumbnail');
const text = (content: string) => ({ renderer: 'text', data: content });

it('each card has a picture of its window that follows it', async () => {
  await agent.open('news', { title: 'News', content: text('the first words'), bounds: { x: 700, y: 60, w: 400, h: 260 } });
  await agent.open('form', {
    title: 'Form',
    content: { renderer: 'component', data: { components: [{ type: 'input', name: 'a', label: 'Pin' }] } },
  });
  await personally(page, { type: 'desktop.open', what: 'part', id: 'phone', target: 'sim' });
  await page.locator('canvas[data-frame]').waitFor();
  await page.getByRole('button', { name: 'All windows', exact: true }).click();
  await expect.poll(() => picture('News').textContent()).toContain('the first words');

  await agent.act({ type: 'window.setContent', windowId: 'news', content: text('other words') });
  await expect.poll(() => picture('News').textContent()).toContain('other words');

  // The phone's picture is drawn, not only copied as an empty canvas.
  const lit = (): Promise<boolean> =>
    picture('Built-in phone').locator('canvas.phone-canvas').evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const drawing = (canvas as HTMLCanvasElement).getContext('2d');
      return [...(drawing?.getImageData(0, 0, width, height).data ?? [])].some((value) => value > 0);
    });
  await expect.poll(lit).toBe(true);

  // Each picture is whole and inside its card.
  for (const title of ['News', 'Form']) {
    const [inside, outside] = [await picture(title).locator('.content').boundingBox(), await picture(title).boundingBox()];
    expect(inside!.x).toBeGreaterThanOrEqual(outside!.x - 1);
    expect(inside!.y + inside!.height).toBeLessThanOrEqual(outside!.y + outside!.height + 1);
  }
});

it('a picture can be neither focused nor found, and changes nothing of its window', async () => {
  expect(await picture('Form').locator('[id], [name], [tabindex], [data-window]').count()).toBe(0);
  expect(await overview.getByRole('textbox', { name: 'Pin' }).count()).toBe(0);
  expect(await violations(page)).toStrictEqual([]);
  await picture('News').click();
  await overview.waitFor({ state: 'detached' });
  await expect.poll(() => windowOf(page, 'news').getAttribute('class')).toContain('is-front');
});

it('a window goes to another workspace from its menu, and comes back by undo', async () => {
  await page.getByRole('button', { name: 'Menu of News' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move to workspace' }).click();
  await page.getByRole('menuitem', { name: 'Workspace 2' }).click();
  await windowOf(page, 'news').waitFor({ state: 'detached' });
  const second = page.getByRole('button', { name: 'Workspace 2, 1 window' });
  await second.waitFor();
  // The person stays where they are, and the agent still finds its window.
  expect(await page.getByRole('button', { name: /^Workspace 1/ }).getAttribute('aria-pressed')).toBe('true');
  await agent.act({ type: 'window.setTitle', windowId: 'news', title: 'Later news' });
  await second.click();
  const moved = windowOf(page, 'news', 'monitor-1');
  await moved.getByText('other words').waitFor();
  expect(await moved.getByRole('heading', { name: 'Later news' }).count()).toBe(1);

  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await windowOf(page, 'news').waitFor({ state: 'attached' });
  await moved.waitFor({ state: 'detached' });
  expect(trouble).toStrictEqual([]);
});
