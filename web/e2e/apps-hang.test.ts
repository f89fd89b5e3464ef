// An app that hangs next to others: browsers put sandboxed frames of one site into one process, so it hangs them too.

import type { Browser } from 'playwright-core';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, windowOf, type Watched } from './browser';
import { Server, type Agent } from './server';

let server: Server;
let browser: Browser;
let agent: Agent;
let seen: Watched;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), startBrowser()]);
  agent = await server.agent('maker');
  seen = await openDesktop(browser, server.link);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Puts an app with this script into the data folder. */
async function make(id: string, script: string): Promise<void> {
  const folder = path.join(server.folder, 'apps', id);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'app.json'), JSON.stringify({ name: id, agent: 'maker' }));
  await writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><p id="out">ready</p>` +
      `<script src="fingertip.js"></script><script>${script}</script></html>`,
  );
}

const open = (id: string, x: number) =>
  agent.open(id, {
    bounds: { x, y: 40, w: 380, h: 300 },
    content: { renderer: 'iframe', data: { url: `/apps/${id}/index.html` } },
    requestId: `load-${id}`,
  });
const inside = (id: string) => windowOf(seen.page, id).frameLocator('iframe').frameLocator('iframe');
const said = (id: string) =>
  inside(id)
    .locator('#out')
    .textContent({ timeout: 1_000 })
    .catch(() => 'gone');

it('an app that hangs is loaded again, and those that hung with it come back', { timeout: 120_000 }, async () => {
  await make('first', `out.textContent = 'first';`);
  await make('second', `out.textContent = 'second';`);
  // It keeps its process as long as it can.
  await make('hang', `addEventListener('unload', () => {}); setTimeout(() => { for (;;); }, 300);`);
  await open('first', 20);
  await open('second', 420);
  await expect.poll(() => said('first')).toBe('first');
  await open('hang', 820);
  const window = windowOf(seen.page, 'hang');
  await window.getByText('This app is not responding').waitFor();
  await make('hang', `out.textContent = 'mended';`);
  await window.getByRole('button', { name: 'Reload the app' }).click();
  await expect.poll(() => said('hang')).toBe('mended');
  for (const id of ['first', 'second']) await expect.poll(() => said(id)).toBe(id);
  expect(await seen.page.getByText('does not answer').count()).toBe(0);
});

it('an app that only reported an error leaves the others alone', async () => {
  await make('counter', `let n = 0; setInterval(() => { n += 1; out.textContent = String(n); }, 50);`);
  await make('faulty', `setTimeout(() => { throw new Error('no'); });`);
  await open('counter', 20);
  await open('faulty', 420);
  await expect.poll(async () => Number(await said('counter'))).toBeGreaterThan(20);
  const window = windowOf(seen.page, 'faulty');
  await window.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => said('faulty')).toBe('ready');
  expect(Number(await said('counter'))).toBeGreaterThan(20);
});
