// The window manager as people use it: by mouse, by keyboard alone, and on a narrow page.

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, windowOf, type Watched } from './browser';
import { Server, type Agent } from './server';

let server: Server;
let browser: Browser;
let agent: Agent;
let other: Agent;
let seen: Watched;
let page: Page;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent('painter');
  other = await server.agent('writer');
  seen = await openDesktop(browser, server.link);
  page = seen.page;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const visible = { state: 'visible' } as const;
const hidden = { state: 'hidden' } as const;
const start = { x: 200, y: 150, w: 400, h: 260 };

async function boundsOf(window: Locator): Promise<number[]> {
  const box = await window.boundingBox();
  return box ? [box.x, box.y, box.width, box.height].map(Math.round) : [];
}

/** Returns the server's state of a window. */
async function inState(id: string): Promise<{ bounds: unknown; maximized: boolean } | undefined> {
  const answer = await server.request('GET', '/api/desktop', server.token);
  const state = (await answer.json()) as {
    windows: Record<string, { bounds: unknown; maximized: boolean }>;
  };
  return state.windows[`monitor-0/${id}`];
}

async function drag(from: [number, number], ...to: [number, number][]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  for (const point of to) await page.mouse.move(...point, { steps: 6 });
  await page.mouse.up();
}

/** Runs a test with its own window, closed at its end. */
async function withWindow(id: string, test: (window: Locator) => Promise<void>): Promise<void> {
  await agent.open(id, { bounds: start });
  const window = windowOf(page, id);
  await window.waitFor(visible);
  await test(window);
  await agent.act({ type: 'window.close', windowId: id });
  await window.waitFor({ state: 'detached' });
}

it('comes to the front with its menu, which keeps the keys', async () => {
  await withWindow('behind', async (behind) => {
    await withWindow('before', async () => {
      await page.getByRole('button', { name: 'Menu of behind' }).focus();
      await page.keyboard.press('Enter');
      const menu = page.getByRole('menu');
      await menu.waitFor();
      await expect.poll(() => behind.getAttribute('class')).toContain('is-front');
      expect(await menu.locator(':focus').count()).toBe(1);
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
    });
  });
});

it('is resized by each of its eight grips', async () => {
  const grips: [string, [number, number], [number, number], number[]][] = [
    ['north', [400, 148], [0, -30], [200, 120, 400, 290]],
    ['south', [400, 412], [0, 30], [200, 150, 400, 290]],
    ['west', [198, 280], [-40, 0], [160, 150, 440, 260]],
    ['east', [602, 280], [40, 0], [200, 150, 440, 260]],
    ['north-west', [199, 149], [-20, -20], [180, 130, 420, 280]],
    ['north-east', [601, 149], [20, -20], [200, 130, 420, 280]],
    ['south-west', [199, 411], [-20, 20], [180, 150, 420, 280]],
    ['south-east', [601, 411], [20, 20], [200, 150, 420, 280]],
  ];
  for (const [name, [x, y], [dx, dy], expected] of grips) {
    await withWindow(`grip-${name}`, async (window) => {
      await drag([x, y], [x + dx, y + dy]);
      await expect.poll(() => boundsOf(window), { message: name }).toStrictEqual(expected);
    });
  }
});

it('snaps to a half and a quarter by dragging, and is given its size back when it is dragged away', async () => {
  await withWindow('snap', async (window) => {
    await page.mouse.move(300, 170);
    await page.mouse.down();
    await page.mouse.move(200, 300, { steps: 5 });
    await page.mouse.move(3, 360, { steps: 5 });
    await page.locator('.snap-preview').waitFor(visible);
    await page.mouse.up();
    await expect.poll(() => boundsOf(window)).toStrictEqual([0, 0, 640, 720]);
    expect((await inState('snap'))?.bounds).toStrictEqual({ x: 0, y: 0, w: 640, h: 720 });
    await page.locator('.snap-preview').waitFor({ state: 'detached' });

    await drag([300, 20], [500, 300]);
    await expect.poll(async () => (await boundsOf(window)).slice(2)).toStrictEqual([400, 260]);

    const [x = 0, y = 0] = await boundsOf(window);
    await drag([x + 100, y + 20], [1278, 715]);
    await expect.poll(() => boundsOf(window)).toStrictEqual([640, 360, 640, 360]);
  });
});

