// Accessibility: axe finds no violation in any state of the page, at any width in light, at a wide and a narrow one in
// dark and in forced colours, and nothing needs horizontal scrolling. Colours and layout are styled independently of each
// other, so not every pair of them is checked. A long run (`cargo xtask soak`) checks the rarer states, too.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, violations, type Watched } from './browser';
import { edgeStates } from './edge-states';
import { moreStates } from './more-states';
import { rareStates } from './rare-states';
import { Server } from './server';
import { tidyUp, type Stage } from './stage';
import { states, type State } from './states';

/** Each size, and the colours it is checked in beside light. */
const sizes = [
  { width: 1440, height: 900, also: 'dark' },
  { width: 1024, height: 768, also: 'forced' },
  { width: 390, height: 844, also: 'dark' },
  { width: 320, height: 640, also: 'forced' },
] as const;
const colours = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { forcedColors: 'active' },
} as const;

let stage: Stage;
let browser: Browser;
let pages: (readonly [string, Watched])[];

beforeAll(async () => {
  const server = await Server.start();
  browser = await startBrowser();
  stage = { server, browser, agent: await server.agent('painter') };
  pages = await Promise.all(
    Object.entries(colours).map(async ([name, colour]) => {
      const options = { ...colour, reducedMotion: 'reduce' } as const;
      return [name, await openDesktop(browser, server.link, options)] as const;
    }),
  );
});
afterAll(async () => {
  await browser?.close();
  await stage?.server.stop();
});

/** Returns what is wrong with the current page. */
async function wrong(page: Page, width: number): Promise<string[]> {
  // Waits for fade-ins to finish.
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => {
      const { endTime } = one.effect?.getComputedTiming() ?? {};
      return one.playState !== 'running' || endTime === Infinity;
    }),
  );
  const found = await violations(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  return wide > width ? [...found, `${wide} px wide`] : found;
}

/**
 * Resizes all pages, and waits until the surface is about as large as they are. About, because the bars of the three
 * differ by their borders.
 */
async function resize({ width, height }: { width: number; height: number }): Promise<void> {
  await Promise.all(pages.map(([, { page }]) => page.setViewportSize({ width, height })));
  await Promise.all(
    pages.map(([, { page }]) =>
      page.waitForFunction(() => {
        const surface = document.querySelector<HTMLElement>('.surface');
        return !surface || surface.getBoundingClientRect().width > surface.offsetWidth * 0.95;
      }),
    ),
  );
}

/** Arranges a state and checks it in these sizes. */
async function check(state: State, wanted: readonly (typeof sizes)[number][] = sizes): Promise<void> {
  const found: string[] = [];
  const takeBack = await state.arrange?.(stage, pages[0]![1].page);
  for (const size of wanted) {
    await resize(size);
    await Promise.all(
      pages.map(async ([colour, { page }]) => {
        if (colour !== 'light' && colour !== size.also) return;
        // A debugger that leaves, as axe's does, takes what was emulated with it.
        await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
        await page.emulateMedia({ reducedMotion: 'reduce', ...colours[colour as keyof typeof colours] });
        if ((await state.show(page)) === false) return;
        for (const one of await wrong(page, size.width)) found.push(`${size.width} ${colour}: ${one}`);
        await state.hide?.(page);
      }),
    );
  }
  await takeBack?.();
  expect(found).toStrictEqual([]);
}

it.each(states)('$name', (state) => check(state));

/** The other states, each in one size: only in a long run, because they take minutes. */
const others = process.env.FINGERTIP_LONG === '1' ? [...moreStates, ...rareStates, ...edgeStates] : [];
it.each(others.map((state, at) => ({ ...state, size: sizes[at % sizes.length]! })))(
  '$name, at $size.width px',
  async ({ size, ...state }) => {
    try {
      await check(state, [size]);
    } finally {
      await tidyUp(stage, pages.map(([, { page }]) => page));
    }
  },
  180_000,
);

it('somebody who is signed out', async () => {
  const found: string[] = [];
  for (const [name, colour] of Object.entries(colours)) {
    const context = await browser.newContext(colour);
    const page = await context.newPage();
    await page.goto(`${stage.server.origin}/`);
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    for (const { width, height, also } of sizes) {
      if (name !== 'light' && name !== also) continue;
      await page.setViewportSize({ width, height });
      for (const one of await wrong(page, width)) found.push(`${width} ${name}: ${one}`);
    }
    await context.close();
  }
  expect(found).toStrictEqual([]);
});
