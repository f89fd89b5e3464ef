// What goes wrong in the life of a page: forty questions at once, a clock that jumps, a sleep of a day, a phone that
// turns and turns, a language without translations, endless titles, a small screen with its keyboard open.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, violations, windowOf, type Watched } from './browser';
import { openPhone, painted } from './phone';
import { Server, type Agent } from './server';
import { startTask, stateOf, until } from './tasks';

let server: Server;
let browser: Browser;
let agent: Agent;
const opened: Watched[] = [];

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent('painter');
});
afterEach(async () => {
  for (const { context, foreign, trouble } of opened.splice(0)) {
    await context.close();
    expect([foreign, trouble]).toStrictEqual([[], []]);
  }
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<Watched> {
  const watched = await openDesktop(browser, server.link, { reducedMotion: 'reduce', ...options });
  opened.push(watched);
  return watched;
}

const wide = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

it('forty questions at once are asked one after the other, and the page stays usable', async () => {
  const { page } = await open({ viewport: { width: 390, height: 844 } });
  const ids = Array.from({ length: 40 }, (_, index) => `d${index}`);
  await Promise.all(ids.map((id) => agent.act({ type: 'dialog.confirm', id, title: `Question ${id}`, message: 'Go?' })));
  const dialog = page.getByRole('alertdialog');
  await expect.poll(() => page.title()).toMatch(/^\(40\)/);
  expect(await dialog.count()).toBe(1);
  expect(await wide(page)).toBeLessThanOrEqual(390);
  expect(await violations(page)).toStrictEqual([]);
  for (let left = 40; left > 0; left -= 1) {
    const title = await dialog.getByRole('heading').first().innerText();
    const same = dialog.getByRole('heading', { name: title, exact: true });
    await until(same, () => dialog.getByRole('button').last().click({ timeout: 1_000 }));
    await expect.poll(() => page.title()).toMatch(left > 1 ? new RegExp(`^\\(${left - 1}\\)`) : /^Fingertip/);
  }
  await dialog.waitFor({ state: 'detached' });
});

/** Lets the page's clock jump. */
async function withClock(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const real = Date.now.bind(Date);
    const jump = window as unknown as { jump: number };
    jump.jump = 0;
    Date.now = () => real() + jump.jump;
  });
}
const jumpTo = (page: Page, ms: number): Promise<void> =>
  page.evaluate((ms) => {
    (window as unknown as { jump: number }).jump = ms;
  }, ms);

it.each([
  ['a day ahead', 86_400_000],
  ['a day back', -86_400_000],
  ['ten years ahead', 315_360_000_000],
])('a clock that jumps %s changes no countdown and ends no question', async (_, ms) => {
  const { page, context } = await open();
  await withClock(context);
  await page.reload();
  await page.waitForSelector('[data-connection="connected"]', { state: 'attached' });
  const question = { type: 'ask_user', question: 'Which jump?', timeoutSec: 100 };
  const task = await startTask(server, `Jump ${ms}`, 'next', [question, { type: 'finish', message: 'Done' }]);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Which jump?').waitFor();
  await jumpTo(page, ms);
  const left = async (): Promise<number> => {
    const [minutes = NaN, seconds = NaN] = ((await dialog.locator('.countdown').textContent()) ?? '').split(':').map(Number);
    return minutes * 60 + seconds;
  };
  const before = await left();
  // It goes on counting, second by second.
  await expect.poll(left).toBeLessThan(before);
  expect(await left()).toBeGreaterThan(before - 20);
  await dialog.getByLabel('Your answer').fill('this one');
  await until(dialog, () => page.keyboard.press('Enter'));
  await expect.poll(() => stateOf(server, task)).toBe('success');
  expect(await page.locator('body').innerText()).not.toMatch(/NaN|Invalid Date/);
});

it('a page that slept for a day is as all the others when it wakes', async () => {
  const { page, context } = await open();
  const { page: awake } = await open();
  await withClock(context);
  await page.reload();
  await page.waitForSelector('[data-connection="connected"]', { state: 'attached' });
  await agent.open('before');
  await windowOf(page, 'before').waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  // More happens than the server keeps for those who come back.
  for (let round = 0; round < 60; round += 1) {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        agent.act({ type: 'toast.show', id: `n${index}`, message: `Round ${round}`, duration: 1_000 }),
      ),
    );
  }
  await agent.act({ type: 'window.close', windowId: 'before' });
  await agent.open('after', { title: 'Opened meanwhile' });
  await windowOf(awake, 'after').waitFor();
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await session.detach();
  await jumpTo(page, 86_400_000);
  await windowOf(page, 'after').waitFor();
  await windowOf(page, 'before').waitFor({ state: 'detached' });
  expect(await page.locator('[data-window]').count()).toBe(await awake.locator('[data-window]').count());
  await agent.act({ type: 'window.close', windowId: 'after' });
  await windowOf(page, 'after').waitFor({ state: 'detached' });
});

