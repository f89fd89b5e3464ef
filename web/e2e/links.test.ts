// The link to a question, on another device: opened twice, answered twice, opened too late, and never there.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startBrowser, violations } from './browser';
import { Server } from './server';
import { startTask, stateOf } from './tasks';

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

const finish = { type: 'finish', message: 'All done' };

/** Has a task ask, and gives the address of its question. */
async function ask(goal: string, question: Record<string, unknown>): Promise<{ task: string; url: string }> {
  const task = await startTask(server, goal, 'next', [question, finish]);
  let url = '';
  await expect
    .poll(async () => {
      const listed = await server.request('GET', '/api/questions', server.token);
      const { questions } = (await listed.json()) as {
        questions: { task: string; link: { url: string } }[];
      };
      url = questions.find((one) => one.task === task)?.link.url ?? '';
      return url;
    })
    .not.toBe('');
  return { task, url: new URL(url, server.origin).href };
}

/** A phone of somebody who is not signed in. */
async function phone(url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

const settled = /answered|no open question|time is over|somebody was faster|too late/i;

it('of two who open it one answer counts, and the other is told', async () => {
  const { task, url } = await ask('Book', { type: 'confirm', message: 'Book at eight?' });
  const [one, two] = await Promise.all([phone(url), phone(url)]);
  for (const page of [one, two]) {
    await page.getByText('Book at eight?').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await violations(page)).toStrictEqual([]);
  }
  await one.locator('button[value=approve]').click();
  await one.getByRole('heading', { name: 'Thank you' }).waitFor();
  await two.locator('button[value=deny]').click();
  await two.getByText(settled).first().waitFor();
  expect(await violations(two)).toStrictEqual([]);
  await expect.poll(() => stateOf(server, task)).toBe('success');
  // Opened once more, it says the same to anybody.
  const again = await phone(url);
  await again.getByText(settled).first().waitFor();
  expect(await again.locator('button[value=approve]').count()).toBe(0);
  for (const page of [one, two, again]) await page.context().close();
});

it('whoever comes too late is told so, and nothing is answered', async () => {
  const { task, url } = await ask('Late', { type: 'ask_user', question: 'Anybody?', timeoutSec: 1 });
  const early = await phone(url);
  await expect.poll(() => stateOf(server, task)).toBe('success');
  const late = await phone(url);
  await late.getByText(settled).first().waitFor();
  expect(await violations(late)).toStrictEqual([]);
  for (const page of [early, late]) await page.context().close();
});

it('an address that was never there gives nothing away', async () => {
  const { url } = await ask('Guess', { type: 'confirm', message: 'A secret question' });
  const guessed = url.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const page = await phone(guessed);
  expect(await page.textContent('body')).not.toContain('A secret question');
  await page.context().close();
});
