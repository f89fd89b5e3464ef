// “What can you do?” is answered with a page, and every line of it is a request that works, in every language.

import type { Browser, Page } from 'playwright-core';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { abilities } from '../src/guides/abilities';
import { violations } from './axe';
import { run } from './binary';
import { askBar, openDesktop, startBrowser } from './browser';
import { Server } from './server';

const texts = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../src/words/${language}.json`), 'utf8')) as Record<string, string>;
const requests = abilities.flatMap((group) => group.requests);

it.each([
  ['en', requests],
  ['de', requests.map((request) => texts('de')[request] ?? '')],
])('the planner understands every line in %s without a question', (language, lines) => {
  const { stdout, status } = run(['plan', '-'], `${lines.join('\n')}\n`);
  expect(status).toBe(0);
  const plans = stdout.trim().split('\n').map((line) => JSON.parse(line) as Plan);
  expect(plans.length).toBe(lines.length);
  const wrong = lines.filter((_, at) => {
    const plan = plans[at]!;
    return plan.intent === 'unknown' || plan.steps.length === 0 || plan.confidence < 0.9 || plan.metadata.language !== language;
  });
  expect(wrong).toStrictEqual([]);
});

interface Plan {
  intent: string;
  confidence: number;
  steps: unknown[];
  metadata: { language?: string };
}

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'What can you do?' });

it.each([
  [1280, 772],
  [320, 640],
])('who asks gets the page at %i px, and a line goes into the command bar', async (width, height) => {
  const { page, context, trouble } = await openDesktop(browser, server.link, { viewport: { width, height } });
  const home = page.getByRole('form', { name: 'Ask', exact: true }).getByRole('combobox');
  await home.fill('What can you do?');
  await home.press('Enter');
  await dialog(page).waitFor();
  expect(await violations(page)).toStrictEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await dialog(page).getByRole('button', { name: 'Set a timer for 5 minutes' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => home.inputValue()).toBe('Set a timer for 5 minutes');
  await expect.poll(() => home.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.locator('.task-card').count()).toBe(0);
  expect(trouble).toStrictEqual([]);
  await context.close();
});

it('the command and the button lead there too, and from there to a model', async () => {
  const { page, context } = await openDesktop(browser, server.link);
  await askBar(page).fill('/what');
  await askBar(page).press('Enter');
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'What can you do?' }).click();
  await dialog(page).getByRole('button', { name: 'Add a model' }).click();
  await page.getByRole('dialog', { name: 'Add a model' }).waitFor();
  await context.close();
});