it('a language without translations gets English, and says so', async () => {
  const { page } = await open({ locale: 'fr-FR' });
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  await page.getByRole('button', { name: 'Apps and parts', exact: true }).waitFor();
  expect(await violations(page)).toStrictEqual([]);
});

it('a title of 10,000 characters is refused or cut, and no page grows', async () => {
  const { page } = await open();
  const { page: narrow } = await open({ viewport: { width: 390, height: 844 } });
  const answers = [];
  for (const [index, title] of ['x'.repeat(10_000), 'Long '.repeat(2_000), '﷽'.repeat(2_000), 'W'.repeat(200)].entries()) {
    const action = { type: 'window.create', windowId: `long-${index}`, title, bounds: { x: 40, y: 40, w: 400, h: 260 }, content: { renderer: 'text', data: 'x' } };
    const { status, body } = await agent.try(action);
    answers.push(status);
    if (status !== 200) expect(body.results?.[0]?.error?.message ?? JSON.stringify(body)).toMatch(/title/);
  }
  expect(answers.at(-1)).toBe(200);
  const shown = answers.flatMap((status, index) => (status === 200 ? [index] : []));
  for (const index of shown) await windowOf(page, `long-${index}`).waitFor();
  expect(await wide(page)).toBeLessThanOrEqual(1280);
  const box = await windowOf(page, `long-${shown.at(-1)}`).boundingBox();
  expect(box!.width).toBe(400);
  const bar = await page.locator('.taskbar').boundingBox();
  expect(bar!.height).toBeLessThan(80);
  await narrow.getByRole('button', { name: /^Windows,/ }).click();
  expect(await wide(narrow)).toBeLessThanOrEqual(390);
  for (const index of shown) await agent.act({ type: 'window.close', windowId: `long-${index}` });
});

it.each([
  ['a yes', { type: 'confirm', message: 'Book at eight?' }, ['Yes', 'No']],
  ['words', { type: 'ask_user', question: 'Which name?' }, ['Answer', 'Go on without it']],
  ['a code', { type: 'request_human_auth', capability: '2fa', instruction: 'Type the code' }, ['Send the code', 'Go on without it']],
])('at 360 px the answers to %s can be reached without scrolling, and with the keyboard open too', async (name, question, buttons) => {
  const { page } = await open({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const task = await startTask(server, `Small ${name}`, 'next', [question, { type: 'finish', message: 'Done' }]);
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  const hidden = async (names: readonly string[]): Promise<string[]> => {
    const height = page.viewportSize()!.height;
    const found: string[] = [];
    for (const each of names) {
      const box = await dialog.getByRole('button', { name: each, exact: true }).boundingBox();
      if (!box || box.y < 0 || box.y + box.height > height) found.push(`${each} ${JSON.stringify(box)}`);
    }
    return found;
  };
  expect(await hidden(buttons)).toStrictEqual([]);
  // The keyboard leaves about this much; the page is told so (`interactive-widget=resizes-content`).
  await page.setViewportSize({ width: 360, height: 380 });
  const field = dialog.getByRole('textbox').first();
  if (await field.count()) {
    await field.tap();
    await field.fill('42');
    const box = (await field.boundingBox())!;
    expect(box.y >= 0 && box.y + box.height <= 380, JSON.stringify(box)).toBe(true);
  }
  expect(await hidden(buttons)).toStrictEqual([]);
  expect(await wide(page)).toBeLessThanOrEqual(360);
  await server.request('POST', `/api/tasks/${task}/cancel`, server.token);
  await dialog.waitFor({ state: 'detached' });
});

// The last one: whoever turns the phone holds it, and a task would wait.
it('the window of a phone that turns every second comes to rest, and undo knows nothing of it', async () => {
  const { page } = await open({ viewport: { width: 1440, height: 900 } });
  const phone = await openPhone(page);
  await painted(phone);
  const frame = windowOf(page, 'part-phone-sim');
  await page.evaluate(() => {
    const element = document.querySelector<HTMLElement>('[data-window$="part-phone-sim"]')!;
    const turns = globalThis as unknown as { turns: string[] };
    turns.turns = [element.style.width];
    new MutationObserver(() => {
      if (element.style.width !== turns.turns.at(-1)) turns.turns.push(element.style.width);
    }).observe(element, { attributes: true, attributeFilter: ['style'] });
  });
  for (let turn = 0; turn < 8; turn += 1) {
    await page.locator("[data-tool='rotate']").click();
    await page.waitForTimeout(1_000);
  }
  const turns = await page.evaluate(() => (globalThis as unknown as { turns: string[] }).turns.length - 1);
  // Measuring the new shape sets the width twice in one frame, which an observer sees as one change.
  expect(turns).toBeLessThanOrEqual(4);
  await frame.waitFor();
  const answer = await server.request('GET', '/api/desktop', server.token);
  expect(answer.ok).toBe(true);
  // The last step of this page is still the opening of the phone.
  await page.keyboard.press('Control+z');
  await frame.waitFor({ state: 'detached' });
});
