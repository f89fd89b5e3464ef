// Every type of action that an agent can send, checked on the page.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, windowOf, type Watched } from './browser';
import { Server, type Agent } from './server';

let server: Server;
let browser: Browser;
let agent: Agent;
let seen: Watched;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent('painter');
  seen = await openDesktop(browser, server.link);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const visible = { state: 'visible' } as const;
const hidden = { state: 'hidden' } as const;

it('takes the token out of the address', () => {
  expect(seen.page.url()).toBe(`${server.origin}/`);
});

it('window.create, setTitle, move, resize, focus, minimize, maximize, restore, close', async () => {
  const { page } = seen;
  await page.getByRole('heading', { name: 'What should I do?' }).waitFor(visible);
  await agent.open('a');
  const a = windowOf(page, 'a');
  await a.getByText('Window a').waitFor(visible);
  await page.getByRole('heading', { name: 'What should I do?' }).waitFor(hidden);

  await agent.act({ type: 'window.setTitle', windowId: 'a', title: 'Renamed' });
  await a.getByRole('heading', { name: 'Renamed' }).waitFor(visible);

  await agent.act({ type: 'window.move', windowId: 'a', x: 200, y: 100 });
  await agent.act({ type: 'window.resize', windowId: 'a', w: 500, h: 300 });
  await expect
    .poll(() => a.boundingBox())
    .toStrictEqual({ x: 200, y: 100, width: 500, height: 300 });

  await agent.open('b');
  const order = () =>
    page.evaluate(() => {
      const z = (id: string) =>
        Number(
          getComputedStyle(document.querySelector(`[data-window="monitor-0/${id}"]`) as Element)
            .zIndex,
        );
      return z('a') > z('b') ? 'a above b' : 'b above a';
    });
  await windowOf(page, 'b').waitFor(visible);
  await expect.poll(order).toBe('b above a');
  await agent.act({ type: 'window.focus', windowId: 'a' });
  await expect.poll(order).toBe('a above b');

  await agent.act({ type: 'window.minimize', windowId: 'a' });
  await a.waitFor(hidden);
  await agent.act({ type: 'window.restore', windowId: 'a' });
  await a.waitFor(visible);
  await agent.act({ type: 'window.maximize', windowId: 'a' });
  await expect.poll(async () => (await a.boundingBox())?.width).toBe(1280);
  await agent.act({ type: 'window.restore', windowId: 'a' });
  await expect.poll(async () => (await a.boundingBox())?.width).toBe(500);
  await agent.act({ type: 'window.close', windowId: 'a' });
  await a.waitFor({ state: 'detached' });
});

it('window.setContent with every renderer', async () => {
  const { page } = seen;
  await agent.open('r');
  const window = windowOf(page, 'r');
  const show = (renderer: string, data: unknown) =>
    agent.act({ type: 'window.setContent', windowId: 'r', content: { renderer, data } });
  await show('markdown', '# Title\n\n- one\n- two');
  await window.getByRole('heading', { name: 'Title' }).waitFor(visible);
  expect(await window.getByRole('listitem').count()).toBe(2);
  await show('html', '<p>some <b>bold</b></p><script>window.__hit = 1</script>');
  await window.locator('b', { hasText: 'bold' }).waitFor(visible);
  await show('text', 'a <b> & c');
  await window.getByText('a <b> & c').waitFor(visible);
  await show('table', {
    headers: ['Name', 'Age'],
    rows: [
      ['Ada', '36'],
      ['Grace', '85'],
    ],
  });
  await window.getByRole('columnheader', { name: 'Age' }).waitFor(visible);
  expect(await window.getByRole('row').count()).toBe(3);
  await show('component', { components: [{ type: 'badge', label: 'new' }] });
  await window.getByText('new').waitFor(visible);
  await show('iframe', 'javascript:alert(1)');
  await window.getByText('This page is not shown:').waitFor(visible);
});

