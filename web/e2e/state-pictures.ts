// Takes a picture of every state of the page and puts them on contact sheets: `npm run states`. All states wide and
// light and narrow and dark; the main ones in further sizes, and in German. Each is checked with axe on the way.
//
// Single pictures go to `web/.states`, which is not kept; the sheets go to `docs/images`.

import type { Browser, Page } from 'playwright-core';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, violations } from './browser';
import { moreStates } from './more-states';
import { rareStates } from './rare-states';
import { Server } from './server';
import type { Stage } from './stage';
import { states, type State } from './states';

const singles = path.resolve(import.meta.dirname, '../.states');
const sheets = path.resolve(import.meta.dirname, '../../docs/images');

/** How a page looks at the states. */
interface Look {
  name: string;
  width: number;
  height: number;
  dark?: boolean;
  locale?: string;
  /** Only the main states. */
  main?: boolean;
}

const looks: Look[] = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 390, height: 844, dark: true },
  { name: 'wide-dark', width: 1440, height: 900, dark: true, main: true },
  { name: 'middle', width: 1024, height: 768, main: true },
  { name: 'narrow-light', width: 390, height: 844, main: true },
  { name: 'narrowest', width: 320, height: 640, main: true },
  { name: 'german', width: 1440, height: 900, locale: 'de-DE', main: true },
  { name: 'german-narrow', width: 390, height: 844, locale: 'de-DE', main: true },
].filter(({ name }) => !process.env.LOOKS || process.env.LOOKS.split(',').includes(name));

/** The states that are reached without naming a text of the page, and show the most of it. */
const main = new Set([
  'first run',
  'toasts and a notification',
  'windows of every renderer',
  'a dialog',
  'a question: a yes',
  'a question: words',
  'a question: a choice',
  'a question: 2fa',
  'a question: camera',
  'a question: location',
  'a question: files',
  'the part assistant',
  'the part tasks',
  'the part phones',
  'the part agents',
  'the part permissions',
  'the part settings',
  'what can be asked for',
  'a task: running',
  'a task: paused',
  'a task: failed',
]);
const all: State[] = [...states, ...moreStates, ...rareStates].filter(
  ({ name }) => !process.env.STATES || name.includes(process.env.STATES),
);

let stage: Stage;
let browser: Browser;
const pages = new Map<string, Page>();

beforeAll(async () => {
  const server = await Server.start();
  browser = await startBrowser('--font-render-hinting=none');
  stage = { server, browser, agent: await server.agent('painter') };
  for (const look of looks) {
    await mkdir(path.join(singles, look.name), { recursive: true });
    const { page, context } = await openDesktop(browser, server.link, {
      viewport: { width: look.width, height: look.height },
      colorScheme: look.dark ? 'dark' : 'light',
      locale: look.locale ?? 'en-US',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(12_000);
    pages.set(look.name, page);
  }
});
afterAll(async () => {
  if (!process.env.STATES) for (const look of looks) await sheet(look);
  await browser?.close();
  await stage?.server.stop();
});

const fileOf = (state: State): string => `${state.name.replace(/[^\w]+/g, '-')}.png`;

/** Shows a state on one page and takes its picture; returns what is wrong. */
async function take(state: State, look: Look): Promise<string[]> {
  const page = pages.get(look.name)!;
  try {
    // A debugger that leaves, as axe's does, takes what was emulated with it.
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
    await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light', reducedMotion: 'reduce' });
    if ((await state.show(page)) === false) return [];
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.screenshot({ path: path.join(singles, look.name, fileOf(state)) });
    const found = await violations(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > look.width) found.push(`${wide} px wide`);
    return found.map((one) => `${look.name}: ${one}`);
  } catch (error) {
    await page.screenshot({ path: path.join(singles, look.name, fileOf(state)) }).catch(() => undefined);
    return [`${look.name}: ${String(error).slice(0, 300)}`];
  } finally {
    await state.hide?.(page).catch(() => undefined);
  }
}

it.each(all)('$name', async (state) => {
  const first = pages.values().next().value;
  const takeBack = await state.arrange?.(stage, first!);
  const found: string[] = [];
  for (const look of looks)
    if (!look.main || main.has(state.name)) found.push(...(await take(state, look)));
  await takeBack?.();
  expect(found).toStrictEqual([]);
});

/** Puts the pictures of a look on one sheet. */
async function sheet(look: Look): Promise<void> {
  const width = look.width > 640 ? 300 : 150;
  const cells: string[] = [];
  for (const state of all) {
    const picture = await readFile(path.join(singles, look.name, fileOf(state))).catch(() => undefined);
    if (picture)
      cells.push(`<figure><img src="data:image/png;base64,${picture.toString('base64')}"><figcaption>${state.name}</figcaption></figure>`);
  }
  if (cells.length === 0) return;
  const page = await browser.newPage({ viewport: { width: 1560, height: 900 } });
  await page.setContent(
    `<style>body{margin:12px;display:flex;flex-wrap:wrap;gap:10px;font:11px sans-serif;background:#fff}
     figure{margin:0;width:${width}px}img{width:100%;border:1px solid #ccc}</style>${cells.join('')}`,
  );
  const picture = await page.screenshot({ fullPage: true, type: 'jpeg', quality: 50 });
  await writeFile(path.join(sheets, `states-${look.name}.jpg`), picture);
  await page.close();
}
