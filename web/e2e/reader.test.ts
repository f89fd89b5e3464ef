// A session of somebody who sees nothing: through the accessibility tree alone, by focus and keys.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, type Watched } from './browser';
import { Server } from './server';
import { startTask, stateOf } from './tasks';
import { Tree } from './tree';

let server: Server;
let browser: Browser;
let seen: Watched;
let tree: Tree;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  seen = await openDesktop(browser, server.link, { reducedMotion: 'reduce' });
  tree = await Tree.of(seen.page);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('nothing that can be operated is without a name', async () => {
  await tree.find('main', 'Desktop');
  expect(await tree.nameless()).toStrictEqual([]);
});

it('a question is heard and answered', async () => {
  const task = await startTask(server, 'Book a table', 'next', [
    { type: 'confirm', message: 'Book at eight?' },
    { type: 'ask_user', question: 'Which name?' },
    { type: 'finish', message: 'All done' },
  ]);
  await tree.find('alertdialog', /Go ahead/);
  await tree.hears(/Book at eight\?/);
  await tree.pressAway('button', /^Yes$/);
  await tree.hears(/Which name\?/);
  await tree.write('textbox', /Your answer/, 'Ada');
  expect((await tree.find('textbox', /Your answer/)).value).toBe('Ada');
  await tree.pressAway('textbox', /Your answer/);
  await expect.poll(() => stateOf(server, task)).toBe('success');
  await tree.hears(/All done/);
});
