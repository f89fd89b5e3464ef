// Takes a picture of every state of the page and puts them on contact sheets: `npm run states`. All states wide and
// light, narrow and dark, and both in forced colours; the main ones in every size and theme, and in German. Each is checked
// with axe on the way. `LOOKS=wide,german` and `STATES=question` take some of them, and leave the sheets alone.
//
// Single pictures go to `web/.states`, which is not kept; the sheets and their list go to `docs/images`.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDesktop, startBrowser, violations } from './browser';
import { edgeStates } from './edge-states';
import { moreStates } from './more-states';
import { rareStates } from './rare-states';
import { Server } from './server';
import { tidyUp, type Stage } from './stage';
import { states, type State } from './states';

const singles = path.resolve(import.meta.dirname, '../.states');
const sheets = path.resolve(import.meta.dirname, '../../docs/images');

/** How a page looks at the states. */
interface Look {
  name: string;
  /** What its sheet shows, in words. */
  words: string;
  width: number;
  height: number;
  dark?: boolean;
  /** The system's colours in place of the page's. */
  forced?: boolean;
  locale?: string;
}

const sizes = { wide: [1440, 900], middle: [1024, 768], narrow: [390, 844], narrowest: [320, 640] } as const;

function look(size: keyof typeof sizes, kind: 'light' | 'dark' | 'german' | 'forced'): Look {
  const [width, height] = sizes[size];
  const more = { light: {}, dark: { dark: true }, german: { locale: 'de-DE' }, forced: { forced: true } }[kind];
  return { name: `${size}-${kind}`, words: `${width} px, ${kind === 'forced' ? 'forced colours' : kind}`, width, height, ...more };
}

const wanted = (name: string): boolean => !process.env.LOOKS || process.env.LOOKS.split(',').some((one) => name.includes(one));
const some = process.env.LOOKS !== undefined || process.env.STATES !== undefined;

const whole = [look('wide', 'light'), look('narrow', 'dark'), look('wide', 'forced'), look('narrow', 'forced')].filter(({ name }) => wanted(name));
const further = (Object.keys(sizes) as (keyof typeof sizes)[])
  .flatMap((size) => (['light', 'dark', 'german'] as const).map((kind) => look(size, kind)))
  .filter(({ name }) => wanted(name) && !['wide-light', 'narrow-dark'].includes(name));

/** The states that show the most of the page. */
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
  'the page behind a link',
]);
const all: State[] = [...states, ...moreStates, ...rareStates, ...edgeStates].filter(
  ({ name }) => !process.env.STATES || name.includes(process.env.STATES),
);

it('there are as many states as promised, each under its own name', () => {
  if (process.env.STATES) return;
  expect(new Set(all.map(fileOf)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(75);
  const known = new Set(all.map(({ name }) => name));
  expect([...main].filter((name) => !known.has(name))).toStrictEqual([]);
});

describe.each([
  ['every state', whole, all],
  ['the main states', further, all.filter(({ name }) => main.has(name))],
] as const)('%s', (_, looks, shown) => {
  if (looks.length === 0) return;
  let stage: Stage;
  let browser: Browser;
  const pages = new Map<string, { page: Page; context: BrowserContext }>();

  beforeAll(async () => {
    const server = await Server.start();
    browser = await startBrowser('--font-render-hinting=none');
    stage = { server, browser, agent: await server.agent('painter') };
    for (const each of looks) {
      if (!some) await rm(path.join(singles, each.name), { recursive: true, force: true });
      await mkdir(path.join(singles, each.name), { recursive: true });
      const opened = await openDesktop(browser, server.link, {
        viewport: { width: each.width, height: each.height },
        ...media(each),
        locale: each.locale ?? 'en-US',
      });
      opened.context.setDefaultTimeout(12_000);
      pages.set(each.name, opened);
    }
  });
  afterAll(async () => {
    for (const each of looks) await drawSheet(browser, each, shown, !some);
    if (!some) await writeList();
    await browser?.close();
    await stage?.server.stop();
  });

  it.each(shown)('$name', async (state) => {
    const opened = [...pages.values()].map(({ page }) => page);
    const found: string[] = [];
    try {
      const takeBack = await state.arrange?.(stage, opened[0]!);
      try {
        for (const each of looks) found.push(...(await take(state, each, pages.get(each.name)!.page)));
      } finally {
        await takeBack?.();
      }
    } finally {
      await tidyUp(stage, opened);
    }
    expect(found).toStrictEqual([]);
  });
});

function media(look: Look) {
  return {
    colorScheme: look.dark ? ('dark' as const) : ('light' as const),
    forcedColors: look.forced ? ('active' as const) : ('none' as const),
    reducedMotion: 'reduce' as const,
  };
}

function fileOf(state: State): string {
  return `${state.name.replace(/[^\w]+/g, '-')}.png`;
}

/** Shows a state on one page and takes its picture; returns what is wrong. */
async function take(state: State, look: Look, page: Page): Promise<string[]> {
  const file = path.join(singles, look.name, fileOf(state));
  try {
    // A debugger that leaves, as axe's does, takes what was emulated with it.
    await page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null });
    await page.emulateMedia(media(look));
    if ((await state.show(page)) === false) return [];
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.screenshot({ path: file });
    const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    const found = isDark === (look.dark ?? false) ? [] : ['the wrong theme'];
    // The system's colours have the system's contrast.
    found.push(...(await violations(page, look.forced ? ['color-contrast'] : [])));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > look.width) found.push(`${wide} px wide`);
    return found.map((one) => `${look.name}: ${one}`);
  } catch (error) {
    await page.screenshot({ path: file }).catch(() => undefined);
    return [`${look.name}: ${String(error).slice(0, 300)}`];
  } finally {
    await state.hide?.(page).catch(() => undefined);
  }
}