it('is maximised at the top, and restored under the pointer', async () => {
  await withWindow('top', async (window) => {
    await drag([300, 170], [640, 200], [640, 1]);
    await expect.poll(async () => (await inState('top'))?.maximized).toBe(true);
    await expect.poll(() => boundsOf(window)).toStrictEqual([0, 0, 1280, 720]);
    await drag([1000, 20], [900, 300]);
    await expect.poll(async () => (await inState('top'))?.maximized).toBe(false);
    const [x = 0, y = 0, w = 0, h = 0] = await boundsOf(window);
    expect([w, h]).toStrictEqual([400, 260]);
    expect(x).toBeLessThan(900);
    expect(x + w).toBeGreaterThan(900);
    expect(Math.abs(y - 280)).toBeLessThan(12);
  });
});

it('stays where it was when a drag is given up', async () => {
  await withWindow('escape', async (window) => {
    await page.mouse.move(300, 170);
    await page.mouse.down();
    await page.mouse.move(3, 360, { steps: 5 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(() => boundsOf(window)).toStrictEqual([200, 150, 400, 260]);
  });
});

it('is sent to halves, quarters and the whole by keys', async () => {
  await withWindow('keys', async (window) => {
    await window.focus();
    const steps: [string, number[]][] = [
      ['ArrowLeft', [0, 0, 640, 720]],
      ['ArrowUp', [0, 0, 640, 360]],
      ['ArrowRight', [640, 0, 640, 360]],
      ['ArrowDown', [640, 0, 640, 720]],
      ['ArrowDown', [640, 360, 640, 360]],
      ['ArrowUp', [640, 0, 640, 720]],
      ['ArrowUp', [640, 0, 640, 360]],
      ['ArrowUp', [0, 0, 1280, 720]],
    ];
    for (const [key, expected] of steps) {
      await page.keyboard.press(`Control+Alt+${key}`);
      await expect.poll(() => boundsOf(window), { message: key }).toStrictEqual(expected);
    }
    await page.keyboard.press('Control+Alt+ArrowDown');
    await expect.poll(async () => (await inState('keys'))?.maximized).toBe(false);
  });
});

it('has a menu by right click, by Shift+F10, and by its button, with everything in it', async () => {
  await agent.open('second', { bounds: { ...start, x: 700 } });
  await withWindow('menu', async (window) => {
    const menu = page.getByRole('menu', { name: 'Menu of menu' });
    await window.locator('.title').click({ button: 'right' });
    await menu.waitFor(visible);
    const entries = await menu.getByRole('menuitem').allInnerTexts();
    expect(entries.map((entry) => entry.split('\n')[0])).toStrictEqual([
      'Move',
      'Change size',
      'Snap to',
      'Move to workspace',
      'Maximise',
      'Minimise',
      'Undo what painter did',
      'Show all windows',
      'Close',
    ]);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });

    await window.focus();
    await page.keyboard.press('Shift+F10');
    await menu.waitFor(visible);
    await page.keyboard.press('s');
    await page.keyboard.press('s');
    for (let tries = 0; tries < 8; tries += 1) {
      const label = await page.evaluate(() => document.activeElement?.textContent ?? '');
      if (label.startsWith('Snap to')) break;
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('ArrowRight');
    await page.getByRole('menuitem', { name: 'Right half' }).waitFor(visible);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => boundsOf(window)).toStrictEqual([640, 0, 640, 720]);
    // A text keeps the browser's own menu, and ours does not open.
    await window.locator('.content').click({ button: 'right', position: { x: 50, y: 200 } });
    expect(await page.getByRole('menu').count()).toBe(0);
  });
});

