// Nobody is shut out: axe finds nothing wrong with the page, in either theme, wide or narrow.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDesktop, startBrowser, violations, windowOf } from './browser';
import { Server, type Agent } from './server';

let server: Server;
let browser: Browser;
let agent: Agent;

const components = [
  ...['primary', 'secondary', 'ghost', 'danger'].map((variant) => ({
    type: 'button',
    label: variant,
    action: 'x',
    variant,
  })),
  { type: 'button', label: 'Disabled', action: 'x', disabled: true },
  { type: 'input', name: 'a', label: 'Labelled' },
  { type: 'input', name: 'b', placeholder: 'Only a placeholder' },
  { type: 'input', name: 'c' },
  { type: 'input', name: 'd', label: 'Long', rows: 3 },
  { type: 'select', name: 'e', options: [{ value: '1', label: 'One' }] },
  ...['default', 'success', 'warning', 'error', 'info'].map((variant) => ({
    type: 'badge',
    label: variant,
    variant,
  })),
  ...['default', 'muted', 'accent', 'success', 'warning', 'error'].map((color) => ({
    type: 'text',
    content: color,
    color,
  })),
  ...['body', 'heading', 'subheading', 'caption', 'code'].map((variant) => ({
    type: 'text',
    content: variant,
    variant,
  })),
  { type: 'progress', value: 30, label: 'Loading', showValue: true },
  { type: 'progress', value: 30 },
  { type: 'image', src: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=' },
  { type: 'image', src: 'https://outside.example/x.png' },
];

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent('painter');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function fill(): Promise<void> {
  const at = (x: number, y: number, w = 300, h = 220) => ({ bounds: { x, y, w, h } });
  await agent.open('components', {
    ...at(10, 10, 420, 640),
    content: { renderer: 'component', data: { components, cols: 2 } },
  });
  await agent.open('markdown', {
    ...at(440, 10),
    content: {
      renderer: 'markdown',
      data: '# One\n\nText with a [link](https://example.org) and `code`.\n\n```\ncode\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done',
    },
  });
  await agent.open('text', {
    ...at(750, 10),
    content: { renderer: 'text', data: 'line\n'.repeat(60) },
  });
  await agent.open('table', {
    ...at(440, 240),
    content: { renderer: 'table', data: { headers: ['A', ''], rows: [['1', '2']] } },
  });
  await agent.open('blocked', {
    ...at(750, 240),
    content: { renderer: 'iframe', data: 'javascript:1' },
  });
  await agent.open('lost', {
    ...at(440, 470),
    content: { renderer: 'iframe', data: '/apps/none/index.html' },
  });
  await agent.open('widget', { ...at(1060, 10, 200, 120), variant: 'widget' });
  await agent.open('empty', {
    ...at(1060, 240, 200, 120),
    content: { renderer: 'markdown', data: '' },
  });
  await agent.open('frameless', { ...at(1060, 400, 200, 120), frameless: true });
  await agent.open('panel', {
    ...at(0, 0, 10, 56),
    variant: 'panel',
    content: { renderer: 'text', data: 'A panel' },
  });
  await agent.act({ type: 'window.lock', windowId: 'table', agentId: 'painter' });
  await agent.act({
    type: 'desktop.createShortcut',
    shortcut: { id: 's', label: 'Reports', icon: '📁', type: 'file', target: 'x', createdAt: 1 },
  });
  for (const variant of ['info', 'success', 'warning', 'error']) {
    await agent.act({
      type: 'toast.show',
      id: variant,
      message: `A toast: ${variant}`,
      variant,
      action: { label: 'Do it', eventId: 'x' },
    });
  }
  await agent.act({
    type: 'notification.show',
    id: 'n',
    title: 'A notification',
    body: 'With a body',
  });
  await agent.open('elsewhere', { monitorId: 'monitor-1' });
}

async function openAs(colorScheme: 'light' | 'dark', width = 1280): Promise<Page> {
  const { page } = await openDesktop(browser, server.link, {
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width, height: 772 },
  });
  return page;
}

describe.sequential('axe', () => {
  it.each(['light', 'dark'] as const)('the empty desktop, %s', async (scheme) => {
    const page = await openAs(scheme);
    await page.getByRole('heading', { name: 'What shall I do?' }).waitFor();
    expect(await violations(page)).toStrictEqual([]);
    await page.context().close();
  });

  it('somebody who is signed out', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${server.origin}/`);
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(await violations(page)).toStrictEqual([]);
    await context.close();
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 320],
  ] as const)('everything at once, %s, %d wide', async (scheme, width) => {
    if (scheme === 'light' && width === 1280) await fill();
    const page = await openAs(scheme, width);
    await windowOf(page, 'panel').waitFor();
    expect(await violations(page)).toStrictEqual([]);
    // A frame, and what is said in its place, has room on any page; a narrow one shows one window at a time.
    if (width < 640) {
      await page.getByRole('button', { name: /^Windows,/ }).click();
      expect(await violations(page)).toStrictEqual([]);
      await page.getByRole('button', { name: /^lost/ }).click();
      await windowOf(page, 'lost').waitFor();
      expect(await violations(page)).toStrictEqual([]);
    }
    const [room = 0] = await page
      .locator('[data-window="monitor-0/lost"] .content')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(room).toBeGreaterThan(150);
    // Nothing has to be scrolled sideways to be read.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('the centre, a menu, and a dialog, %s', async (scheme) => {
    const page = await openAs(scheme);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('complementary').waitFor();
    expect(await violations(page)).toStrictEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu of markdown' }).click();
    await page.getByRole('menu').waitFor();
    expect(await violations(page)).toStrictEqual([]);
    const dialog = {
      type: 'dialog.confirm',
      id: `d-${scheme}`,
      title: 'Sure?',
      message: 'Really?',
      permissionOptions: { showRememberChoice: true, toolName: 'x' },
    };
    await agent.act(dialog);
    await page.getByRole('alertdialog').waitFor();
    expect(await violations(page)).toStrictEqual([]);
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        return page.getByRole('alertdialog').count();
      })
      .toBe(0);
    await page.context().close();
  });
});