/** How wide each picture is on a sheet that is kept, and on one to look at. */
const thumbnails = { wide: 300, narrow: 150 };
const readable = { wide: 620, narrow: 250 };
/** How many pictures a sheet to look at has. */
const perSheet = { wide: 6, narrow: 10 };

/** Puts the pictures of a look on one sheet that is kept, and on larger ones beside the pictures. */
async function drawSheet(browser: Browser, look: Look, shown: readonly State[], keep: boolean): Promise<void> {
  const size = look.width > 640 ? 'wide' : 'narrow';
  const cells: { name: string; data: string }[] = [];
  for (const { name, ...state } of shown) {
    const picture = await readFile(path.join(singles, look.name, fileOf({ name, ...state }))).catch(() => undefined);
    if (picture) cells.push({ name, data: picture.toString('base64') });
  }
  if (cells.length === 0) return;
  const page = await browser.newPage();
  const draw = async (some: typeof cells, width: number, total: number): Promise<void> => {
    await page.setViewportSize({ width: total, height: 600 });
    const figures = some.map(
      ({ name, data }) => `<figure><img src="data:image/png;base64,${data}"><figcaption>${name}</figcaption></figure>`,
    );
    await page.setContent(
      `<style>body{margin:12px;display:flex;flex-wrap:wrap;gap:10px;font:11px sans-serif;background:#fff}
       figure{margin:0;width:${width}px}img{width:100%;border:1px solid #ccc}</style>${figures.join('')}`,
    );
  };
  if (keep) {
    await draw(cells, thumbnails[size], 1560);
    const picture = await page.screenshot({ fullPage: true, type: 'jpeg', quality: 50 });
    await writeFile(path.join(sheets, `states-${look.name}.jpg`), picture);
  }
  for (let at = 0; at < cells.length; at += perSheet[size]) {
    await draw(cells.slice(at, at + perSheet[size]), readable[size], 1320);
    await page.screenshot({ fullPage: true, path: path.join(singles, `sheet-${look.name}-${at / perSheet[size]}.png`) });
  }
  await page.close();
}

/** Writes the list of states and sheets. */
async function writeList(): Promise<void> {
  const lines = [
    '# States of the page',
    '',
    '`npm run states` in `web` takes these pictures and checks each state with axe. Do not edit this list.',
    '',
    '## Sheets',
    '',
    ...whole.map(({ name, words }) => `- [Every state, ${words}](states-${name}.jpg)`),
    ...further.map(({ name, words }) => `- [The main states, ${words}](states-${name}.jpg)`),
    '',
    '## States',
    '',
    ...all.map(({ name }) => `- ${name}${main.has(name) ? ' (main)' : ''}`),
    '',
  ];
  await writeFile(path.join(sheets, 'states.md'), lines.join('\n'));
}
