// One truth: pages stay in step after a reload, a crash of the server, and a network outage.

import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { askBar, connected, openDesktop, openIn, startBrowser, windowOf } from './browser';
import { Network } from './proxy';
import { Server, type Agent } from './server';

/** How long the network is gone: short in the suite, half a minute in a long run. */
const outage = process.env.FINGERTIP_LONG === '1' ? 30_000 : 3_000;

let server: Server;
let agent: Agent;
const browsers: Browser[] = [];

async function browse(...flags: string[]): Promise<Browser> {
  const browser = await startBrowser(...flags);
  browsers.push(browser);
  return browser;
}

beforeEach(async () => {
  server = await Server.start();
  agent = await server.agent('writer');
});
afterEach(async () => {
  await Promise.all(browsers.splice(0).map((browser) => browser.close()));
  await server.stop();
});

const textOf = (page: Page) => windowOf(page, 'log').locator('.plain').textContent();
const append = (data: string) =>
  agent.act({ type: 'window.updateContent', windowId: 'log', operation: { op: 'append', data } });
const openLog = () => agent.open('log', { content: { renderer: 'text', data: 'begin' } });

/** Returns what is drawn, as far as it is the same for everyone. */
const drawn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-window]')]
      .map((window) => {
        const { left, top, width, height } = window.getBoundingClientRect();
        return [
          window.dataset.window,
          window.style.zIndex,
          window.innerText,
          left,
          top,
          width,
          height,
        ].join(' ');
      })
      .sort(),
  );

it('two pages show the same, whoever acts, and so does a page that is loaded again', async () => {
  const browser = await browse();
  const one = await openDesktop(browser, server.link);
  const two = await openIn(one.context, `${server.origin}/`);
  await openLog();
  await agent.open('b', { bounds: { x: 500, y: 200, w: 300, h: 200 } });
  await append(' more');
  await windowOf(two.page, 'b').waitFor({ state: 'visible' });
  await two.page.getByRole('button', { name: 'Close b' }).click();
  await windowOf(one.page, 'b').waitFor({ state: 'detached' });
  await expect.poll(() => textOf(one.page)).toBe('begin more');
  await expect
    .poll(async () => (await drawn(one.page)).join())
    .toBe((await drawn(two.page)).join());
  const before = await drawn(one.page);
  await one.page.reload();
  await connected(one.page);
  await expect.poll(() => drawn(one.page)).toStrictEqual(before);
});

it('a server that was killed and started again finds its pages and its windows', async () => {
  const browser = await browse();
  const { page, trouble } = await openDesktop(browser, server.link);
  await openLog();
  await append(' 1');
  await expect.poll(() => textOf(page)).toBe('begin 1');
  await server.kill();
  await page.getByRole('button', { name: 'Try now' }).waitFor({ state: 'visible' });
  // A person's action meanwhile is executed when the server is back.
  await page.getByRole('button', { name: 'Maximise log' }).click();
  await server.restart();
  await connected(page);
  await append(' 2');
  await expect.poll(() => textOf(page), { timeout: 20_000 }).toBe('begin 1 2');
  await expect.poll(() => page.getByRole('button', { name: 'Restore log' }).count()).toBe(1);
  expect(trouble).toStrictEqual([]);
});

it(
  `misses nothing and doubles nothing when the network is cut for ${outage} ms`,
  { timeout: 180_000 },
  async () => {
    const network = await Network.before(server.port);
    // The page still uses the server's own address, which is the only one that the server answers to.
    const browser = await browse(
      `--host-resolver-rules=MAP 127.0.0.1:${server.port} 127.0.0.1:${network.port}`,
    );
    const { page } = await openDesktop(browser, server.link);
    const messages = await agent.events();
    await openLog();
    await agent.open('mine', { bounds: { x: 600, y: 60, w: 300, h: 200 } });
    await windowOf(page, 'mine').waitFor({ state: 'visible' });

    let expected = 'begin';
    let number = 0;
    const write = async () => {
      number += 1;
      expected += ` ${number}`;
      await append(` ${number}`);
    };
    for (let count = 0; count < 20; count += 1) await write();
    await expect.poll(() => textOf(page)).toBe(expected);

    network.sever();
    const field = askBar(page);
    await field.fill('/message said in the tunnel');
    await field.press('Enter');
    const end = Date.now() + outage;
    while (Date.now() < end) await write();
    network.mend();
    for (let count = 0; count < 20; count += 1) await write();

    await expect.poll(() => textOf(page), { timeout: 60_000 }).toBe(expected);
    expect(await messages.next('USER_MESSAGE')).toMatchObject({ text: 'said in the tunnel' });
    // Had it been executed twice, the second would come before this one.
    await field.fill('/message and after it');
    await field.press('Enter');
    expect(await messages.next('USER_MESSAGE')).toMatchObject({ text: 'and after it' });
    messages.close();
    await network.close();
  },
);
