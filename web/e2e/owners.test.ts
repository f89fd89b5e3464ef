// Whose windows are whose: what agents cannot do to the person's windows and to one another's, that every window of an
// agent says so where the agent cannot draw, and that the desktop's own questions look like nothing an agent can make.

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, personally, startBrowser, violations, windowOf, type Watched } from './browser';
import { Server, type Agent } from './server';
import { startTask, until } from './tasks';

let server: Server;
let browser: Browser;
let weather: Agent;
let news: Agent;
let seen: Watched;
let page: Page;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  weather = await server.agent('weather');
  news = await server.agent('news');
  seen = await openDesktop(browser, server.link, { viewport: { width: 1440, height: 900 } });
  page = seen.page;
});
afterAll(async () => {
  expect(seen?.trouble ?? []).toStrictEqual([]);
  await browser?.close();
  await server?.stop();
});

interface Shown {
  bounds: { x: number; y: number; w: number; h: number };
  agent?: string;
}

async function state(): Promise<{ windows: Record<string, Shown>; zOrder: string[] }> {
  const answer = await server.request('GET', '/api/desktop', server.token);
  return (await answer.json()) as { windows: Record<string, Shown>; zOrder: string[] };
}

/** Whether the middle of an element is what a person would press there. */
function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((own) => {
    const { left, top, width, height } = own.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return found !== null && (own.contains(found) || found.contains(own));
  });
}

/** Whether a text can be read: it has a size, is opaque, and lies on top. */
async function isLegible(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const opaque = await element.evaluate((own) => {
    for (let at: Element | null = own; at; at = at.parentElement)
      if (Number(getComputedStyle(at).opacity) < 1) return false;
    return true;
  });
  return box !== null && box.width >= 10 && box.height >= 10 && opaque && (await isOnTop(element));
}

it('a window says whose it is, to the eye and to a screen reader', async () => {
  await weather.open('settings', { title: 'Settings', bounds: { x: 40, y: 40, w: 460, h: 240 } });
  const fake = windowOf(page, 'settings');
  await fake.waitFor();
  expect(await fake.locator('.owner-mark').innerText()).toBe('from weather');
  expect(await isLegible(fake.locator('.owner-mark'))).toBe(true);
  await page.getByRole('region', { name: 'Settings, window of weather' }).waitFor();
});

it('an agent can neither hide nor restyle the mark', async () => {
  const hiding = {
    opacity: 0.2,
    color: 'transparent',
    fontSize: 1,
    letterSpacing: '-96px',
    padding: '96px',
    border: '96px solid black',
    backgroundColor: 'black',
    boxShadow: '0 0 0 96px black',
    borderRadius: '96px',
  };
  const marks: [string, Record<string, unknown>][] = [
    ['plain', {}],
    ['frameless', { frameless: true }],
    ['widget', { variant: 'widget' }],
    ['small', { bounds: { x: 420, y: 320, w: 160, h: 90 } }],
    ['panel', { variant: 'panel', bounds: { x: 0, y: 0, w: 10, h: 56 } }],
  ];
  for (const [id, more] of marks) {
    await weather.open(id, {
      bounds: { x: 420, y: 320, w: 360, h: 240 },
      windowStyle: hiding,
      content: { renderer: 'html', data: '<p style="padding:96px;background:black">x</p>'.repeat(9) },
      ...more,
    });
    const mark = windowOf(page, id).locator('.owner-mark');
    await mark.waitFor();
    expect(await isLegible(mark), id).toBe(true);
    const style = await mark.evaluate((own) => {
      const { color, fontSize, letterSpacing } = getComputedStyle(own);
      return [color !== 'rgba(0, 0, 0, 0)', fontSize, letterSpacing];
    });
    expect(style, id).toStrictEqual([true, '12px', 'normal']);
    await weather.act({ type: 'window.close', windowId: id });
  }
});