it('every component', async () => {
  const { page } = seen;
  const components = [
    { type: 'button', label: 'Press', action: 'press', variant: 'primary', icon: 'check' },
    { type: 'input', name: 'who', label: 'Who', placeholder: 'a name' },
    { type: 'input', name: 'why', label: 'Why', rows: 3, defaultValue: 'because' },
    {
      type: 'select',
      name: 'size',
      label: 'Size',
      options: [
        { value: 's', label: 'Small' },
        { value: 'l', label: 'Large' },
      ],
      defaultValue: 'l',
    },
    { type: 'text', content: 'A heading', variant: 'heading' },
    { type: 'badge', label: 'Paid', variant: 'success' },
    { type: 'progress', value: 40, label: 'Loading', showValue: true },
    { type: 'image', src: 'https://outside.example/x.png' },
  ];
  await agent.open('c', {
    bounds: { x: 10, y: 10, w: 600, h: 600 },
    content: { renderer: 'component', data: { components, cols: 2 } },
  });
  const window = windowOf(page, 'c');
  await window.getByRole('button', { name: 'Press', exact: true }).waitFor(visible);
  expect(await window.getByLabel('Why').inputValue()).toBe('because');
  expect(await window.getByLabel('Size').inputValue()).toBe('l');
  await window.getByRole('heading', { name: 'A heading' }).waitFor(visible);
  await window.getByText('Paid').waitFor(visible);
  expect(
    await window.getByRole('progressbar', { name: 'Loading' }).getAttribute('aria-valuenow'),
  ).toBe('40');
  await window.getByText('Picture not shown').waitFor(visible);
});

it('window.updateContent: append, prepend, insertAt, replace, clear', async () => {
  const { page } = seen;
  await agent.open('u', { content: { renderer: 'text', data: 'middle' } });
  const text = windowOf(page, 'u').locator('.plain');
  const update = (operation: unknown) =>
    agent.act({ type: 'window.updateContent', windowId: 'u', operation });
  await update({ op: 'append', data: ' end' });
  await expect.poll(() => text.textContent()).toBe('middle end');
  await update({ op: 'prepend', data: 'start ' });
  await expect.poll(() => text.textContent()).toBe('start middle end');
  await update({ op: 'insertAt', data: '!', position: 5 });
  await expect.poll(() => text.textContent()).toBe('start! middle end');
  await update({ op: 'replace', data: 'other' });
  await expect.poll(() => text.textContent()).toBe('other');
  await update({ op: 'clear' });
  await windowOf(page, 'u').getByText('Nothing here yet.').waitFor(visible);
});

it('a growing text keeps its first paragraph on the page', async () => {
  const { page } = seen;
  await agent.open('g', { content: { renderer: 'markdown', data: 'First.\n\nSec' } });
  const window = windowOf(page, 'g');
  await window.getByText('First.').evaluate((element) => element.setAttribute('data-marked', ''));
  await agent.act({
    type: 'window.updateContent',
    windowId: 'g',
    operation: { op: 'append', data: 'ond.\n\nThird.' },
  });
  await window.getByText('Third.').waitFor(visible);
  expect(await window.locator('[data-marked]').textContent()).toBe('First.');
});

it('window.lock and unlock', async () => {
  const { page } = seen;
  await agent.open('l');
  await agent.act({ type: 'window.lock', windowId: 'l', agentId: 'painter' });
  const badge = windowOf(page, 'l').getByRole('button', { name: /locked by painter/ });
  await badge.waitFor(visible);
  await agent.act({ type: 'window.unlock', windowId: 'l', agentId: 'painter' });
  await badge.waitFor({ state: 'detached' });
});

