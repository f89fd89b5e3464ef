// Two people at pages of different sizes: what one arranges on the smaller page moves nothing on the other, and a window
// that moves for everyone moves on both. A long run has them work for ten minutes.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { openDesktop, startBrowser, windowOf, type Watched } from './browser';
import { Server, type Agent } from './server';

let server: Server;
let browser: Browser;
let agent: Agent;
let large: Watched;
let small: Watched;

const names = ['a', 'b', 'c', 'd'];
/** One in each corner, so that no title bar is covered. */
const places = [
  { x: 40, y: 30, w: 420, h: 240 },
  { x: 980, y: 30, w: 420, h: 240 },
  { x: 40, y: 520, w: 420, h: 240 },
  { x: 960, y: 500, w: 440, h: 240 },
];
/** How long they work: a few rounds in the suite, ten minutes in a long run. */
const work = process.env.FINGERTIP_LONG === '1' ? { rounds: Infinity, ms: 600_000 } : { rounds: 8, ms: Infinity };

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent('painter');
  large = await openDesktop(browser, server.link, { viewport: { width: 1440, height: 900 } });
  await size(1440);
  for (const [index, name] of names.entries()) await agent.open(name, { bounds: places[index] });
  small = await openDesktop(browser, server.link, { viewport: { width: 1000, height: 700 } });
  for (const name of names) await windowOf(small.page, name).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Waits until the desktop has this width. */
async function size(width: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const answer = await server.request('GET', '/api/desktop', server.token);
      const { monitors } = (await answer.json()) as { monitors: { viewport: { w: number } }[] };
      expect(monitors[0]?.viewport.w).toBe(width);
    },
    { timeout: 20_000, interval: 50 },
  );
}

type Boxes = Record<string, { x: number; y: number; width: number; height: number } | null>;

async function boxes(page: Page): Promise<Boxes> {
  const found: Boxes = {};
  for (const name of names) found[name] = await windowOf(page, name).boundingBox();
  return found;
}

async function drag(page: Page, name: string, dx: number, dy: number): Promise<void> {
  const title = (await windowOf(page, name).locator('.title-bar').boundingBox())!;
  const from = { x: title.x + 40, y: title.y + title.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + dx / 2, from.y + dy / 2);
  await page.mouse.move(from.x + dx, from.y + dy);
  await page.mouse.up();
}

it('the smaller page shows every window whole', async () => {
  for (const box of Object.values(await boxes(small.page))) {
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(1000);
    expect(box!.y + box!.height).toBeLessThanOrEqual(700);
  }
});

/** Maximises a window on this page, checks, and restores it. */
async function fill(page: Page, name: string, check: () => Promise<void>): Promise<void> {
  const press = (label: string) => windowOf(page, name).getByRole('button', { name: `${label} ${name}` }).click();
  await press('Maximise');
  await windowOf(page, name).getByRole('button', { name: `Restore ${name}` }).waitFor();
  await check();
  await press('Restore');
}

it('work on one page leaves the other as it is', { timeout: 720_000 }, async () => {
  await small.page.bringToFront();
  await size(1440);
  let before = await boxes(large.page);
  const end = Date.now() + work.ms;
  for (let round = 0; round < work.rounds && Date.now() < end; round += 1) {
    const name = names[round % names.length]!;
    const mine = (await windowOf(small.page, name).boundingBox())!;
    await drag(small.page, name, mine.x > 300 ? -60 : 60, mine.y > 200 ? -40 : 40);
    await expect.poll(() => windowOf(small.page, name).boundingBox()).not.toStrictEqual(mine);
    expect(await boxes(large.page)).toStrictEqual(before);

    // The other person moves another window for everyone, to and fro: only that one moves on the smaller page.
    const at = (round + 1) % names.length;
    const other = names[at]!;
    const here = await boxes(small.page);
    const inwards = Math.floor(round / names.length) % 2 === 0 ? 1 : -1;
    await drag(large.page, other, (at % 2 === 0 ? 50 : -50) * inwards, (at < 2 ? 30 : -30) * inwards);
    await expect.poll(() => windowOf(large.page, other).boundingBox()).not.toStrictEqual(before[other]);
    await expect.poll(() => windowOf(small.page, other).boundingBox()).not.toStrictEqual(here[other]);
    before = await boxes(large.page);
    const moved = await boxes(small.page);
    expect({ ...moved, [other]: null }).toStrictEqual({ ...here, [other]: null });
    if (round % 3 !== 2) continue;

    // One of them fills the page for a moment.
    await fill(small.page, name, async () => expect(await boxes(large.page)).toStrictEqual(before));
    await expect.poll(() => boxes(small.page)).toStrictEqual(moved);
    await fill(large.page, name, async () => {
      await expect.poll(async () => (await windowOf(small.page, name).boundingBox())?.width).toBe(1000);
      expect({ ...(await boxes(small.page)), [name]: null }).toStrictEqual({ ...moved, [name]: null });
    });
    await expect.poll(() => boxes(large.page)).toStrictEqual(before);
    // The smaller page still knows where it had it.
    await expect.poll(() => boxes(small.page)).toStrictEqual(moved);
  }
});

it('a window is maximised, snapped and restored on one page only', async () => {
  const [name, other] = [names[0]!, names[1]!];
  const theirs = await boxes(large.page);
  const mine = await boxes(small.page);
  const onSmall = (label: string) => windowOf(small.page, name).getByRole('button', { name: `${label} ${name}` });
  await onSmall('Maximise').click();
  await expect.poll(async () => (await windowOf(small.page, name).boundingBox())?.width).toBe(1000);
  expect(await boxes(large.page)).toStrictEqual(theirs);
  await windowOf(large.page, name).getByRole('button', { name: `Maximise ${name}` }).waitFor();
  // The other person maximises another one for everyone; here it can be restored without them.
  await windowOf(large.page, other).getByRole('button', { name: `Maximise ${other}` }).click();
  await expect.poll(async () => (await windowOf(small.page, other).boundingBox())?.width).toBe(1000);
  await windowOf(small.page, other).getByRole('button', { name: `Restore ${other}` }).click();
  await expect.poll(async () => (await windowOf(small.page, other).boundingBox())?.width).toBeLessThan(1000);
  expect((await windowOf(large.page, other).boundingBox())?.width).toBe(1440);
  await windowOf(large.page, other).getByRole('button', { name: `Restore ${other}` }).click();
  await expect.poll(() => boxes(large.page)).toStrictEqual(theirs);
  await windowOf(small.page, name).locator('.title').click();
  await onSmall('Restore').click();
  await expect.poll(() => boxes(small.page)).toStrictEqual(mine);
});

it('when the larger page leaves, the desktop is as large as the other', async () => {
  await large.context.close();
  await small.page.bringToFront();
  await small.page.evaluate(() => dispatchEvent(new Event('focus')));
  await size(1000);
});
