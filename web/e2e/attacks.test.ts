// Several hundred payloads in every field that an agent can fill: nothing runs, nothing is fetched.

import type { Browser } from 'playwright-core';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, windowOf, type Watched } from './browser';
import { Server, type Agent } from './server';

interface Attack {
  name: string;
  payload: string;
  sink: 'html' | 'markdown' | 'text' | 'url' | 'style';
}

const folder = path.resolve(import.meta.dirname, '../../scenarios/attacks');
const attacks = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl'))
  .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n').filter(Boolean))
  .map((line) => JSON.parse(line) as Attack);

let server: Server;
let browser: Browser;
let agent: Agent;
let seen: Watched;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent('mallory');
  seen = await openDesktop(browser, server.link);
  // The payloads call one of these when they run.
  await seen.page.evaluate(() => {
    const hit = () => void ((globalThis as { __hit?: number }).__hit = 1);
    Object.assign(globalThis, { alert: hit, confirm: hit, prompt: hit, print: hit });
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const bounds = { x: 40, y: 40, w: 600, h: 400 };

/** The ways in which one payload reaches the page. Some are rejected, which is as good. */
function ways({ payload }: Attack): Record<string, unknown>[] {
  const show = (renderer: string, data: unknown) => ({
    type: 'window.setContent',
    windowId: 'w',
    content: { renderer, data },
  });
  const property = payload.split(':')[0] ?? '';
  const value = payload.slice(property.length + 1);
  return [
    show('html', payload),
    show('markdown', payload),
    show('markdown', `[x](${payload}) ![y](${payload}) <${payload}>`),
    show(
      'html',
      `<p style="${payload}">styled</p><a href="${payload}">x</a><img src="${payload}">`,
    ),
    show('text', payload),
    show('table', { headers: [payload], rows: [[payload]] }),
    show('iframe', payload),
    show('component', {
      components: [
        { type: 'button', label: payload, action: payload, icon: payload },
        {
          type: 'input',
          name: payload,
          label: payload,
          placeholder: payload,
          defaultValue: payload,
        },
        { type: 'select', name: payload, options: [{ value: payload, label: payload }] },
        { type: 'text', content: payload },
        { type: 'badge', label: payload },
        { type: 'progress', value: 1, label: payload },
        { type: 'image', src: payload, width: payload },
      ],
    }),
    { type: 'window.setTitle', windowId: 'w', title: payload },
    {
      type: 'window.create',
      windowId: 's',
      replace: true,
      title: payload,
      bounds,
      content: { renderer: 'text', data: 'styled' },
      windowStyle: {
        [property.trim() || 'color']: value,
        background: payload,
        backgroundImage: value,
      },
    },
    { type: 'toast.show', id: 't', message: payload, action: { label: payload, eventId: 'x' } },
    { type: 'notification.show', id: 'n', title: payload, body: payload, icon: payload },
    {
      type: 'desktop.createShortcut',
      shortcut: {
        id: 'k',
        label: payload,
        icon: payload,
        iconType: 'image',
        type: 'url',
        target: payload,
        createdAt: 1,
      },
    },
    {
      type: 'desktop.updateShortcut',
      shortcutId: 'k',
      updates: { label: payload, icon: payload, target: payload },
    },
  ];
}

it(`there are enough of them (${attacks.length})`, () => {
  expect(attacks.length).toBeGreaterThan(300);
});

it('nothing runs and nothing is fetched from outside', { timeout: 600_000 }, async () => {
  const { page, foreign, trouble } = seen;
  await agent.act({
    type: 'window.create',
    windowId: 'w',
    title: 'w',
    bounds,
    content: { renderer: 'text', data: '' },
  });
  const tell = (): string[] => [...foreign.map((url) => `fetched ${url}`), ...trouble];
  const guilty: string[] = [];
  let carriedOut = 0;
  /** Tries them one after the other, and returns what happened that should not have. */
  const happened = async (group: Attack[]): Promise<string> => {
    for (const attack of group) {
      const answers = await Promise.all(ways(attack).map((action) => agent.try(action)));
      for (const { status } of answers) {
        // Rejected for its content (422, 400) is as good as harmless; rejected for its number is no test.
        expect([200, 400, 422]).toContain(status);
        if (status === 200) carriedOut += 1;
      }
    }
    number += 1;
    const data = `after ${number}`;
    await agent.act({
      type: 'window.setContent',
      windowId: 'w',
      content: { renderer: 'text', data },
    });
    await windowOf(page, 'w').getByText(data, { exact: true }).waitFor();
    const hit = await page.evaluate(() => {
      const world = globalThis as { __hit?: number };
      const was = world.__hit;
      delete world.__hit;
      return was !== undefined;
    });
    const told = [hit ? 'it ran' : '', ...tell()].filter(Boolean).join('; ');
    foreign.length = trouble.length = 0;
    return told;
  };
  let number = 0;
  const size = 10;
  for (let from = 0; from < attacks.length; from += size) {
    const group = attacks.slice(from, from + size);
    if ((await happened(group)) === '') continue;
    // One of these did: try them one at a time to name it.
    for (const attack of group) {
      const told = await happened([attack]);
      if (told !== '') guilty.push(`${attack.name}: ${told}`);
    }
  }
  expect(carriedOut).toBeGreaterThan(attacks.length * 5);
  expect(guilty).toStrictEqual([]);
});

it('a frame of a foreign page is sandboxed and says nothing of where it is shown', async () => {
  const { page, foreign } = seen;
  await agent.act({
    type: 'window.setContent',
    windowId: 'w',
    content: {
      renderer: 'iframe',
      data: {
        url: 'https://outside.example/',
        sandbox: 'allow-scripts allow-same-origin allow-top-navigation',
      },
    },
  });
  const frame = windowOf(page, 'w').locator('iframe');
  await frame.waitFor({ state: 'attached' });
  expect(await frame.getAttribute('sandbox')).not.toMatch(/top-navigation/);
  expect(await frame.getAttribute('referrerpolicy')).toBe('no-referrer');
  await expect.poll(() => foreign).toStrictEqual(['https://outside.example/']);
});