it('window.capture gives a picture of the window, also of a hidden one', async () => {
  await agent.open('p', { content: { renderer: 'markdown', data: '# A picture of me' } });
  for (const hide of [false, true]) {
    if (hide) await agent.act({ type: 'window.minimize', windowId: 'p' });
    const { results } = await agent.act({
      type: 'window.capture',
      windowId: 'p',
      requestId: `shot-${hide}`,
    });
    const png = Buffer.from(String(results?.[0]?.feedback?.png), 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toStrictEqual([400, 260]);
  }
});

it('notification.show and dismiss, toast.show and dismiss, and their history', async () => {
  const { page } = seen;
  await agent.act({
    type: 'notification.show',
    id: 'n',
    title: 'Flight',
    body: 'On time',
    icon: 'calendar',
  });
  const card = page.locator('[data-notification="n"]');
  await card.getByText('On time').waitFor(visible);
  await agent.act({ type: 'notification.dismiss', id: 'n' });
  await card.waitFor({ state: 'detached' });
  await agent.act({ type: 'toast.show', id: 't', message: 'Saved', variant: 'success' });
  const toast = page.locator('[data-toast="t"]');
  await toast.getByText('Saved').waitFor(visible);
  await agent.act({ type: 'toast.dismiss', id: 't' });
  await toast.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const centre = page.getByRole('complementary');
  await centre.getByText('Flight').waitFor(visible);
  await centre.getByText('Saved').waitFor(visible);
  await page.keyboard.press('Escape');
  await centre.waitFor({ state: 'detached' });
});

it('desktop.createShortcut, updateShortcut, removeShortcut', async () => {
  const { page } = seen;
  const shortcut = {
    id: 's',
    label: 'Reports',
    icon: '📁',
    type: 'url',
    target: 'https://example.org',
    createdAt: 1,
  };
  await agent.act({ type: 'desktop.createShortcut', shortcut });
  const item = page.locator('[data-shortcut="s"]');
  await item.getByText('Reports').waitFor(visible);
  await agent.act({
    type: 'desktop.updateShortcut',
    shortcutId: 's',
    updates: { label: 'Figures' },
  });
  await item.getByText('Figures').waitFor(visible);
  await agent.act({ type: 'desktop.removeShortcut', shortcutId: 's' });
  await item.waitFor({ state: 'detached' });
});

it('desktop.refreshApps and app.badge', async () => {
  const { page } = seen;
  const { mkdir, writeFile } = await import('node:fs/promises');
  await mkdir(`${server.folder}/apps/mail`, { recursive: true });
  await writeFile(
    `${server.folder}/apps/mail/app.json`,
    JSON.stringify({ name: 'Mail', icon: '✉️' }),
  );
  await writeFile(
    `${server.folder}/apps/mail/index.html`,
    '<!doctype html><title>Mail</title><h1>Your mail</h1>',
  );
  await agent.act({ type: 'desktop.refreshApps' });
  const app = page.locator('[data-app="mail"]');
  await app.getByText('Mail', { exact: true }).waitFor(visible);
  await agent.act({ type: 'app.badge', appId: 'mail', count: 7 });
  await app.getByText('7', { exact: true }).waitFor(visible);
  await agent.act({ type: 'app.badge', appId: 'mail', count: 0 });
  await app.getByText('7', { exact: true }).waitFor({ state: 'detached' });
});

it('an app in a frame loads, says so, and survives being raised', async () => {
  const { page } = seen;
  const { results } = await agent.open('f', {
    requestId: 'load-f',
    content: { renderer: 'iframe', data: '/apps/mail/index.html' },
  });
  expect(results?.[0]).toMatchObject({ ok: true, feedback: { ok: true } });
  // The app's document is in its own frame inside the wrapper.
  const frame = windowOf(page, 'f').frameLocator('iframe').frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Your mail' }).waitFor(visible);
  let loads = 0;
  page.on('framenavigated', () => (loads += 1));
  await agent.open('over');
  await agent.act({ type: 'window.focus', windowId: 'f' });
  await agent.act({ type: 'window.close', windowId: 'over' });
  await windowOf(page, 'over').waitFor({ state: 'detached' });
  await frame.getByRole('heading', { name: 'Your mail' }).waitFor(visible);
  expect(loads).toBe(0);
  const { results: shot } = await agent.act({
    type: 'window.capture',
    windowId: 'f',
    requestId: 'shot-f',
  });
  expect(shot?.[0]?.feedback).toMatchObject({ ok: true, partial: true });
});

it('an app that draws itself is in the picture of its window; one that answers nonsense is not', async () => {
  const { page } = seen;
  const { mkdir, writeFile } = await import('node:fs/promises');
  const apps = {
    painter: "port.postMessage({ png: canvas.toDataURL('image/png') })",
    liar: "port.postMessage({ png: 'data:image/svg+xml;base64,PHN2Zy8+' })",
    huge: "port.postMessage({ png: 'iVBORw0KGgoAAAANSUhEUgAP//8AD///CAYAAAA=' })",
    thrower: "throw new Error('no')",
  };
  for (const [name, answer] of Object.entries(apps)) {
    await mkdir(`${server.folder}/apps/${name}`, { recursive: true });
    await writeFile(
      `${server.folder}/apps/${name}/index.html`,
      `<!doctype html><title>${name}</title><h1>${name}</h1><script>
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [40, 20];
        const paint = canvas.getContext('2d');
        paint.fillStyle = 'rgb(10, 200, 30)';
        paint.fillRect(0, 0, 40, 20);
        addEventListener('message', (event) => {
          if (event.source !== parent || event.data.type !== 'fingertip.capture') return;
          const port = event.ports[0];
          ${answer};
        });
      </script>`,
    );
    await agent.open(`own-${name}`, {
      requestId: `load-${name}`,
      content: { renderer: 'iframe', data: `/apps/${name}/index.html` },
    });
    const { results } = await agent.act({
      type: 'window.capture',
      windowId: `own-${name}`,
      requestId: `shot-${name}`,
    });
    const feedback = results?.[0]?.feedback;
    const own = name === 'painter';
    expect(feedback, name).toMatchObject({ ok: true });
    expect(feedback?.partial ?? false, name).toBe(!own);
    const middle = await page.evaluate(async (png) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const paint = canvas.getContext('2d');
      paint?.drawImage(image, 0, 0);
      return [...(paint?.getImageData(image.width / 2, image.height / 2, 1, 1).data ?? [])];
    }, String(feedback?.png));
    if (own) expect(middle).toStrictEqual([10, 200, 30, 255]);
    else expect(middle).not.toStrictEqual([10, 200, 30, 255]);
    await agent.act({ type: 'window.close', windowId: `own-${name}` });
  }
  // The one that throws reports in its own frame, which is a page of its own.
  expect(seen.trouble.splice(0).filter((one) => one !== 'error: no')).toStrictEqual([]);
});