it("an agent's deeds leave the person's windows and another agent's alone", async () => {
  await personally(page, { type: 'desktop.open', what: 'part', id: 'settings' });
  const settings = windowOf(page, 'part-settings');
  await settings.waitFor();
  await news.open('paper', { bounds: { x: 40, y: 320, w: 300, h: 200 } });
  const before = await state();
  for (const windowId of ['part-settings', 'paper']) {
    const deeds: Record<string, unknown>[] = [
      { type: 'window.close', windowId },
      { type: 'window.move', windowId, x: 0, y: 0 },
      { type: 'window.resize', windowId, w: 200, h: 100 },
      { type: 'window.minimize', windowId },
      { type: 'window.focus', windowId },
      { type: 'window.lock', windowId, agentId: 'weather' },
      { type: 'window.setTitle', windowId, title: 'no' },
      { type: 'window.setContent', windowId, content: { renderer: 'text', data: 'no' } },
    ];
    for (const deed of deeds) {
      const answer = await weather.try(deed);
      expect(answer.status, JSON.stringify(deed)).toBe(422);
      expect(answer.body.results?.[0]?.error?.code).toBe('not_owner');
      expect(answer.body.results?.[0]?.error?.message).toMatch(/belongs to the (?:person|agent `news`)/);
    }
  }
  expect(await state()).toStrictEqual(before);
  expect(await settings.locator('.owner-mark').count()).toBe(0);
  await page.getByRole('region', { name: 'Settings', exact: true }).waitFor();
});

it("an agent's window goes beside the person's part, or below it", async () => {
  const settings = windowOf(page, 'part-settings');
  const part = (await state()).windows['monitor-0/part-settings']!.bounds;
  await weather.open('over', { bounds: { x: part.x + 20, y: part.y + 20, w: 260, h: 200 } });
  const { bounds } = (await state()).windows['monitor-0/over']!;
  const apart =
    bounds.x + bounds.w <= part.x ||
    bounds.x >= part.x + part.w ||
    bounds.y + bounds.h <= part.y ||
    bounds.y >= part.y + part.h;
  expect(apart, JSON.stringify({ bounds, part })).toBe(true);
  await weather.act({ type: 'window.maximize', windowId: 'over' });
  await weather.act({ type: 'window.focus', windowId: 'over' });
  await expect.poll(() => windowOf(page, 'over').getAttribute('class')).toContain('is-maximized');
  expect(await isOnTop(settings)).toBe(true);
  await weather.act({ type: 'window.close', windowId: 'over' });
});

it("an agent's dialog names the agent, and only our questions have our band", async () => {
  await weather.act({
    type: 'dialog.confirm',
    id: 'pay',
    title: 'Fingertip: pay 5 euros?',
    message: 'Confirm the payment.',
  });
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  expect(await dialog.locator('.modal-from').innerText()).toContain('The agent weather asks');
  expect(await dialog.locator('.is-ours, .modal-mark').count()).toBe(0);
  await until(dialog, () => dialog.getByRole('button', { name: 'No' }).click({ timeout: 1_000 }));

  // A window that an agent covers everything with, and a question of ours over it.
  await news.open('whole', { bounds: { x: 0, y: 0, w: 1440, h: 848 }, frameless: true });
  await startTask(server, 'Book a table', 'They know the place', [
    { type: 'ask_user', question: 'For how many people?' },
    { type: 'finish', message: 'Done' },
  ]);
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  const mark = question.locator('.modal-mark');
  expect(await mark.innerText()).toContain('Fingertip');
  await expect.poll(() => isLegible(mark)).toBe(true);
  expect(await violations(page)).toStrictEqual([]);
});

it('an agent cannot call itself like the desktop or a person', async () => {
  for (const name of ['Fingertip', 'fingert\u{456}p', 'Assistant', 'You', 'System', 'Finger tip', 'wеather']) {
    const answer = await server.request('POST', '/api/agents', server.token, { name });
    expect(answer.ok, name).toBe(false);
  }
});