it('lists all windows, finds one by its words, and closes one by a key', async () => {
  await page.keyboard.press('Control+Alt+w');
  const overview = page.getByRole('dialog', { name: 'All windows' });
  await overview.waitFor(visible);
  await agent.open('found', { title: 'Träume am Meer', bounds: start });
  await agent.open('third', { bounds: start });
  await page.keyboard.type('traume painter');
  await expect.poll(() => overview.locator('.card-open').count()).toBe(1);
  await page.keyboard.press('Enter');
  await overview.waitFor({ state: 'detached' });
  await expect.poll(() => windowOf(page, 'found').getAttribute('class')).toContain('is-front');

  await page.keyboard.press('Control+Alt+w');
  await overview.waitFor(visible);
  // A card stays where it is when an agent brings its window to the front.
  const names = (): Promise<string[]> => overview.locator('.card-words').allInnerTexts();
  const before = await names();
  await agent.act({ type: 'window.focus', windowId: 'third' });
  await expect.poll(() => windowOf(page, 'third').getAttribute('class')).toContain('is-front');
  expect(await names()).toStrictEqual(before);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => overview.locator('.card-open:focus').count()).toBe(1);
  await page.keyboard.press('Delete');
  await windowOf(page, 'found').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await overview.waitFor({ state: 'detached' });
  await agent.act({ type: 'window.close', windowId: 'third' });
});

it('lists its keys under ?, not while somebody types, and not when that is switched off', async () => {
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.locator('.main').focus();
  await page.keyboard.press('?');
  await help.waitFor(visible);
  expect(await help.getByText('Show all windows').count()).toBe(1);
  await help.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  expect(await help.count()).toBe(0);
  await page.getByRole('button', { name: 'Menu of the desktop' }).click();
  await page.getByRole('menuitem', { name: /^Keyboard shortcuts/ }).click();
  await help.getByRole('checkbox').check();

  // A pane that is opened right after another was closed stays open.
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Control+Alt+w')]);
  const overview = page.getByRole('dialog', { name: 'All windows' });
  await overview.waitFor(visible);
  await help.waitFor({ state: 'detached' });
  await page.keyboard.type('?');
  await expect.poll(() => overview.getByRole('searchbox').inputValue()).toBe('?');
  expect(await help.count()).toBe(0);
  await page.keyboard.press('Escape');
  await overview.waitFor({ state: 'detached' });
});

it('goes back to the window that was used before', async () => {
  await agent.open('one', { bounds: start });
  await agent.open('two', { bounds: { ...start, x: 700 } });
  await windowOf(page, 'two').waitFor(visible);
  const front = () =>
    page.evaluate(() => document.querySelector('.window.is-front')?.getAttribute('data-window'));
  await page.locator('.main').focus();
  await expect.poll(front).toBe('monitor-0/two');
  await page.keyboard.press('Alt+Backquote');
  await expect.poll(front).toBe('monitor-0/one');
  await page.keyboard.press('Alt+Backquote');
  await expect.poll(front).toBe('monitor-0/two');
});

it('gives the focus to the next window when one is closed by key', async () => {
  await windowOf(page, 'two').focus();
  await page.keyboard.press('Control+Alt+x');
  await windowOf(page, 'two').waitFor({ state: 'detached' });
  await expect
    .poll(() =>
      page.evaluate(() =>
        document.activeElement?.closest('[data-window]')?.getAttribute('data-window'),
      ),
    )
    .toBe('monitor-0/one');
});

it('tells thirty windows apart by who made them', async () => {
  const windows = Array.from({ length: 28 }, (_, index) => ({
    type: 'window.create',
    windowId: `many-${index}`,
    title: `Window ${index}`,
    bounds: { x: (index % 7) * 120, y: Math.floor(index / 7) * 100, w: 300, h: 200 },
    content: { renderer: 'text', data: `${index}` },
  }));
  for (const window of windows.slice(0, 14)) await agent.act(window);
  for (const window of windows.slice(14)) await other.act(window);
  const bar = page.getByRole('navigation', { name: 'Open windows' });
  const group = bar.getByRole('button', { name: /^writer, 14 windows$/ });
  await group.waitFor(visible);
  await group.click();
  const list = page.getByRole('group', { name: /^writer, 14 windows$/ });
  await list.waitFor(visible);
  await list.getByRole('button', { name: 'Close Window 14' }).click();
  await windowOf(page, 'many-14').waitFor({ state: 'detached' });
  const again = bar.getByRole('button', { name: /^writer, 13 windows$/ });
  await again.waitFor(visible);
  if ((await again.getAttribute('aria-expanded')) !== 'true') await again.click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect
    .poll(() =>
      page.evaluate(() => document.querySelector('.window.is-front')?.getAttribute('data-window')),
    )
    .toBe('monitor-0/many-16');
});

