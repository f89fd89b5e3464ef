// What the page costs: hundreds of windows, a drag among them, text that grows, the first load, memory.

import type { Browser, Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startBrowser, windowOf } from '../e2e/browser';
import { firstLoad } from '../e2e/first-load';
import { Server, type Agent } from '../e2e/server';
import { isCovered } from '../src/windows/covering';
import { openMeasured } from './desktop';
import { figure, percentile, table } from './figures';
import { costOfMoves, stretches } from './trace';

let server: Server;
let browser: Browser;
let agent: Agent;
let page: Page;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser('--enable-precise-memory-info');
  agent = await server.agent('painter');
  ({ page } = await openMeasured(browser, server.link));
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

/** The windows of whose content something is not covered by other windows. */
async function contentsInSight(): Promise<string[]> {
  const windows = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-window]')].map((element) => {
      const bounds = (of: Element) => {
        const { x, y, width, height } = of.getBoundingClientRect();
        return { x, y, w: width, h: height };
      };
      return {
        key: element.dataset.window ?? '',
        z: Number(element.style.zIndex),
        frame: bounds(element),
        content: bounds(element.querySelector('.content')!),
      };
    }),
  );
  const covers = ({ z }: { z: number }) => windows.filter((other) => other.z > z).map(({ frame }) => frame);
  return windows.filter((one) => !isCovered(one.content, covers(one))).map(({ key }) => key);
}

/** How many of these windows show their text. */
const drawn = (keys: string[]): Promise<number> =>
  page.evaluate(
    (keys) =>
      keys.filter((key) => document.querySelector(`[data-window="${key}"] .content`)?.textContent?.trim()).length,
    keys,
  );

/** How many windows the accessibility tree lists: what a screen reader and its keys reach. */
async function listed(): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId: root.nodeId, role: 'region' });
  await session.detach();
  return nodes.filter(({ ignored, name }) => !ignored && /^w\d+\b/.test(String(name?.value))).length;
}

async function heap(): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1e6;
}

it('the first load', async () => {
  const { code, font } = await firstLoad(server.origin);
  figure('first load, compressed: page, scripts, styles', code / 1000, 'kB', 120);
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
    figure(`${many} windows: until all were shown`, performance.now() - begin, 'ms', 2000);
    await expect.poll(listed).toBe(many);
    figure(`${many} windows: until a screen reader lists all`, performance.now() - begin, 'ms', 2000);
    const inSight = await contentsInSight();
    await expect.poll(() => drawn(inSight)).toBe(inSight.length);
    figure(`${many} windows: until the ${inSight.length} in sight are drawn`, performance.now() - begin, 'ms', 2000);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  });
  figure(`${many} windows: longest task`, busy[0]?.passed ?? NaN, 'ms', 50);
  figure(`${many} windows: longest task, as the thread ran`, Math.max(...busy.map(({ ran }) => ran)), 'ms', 50);
  figure(`${many} windows: tasks over 50 ms`, busy.filter(({ passed }) => passed > 50).length, '', 1);
  figure(`${many} windows: tasks over 50 ms, as the thread ran`, busy.filter(({ ran }) => ran > 50).length, '', 1);
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

it('all of them are found by the keyboard', async () => {
  const busy = await stretches(browser, page, async () => {
    const begin = performance.now();
    await page.keyboard.press('Control+Alt+w');
    const cards = page.getByRole('dialog').getByRole('listitem');
    await expect.poll(() => cards.count()).toBe(many);
    figure(`overview of ${many} windows: until all are listed`, performance.now() - begin, 'ms', 2000);
    await page.keyboard.type(`w${many - 1}`);
    await expect.poll(() => cards.count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
  figure(`overview of ${many} windows: longest task, as the thread ran`, Math.max(...busy.map(({ ran }) => ran)), 'ms');
});

it('a drag among them', async () => {
  // Of eight senders, any may have been the last.
  await agent.act({ type: 'window.focus', windowId: `w${many - 1}` });
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
  const costs = await costOfMoves(browser, page, async () => {
    for (let step = 0; !finished; step += 1)
      await page.mouse.move(400 + 200 * Math.cos(step / 20), 300 + 150 * Math.sin(step / 20));
  });
  await page.mouse.up();
  const times = await frames;
  const gaps = times.slice(1).map((time, index) => time - times[index]!);
  figure('drag: a frame, median', percentile(gaps, 0.5), 'ms');
  figure('drag: a frame, 95th percentile', percentile(gaps, 0.95), 'ms', 33);
  figure('drag: main thread for a move, median', percentile(costs, 0.5), 'ms');
  figure('drag: main thread for a move, 95th percentile', percentile(costs, 0.95), 'ms', 8);
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
  // The page notes when it has drawn the begin and the end of each text, by the clock that the sender has too.
  await page.evaluate(() => {
    const begun: Record<string, number> = {};
    const whole: Record<string, number> = {};
    Object.assign(window, { noted: { begun, whole } });
    const look = (): void => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-window]')) {
        const key = element.dataset.window ?? '';
        if (key in whole) continue;
        const text = element.querySelector('.content')?.textContent ?? '';
        if (text !== '') begun[key] ??= Date.now();
        if (text.includes('THE END')) whole[key] = Date.now();
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const noted = (): Promise<Record<'begun' | 'whole', Record<string, number>>> =>
    page.evaluate(
      () => (window as unknown as { noted: Record<'begun' | 'whole', Record<string, number>> }).noted,
    );
  const sent: Record<string, number> = {};
  const begin = Date.now();
  const busy = await stretches(browser, page, async () => {
    for (let index = 0; index < count; index += 1) {
      const content = { renderer: index % 2 === 0 ? 'markdown' : 'text', data: `${data}THE END` };
      await agent.open(`t${index}`, { ...placed(index), content });
      sent[`monitor-0/t${index}`] = Date.now();
    }
    figure(`${count} windows of 40 KB: until all were sent`, Date.now() - begin, 'ms');
    await expect.poll(async () => Object.keys((await noted()).whole).length).toBe(count);
  });
  const { begun, whole } = await noted();
  const inSight = await contentsInSight();
  const behind = (keys: string[], seen: Record<string, number>): number[] =>
    keys.map((key) => Math.max(0, (seen[key] ?? NaN) - (sent[key] ?? NaN)));
  const every = Object.keys(sent);
  const title = `${count} windows of 40 KB`;
  figure(`${title}: main thread ran`, busy.reduce((sum, { ran }) => sum + ran, 0), 'ms');
  figure(`${title}: longest task, as the thread ran`, Math.max(...busy.map(({ ran }) => ran)), 'ms');
  figure(`${title}: of them in sight at the end`, inSight.length, '');
  figure(`${title}: until those in sight show their text, most`, Math.max(...behind(inSight, begun)), 'ms', 1000);
  figure(`${title}: until all show their text, covered or not, most`, Math.max(...behind(every, begun)), 'ms', 1000);
  figure(`${title}: until the whole text is in the page, median`, percentile(behind(every, whole), 0.5), 'ms');
  figure(`${title}: until the whole text is in the page, most`, Math.max(...behind(every, whole)), 'ms', 1000);
});