it('widgets, panels, frameless windows, styles, monitors', async () => {
  const { page } = seen;
  await agent.open('w', { variant: 'widget' });
  await agent.open('d', {
    variant: 'panel',
    dockEdge: 'top',
    bounds: { x: 0, y: 0, w: 10, h: 60 },
  });
  await agent.open('n', {
    frameless: true,
    windowStyle: { backgroundColor: 'rgb(1, 2, 3)', position: 'fixed' },
  });
  await expect
    .poll(() => windowOf(page, 'd').boundingBox())
    .toStrictEqual({ x: 0, y: 0, width: 1280, height: 60 });
  const style = await windowOf(page, 'n').evaluate((element) => {
    const { backgroundColor, position } = getComputedStyle(element);
    return { backgroundColor, position };
  });
  expect(style).toStrictEqual({ backgroundColor: 'rgb(1, 2, 3)', position: 'absolute' });
  expect(
    await windowOf(page, 'w')
      .getByRole('button', { name: /Minimise/ })
      .count(),
  ).toBe(0);

  await agent.open('other', { monitorId: 'monitor-1' });
  await page.getByRole('button', { name: /^Workspace 2,/ }).click();
  await windowOf(page, 'other', 'monitor-1').waitFor(visible);
  await windowOf(page, 'w').waitFor(hidden);
  await page.getByRole('button', { name: /^Workspace 1,/ }).click();
  await windowOf(page, 'w').waitFor(visible);
});

it('did nothing that no page of ours does', () => {
  expect(seen.foreign).toStrictEqual([]);
  expect(seen.trouble).toStrictEqual([]);
});