it('moves between workspaces by button and by key', async () => {
  await agent.open('far', { monitorId: 'monitor-1' });
  const second = page.getByRole('button', { name: 'Workspace 2, 1 window' });
  await second.click();
  await windowOf(page, 'far', 'monitor-1').waitFor(visible);
  await windowOf(page, 'one').waitFor(hidden);
  await page.keyboard.press('Control+Alt+PageUp');
  await windowOf(page, 'one').waitFor(visible);
  await page.keyboard.press('Control+Alt+PageDown');
  await windowOf(page, 'far', 'monitor-1').waitFor(visible);
  await page.keyboard.press('Control+Alt+PageUp');
  await windowOf(page, 'one').waitFor(visible);
});

it('follows the end of what grows for who is there, and nobody else', async () => {
  const lines = (from: number, count: number): string =>
    Array.from({ length: count }, (_, index) => `line ${from + index}\n`).join('');
  for (const renderer of ['text', 'markdown']) {
    const id = `log-${renderer}`;
    const between = renderer === 'text' ? '' : '\n';
    await agent.open(id, { bounds: start, content: { renderer, data: 'begin\n' } });
    const window = windowOf(page, id);
    const scroller = window.locator('.scroller');
    await scroller.waitFor(visible);
    const gap = () =>
      scroller.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
    const append = (data: string) =>
      agent.act({
        type: 'window.updateContent',
        windowId: id,
        operation: { op: 'append', data: between + data + between },
      });
    // It has been laid out once before it grows.
    await expect.poll(gap).toBeLessThan(5);
    for (let count = 0; count < 6; count += 1) {
      await append(lines(count * 20, 20).replaceAll('\n', `\n${between}`));
    }
    await window.getByText('line 119').waitFor({ state: 'attached' });
    await expect.poll(gap).toBeLessThan(33);
    await scroller.evaluate((box) => (box.scrollTop = 0));
    await append(lines(120, 20).replaceAll('\n', `\n${between}`));
    await window.getByText('line 139').waitFor({ state: 'attached' });
    await window.getByRole('button', { name: 'New text below' }).waitFor(visible);
    expect(await scroller.evaluate((box) => box.scrollTop)).toBe(0);
    await window.getByRole('button', { name: 'New text below' }).click();
    await expect.poll(gap).toBeLessThan(33);
    await window.getByRole('button', { name: 'New text below' }).waitFor({ state: 'detached' });
    await agent.act({ type: 'window.close', windowId: id });
  }
});

it('is a phone on a narrow page: home, windows, one at a time, back', async () => {
  const { page: phone, trouble } = await openDesktop(browser, server.link, {
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.getByRole('button', { name: 'Settings', exact: true }).waitFor(visible);
  await windowOf(phone, 'one').waitFor(hidden);
  await phone.getByRole('button', { name: /^Windows, \d+ open$/ }).tap();
  await phone.getByRole('searchbox').fill('one');
  await phone.getByRole('button', { name: /^one/ }).tap();
  const window = windowOf(phone, 'one');
  await window.waitFor(visible);
  const [x, y, w] = await boundsOf(window);
  expect([x, y, w]).toStrictEqual([0, 0, 390]);
  // A window that an agent opens does not interrupt a reader.
  await agent.open('intruder', { bounds: start });
  await expect
    .poll(() => phone.getByRole('button', { name: /^Windows, / }).getAttribute('aria-label'))
    .toMatch(/open$/);
  await window.waitFor(visible);
  await phone.goBack();
  await window.waitFor(hidden);
  await phone.getByRole('button', { name: 'Settings', exact: true }).waitFor(visible);
  expect(
    await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
  ).toBe(true);
  expect(trouble).toStrictEqual([]);
  await phone.context().close();
});

it('did nothing that no page of ours does', () => {
  expect(seen.trouble).toStrictEqual([]);
  expect(seen.foreign).toStrictEqual([]);
});
