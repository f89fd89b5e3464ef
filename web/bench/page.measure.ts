// What the page costs: hundreds of windows, a drag among them, text that grows, the first load, memory.

import type { Browser, Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, windowOf } from '../e2e/browser';
import { firstLoad } from '../e2e/first-load';
import { Server, type Agent } from '../e2e/server';
import { figure, percentile, table } from './figures';
import { stretches } from './trace';

let server: Server;
let browser: Browser;
let agent: Agent;
let page: Page;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser('--enable-precise-memory-info');
  agent = await server.agent('painter');
  ({ page } = await openDesktop(browser, server.link, { viewport: { width: 1440, height: 900 } }));
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  console.log(`\n${table()}\n`);
});

const many = 300;
const placed = (index: number) => ({
  bounds: { x: (index % 20) * 50, y: Math.floor(index / 20) * 34, w: 320, h: 200 },
});
const shown = (): Promise<number> => page.locator('[data-window]').count();

async function heap(): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1e6;
}

it('the first load', async () => {
  const { code, font } = await firstLoad(server.origin);
  figure('first load, compressed: page, scripts, styles', code / 1000, 'kB', 150);
  figure('first load: the font besides', font / 1000, 'kB');
  figure('heap of an empty page', await heap(), 'MB');
});

it('three hundred windows appear', async () => {
  const busy = await stretches(browser, page, async () => {
    const begin = performance.now();
    const all = Array.from({ length: many }, (_, index) => index);
    // Eight senders at once, as fast as the server takes them.
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let index = all.shift(); index !== undefined; index = all.shift())
          await agent.open(`w${index}`, placed(index));
      }),
    );
    const sent = performance.now() - begin;
    await expect.poll(shown).toBe(many);
    figure(`${many} windows: until all were sent`, sent, 'ms');
    figure(`${many} windows: until all were shown`, performance.now() - begin, 'ms');
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  });
  figure(`${many} windows: longest task`, busy[0]?.passed ?? NaN, 'ms', 50);
  figure(`${many} windows: longest task, as the thread ran`, Math.max(...busy.map(({ ran }) => ran)), 'ms', 50);
  figure(`${many} windows: tasks over 50 ms`, busy.filter(({ passed }) => passed > 50).length, '', 1);
  figure(`heap with ${many} windows`, await heap(), 'MB');
});

it('all of them come at once to a page that is loaded again', async () => {
  const busy = await stretches(browser, page, async () => {
    await page.reload();
    await expect.poll(shown).toBe(many);
  });
  figure(`reload with ${many} windows: longest task`, busy[0]?.passed ?? NaN, 'ms', 50);
  figure(`reload with ${many} windows: longest task, as the thread ran`, Math.max(...busy.map(({ ran }) => ran)), 'ms', 50);
});

it('a drag among them', async () => {
  const front = windowOf(page, `w${many - 1}`);
  await page.getByRole('heading', { name: `w${many - 1}`, exact: true }).hover();
  const box = (await front.boundingBox())!;
  const from = { x: box.x + 100, y: box.y + 14 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const times: number[] = [];
        const next = (time: number): void => {
          times.push(time);
          if (times.length < 180) requestAnimationFrame(next);
          else done(times);
        };
        requestAnimationFrame(next);
      }),
  );
  let finished = false;
  void frames.then(() => (finished = true));
  for (let step = 0; !finished; step += 1)
    await page.mouse.move(400 + 200 * Math.cos(step / 20), 300 + 150 * Math.sin(step / 20));
  await page.mouse.up();
  const times = await frames;
  const gaps = times.slice(1).map((time, index) => time - times[index]!);
  figure('drag: a frame, median', percentile(gaps, 0.5), 'ms');
  figure('drag: a frame, 95th percentile', percentile(gaps, 0.95), 'ms', 20);
});

it('the memory of the server, and what is left when all are closed', async () => {
  const pid = server.pid;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const resident = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1000;
  figure(`server's memory with ${many} windows`, resident, 'MB');
  for (let index = 0; index < many; index += 1)
    await agent.act({ type: 'window.close', windowId: `w${index}` });
  await expect.poll(shown).toBe(0);
  figure('heap after all were closed', await heap(), 'MB');
});

it('a hundred and fifty windows of 40 KB', async () => {
  const count = 150;
  const paragraph = 'The quick brown fox jumps over the lazy dog, again and *again*, and `again`.\n\n';
  const data = paragraph.repeat(Math.ceil(40_000 / paragraph.length));
  // The page notes when it has drawn the end of each text, by the clock that the sender has too.
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seen });
    const look = (): void => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-window]')) {
        const key = element.dataset.window ?? '';
        if (!(key in seen) && element.textContent?.includes('THE END')) seen[key] = Date.now();
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const sent: Record<string, number> = {};
  const begin = Date.now();
  const busy = await stretches(browser, page, async () => {
    for (let index = 0; index < count; index += 1) {
      const content = { renderer: index % 2 === 0 ? 'markdown' : 'text', data: `${data}THE END` };
      await agent.open(`t${index}`, { ...placed(index), content });
      sent[`monitor-0/t${index}`] = Date.now();
    }
    figure(`${count} windows of 40 KB: until all were sent`, Date.now() - begin, 'ms');
    await expect
      .poll(() =>
        page.evaluate(() => Object.keys((window as unknown as { seen: object }).seen).length),
      )
      .toBe(count);
  });
  const seen = await page.evaluate(
    () => (window as unknown as { seen: Record<string, number> }).seen,
  );
  const behind = Object.entries(sent).map(([key, time]) => Math.max(0, (seen[key] ?? NaN) - time));
  figure(`${count} windows of 40 KB: behind, median`, percentile(behind, 0.5), 'ms');
  figure(`${count} windows of 40 KB: main thread ran`, busy.reduce((sum, { ran }) => sum + ran, 0), 'ms');
  figure(`${count} windows of 40 KB: longest task, as the thread ran`, Math.max(...busy.map(({ ran }) => ran)), 'ms');
  figure(`${count} windows of 40 KB: behind, most`, Math.max(...behind), 'ms', 1000);
});
