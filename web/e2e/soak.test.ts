// An hour's worth of actions on one page: afterwards it has no more memory, elements and listeners than before. The first
// rounds fill what is bounded (the history, the list of tasks), so they do not count. A long run goes on for an hour, and
// compares the last third of it with the first.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, personally, startBrowser, windowOf, type Watched } from './browser';
import { Server, type Agent } from './server';
import { startTask, stateOf, until } from './tasks';

let server: Server;
let browser: Browser;
let agent: Agent;
let seen: Watched;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser('--enable-precise-memory-info');
  agent = await server.agent('painter');
  seen = await openDesktop(browser, server.link, { reducedMotion: 'reduce' });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

interface Weight {
  /** Megabytes. */
  heap: number;
  nodes: number;
  listeners: number;
}

async function weigh(page: Page): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find((one) => one.name === name)?.value ?? NaN;
  const weight = { heap: value('JSHeapUsedSize') / 1e6, nodes: value('Nodes'), listeners: value('JSEventListeners') };
  await session.detach();
  return weight;
}

/** Everything that agents and people do, once. */
async function round(page: Page, index: number): Promise<void> {
  const id = `w${index % 7}`;
  const key = `monitor-0/${id}`;
  await agent.open(id, { title: `Window ${index}`, content: { renderer: 'markdown', data: `# Round ${index}\n\n${'words '.repeat(200)}` } });
  for (let times = 0; times < 4; times += 1)
    await agent.act({ type: 'window.updateContent', windowId: id, operation: { op: 'append', data: `\n\nline ${times}` } });
  await agent.act({ type: 'toast.show', id: `t${index}`, message: `Toast ${index}` });
  await agent.act({ type: 'notification.show', id: `n${index}`, title: `Notification ${index}`, body: 'x' });
  await windowOf(page, id).waitFor();
  await personally(
    page,
    { type: 'window.move', windowId: key, x: 100 + (index % 50), y: 60 },
    { type: 'window.maximize', windowId: key },
    { type: 'window.restore', windowId: key },
  );
  await agent.act({ type: 'toast.dismiss', id: `t${index}` });
  await agent.act({ type: 'notification.dismiss', id: `n${index}` });
  await agent.act({ type: 'window.close', windowId: id });
  // A dialog takes no answer in its first moment, which would be most of the time of this test.
  if (index % 5 === 0) {
    await agent.act({ type: 'dialog.confirm', id: `d${index}`, title: 'Sure?', message: `Round ${index}` });
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    await until(dialog, () => page.keyboard.press('Escape'));
  }
  if (index % 10 === 0) {
    const task = await startTask(server, `Round ${index}`, 'next', [{ type: 'wait', durationMs: 1 }, { type: 'finish', message: 'Done' }]);
    await expect.poll(() => stateOf(server, task)).toBe('success');
  }
}

/** How long the rounds after the first ones go on, in minutes; without a number there are two more lots of them. */
const minutes = Number(process.env.SOAK_MINUTES ?? (process.env.FINGERTIP_LONG === '1' ? 60 : 0));

/** The middle value of each figure: one reading may catch what is about to be collected. */
function typical(weights: Weight[]): Weight {
  const middle = (name: keyof Weight): number =>
    weights.map((one) => one[name]).toSorted((a, b) => a - b)[Math.floor(weights.length / 2)] ?? NaN;
  return { heap: middle('heap'), nodes: middle('nodes'), listeners: middle('listeners') };
}

it('the heap, the elements and the listeners are flat', async () => {
  const { page } = seen;
  const weights: Weight[] = [];
  let index = 0;
  const lot = async (rounds: number): Promise<void> => {
    for (const end = index + rounds; index < end; index += 1) await round(page, index);
    await expect.poll(() => page.locator('[data-window]').count()).toBe(0);
    await expect.poll(() => page.locator('.toast, .passing').count(), { timeout: 30_000 }).toBe(0);
    weights.push(await weigh(page));
  };
  await lot(80);
  const end = performance.now() + minutes * 60_000;
  while (weights.length < 3 || performance.now() < end) await lot(25);
  const counted = weights.slice(1);
  const third = Math.max(1, Math.floor(counted.length / 3));
  const before = typical(counted.slice(0, third));
  const after = typical(counted.slice(-third));
  const told = JSON.stringify(weights);
  // Twenty-five rounds are about 320 changes: a leak of one window's content would be half a megabyte. In an hour there
  // are thousands of rounds, and a leak is that much larger, but the limits are the same.
  expect(after.heap - before.heap, told).toBeLessThan(0.35);
  expect(after.nodes - before.nodes, told).toBeLessThan(100);
  expect(after.listeners - before.listeners, told).toBeLessThan(10);
  console.log(`the page after ${index} rounds: ${told}`);
  expect(seen.trouble).toStrictEqual([]);
}, 600_000 + minutes * 60_000);
