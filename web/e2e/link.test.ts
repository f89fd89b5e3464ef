// The page behind a question's link, on another person's phone: 360 pixels wide, with a camera, without a script, too
// late, twice.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { startBrowser, violations } from './browser';
import { says, y4m } from './qr';
import { Server } from './server';
import { startTask, stateOf } from './tasks';

let server: Server;
let browser: Browser;
const trouble: string[] = [];

const visible = { state: 'visible' } as const;
const finish = { type: 'finish', message: 'All done' };
const camera = path.join(tmpdir(), `fingertip-link-camera-${process.pid}.y4m`);
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

beforeAll(async () => {
  await writeFile(camera, y4m());
  server = await Server.start();
  browser = await startBrowser(
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${camera}`,
  );
});
// An open camera slows down the following tests.
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens a page that is watched for policy violations. */
async function open(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Permissions policy/.test(message.text())) trouble.push(message.text());
  });
  await page.goto(link);
  return page;
}

/** Starts a task and opens the link of its question. */
async function asked(
  goal: string,
  actions: unknown[],
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ task: string; page: Page; link: string; context: BrowserContext }> {
  const task = await startTask(server, goal, 'next', [...actions, finish]);
  const link = await linkOf(task);
  const context = await browser.newContext({ ...phone, ...options });
  return { task, page: await open(context, link), link, context };
}

async function linkOf(task: string): Promise<string> {
  let found = '';
  await expect
    .poll(async () => {
      const answer = await server.request('GET', '/api/questions', server.token);
      const list = (await answer.json()) as { questions: { task: string; link: { url: string } }[] };
      found = list.questions.find((one) => one.task === task)?.link.url ?? '';
      return found;
    })
    .not.toBe('');
  return server.origin + found;
}

const auth = (capability: string, instruction: string): unknown => ({
  type: 'request_human_auth',
  capability,
  instruction,
  timeoutSec: 120,
});

/** Checks that it fits, and that axe finds nothing. */
async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violations(page)).toStrictEqual([]);
}

it('has the same ways to answer as the desktop, and is used up by one', async () => {
  const { task, page, link, context } = await asked('Guest', [auth('qr', 'Scan the code')]);
  await page.getByRole('heading', { name: 'A QR code is needed' }).waitFor(visible);
  const left = page.locator('.countdown');
  expect(await left.textContent()).toMatch(/^[12]:\d\d$/);
  await fits(page);
  // The camera for this question, and nothing else.
  const may = await page.evaluate(async () =>
    navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'heard',
      (error: Error) => error.name,
    ),
  );
  expect(may).toBe('NotAllowedError');
  trouble.length = 0;
  await page.getByRole('button', { name: 'Open the camera' }).tap();
  await page.getByText(says).waitFor(visible);
  await fits(page);
  await page.getByRole('button', { name: 'Send its text' }).tap();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor(visible);
  await expect.poll(() => stateOf(server, task)).toBe('success');
  const again = await open(context, link);
  await again.getByRole('heading', { name: 'Already answered' }).waitFor(visible);
  await fits(again);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).toBe('{}');
});

it('of two people with the same link one answers, and the other is told', async () => {
  const { task, page, link } = await asked('Two guests', [auth('camera', 'A photo')]);
  const elsewhere = await browser.newContext(phone);
  await elsewhere.clock.install();
  const other = await open(elsewhere, link);
  await other.getByRole('heading', { name: 'A photo is needed' }).waitFor(visible);
  await page.getByRole('button', { name: 'Open the camera' }).tap();
  await page.getByRole('button', { name: 'Take the photo' }).tap();
  await page.getByRole('button', { name: 'Send the photo' }).tap();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor(visible);
  // The other page notices without input when it checks again: every four seconds.
  await other.clock.fastForward(4_000);
  await other.getByRole('heading', { name: 'Already answered' }).waitFor(visible);
  await expect.poll(() => stateOf(server, task)).toBe('success');
});

it('the gate’s question has its picture; who does it themselves gives the phone back there', async () => {
  const { task, page } = await asked('Delete', [{ type: 'shell', command: 'input tap 5 5; rm -r /sdcard/x' }], {
    colorScheme: 'dark',
  });
  await page.getByRole('heading', { name: /Run the command/ }).waitFor(visible);
  await page.getByRole('img', { name: /The phone’s screen/ }).waitFor(visible);
  await fits(page);
  await page.getByRole('button', { name: 'Let me do it myself' }).tap();
  await page.getByRole('heading', { name: 'The phone is yours' }).waitFor(visible);
  await fits(page);
  await page.getByRole('button', { name: 'I am done: continue' }).tap();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor(visible);
  await expect.poll(() => stateOf(server, task)).toBe('success');
});

it('works without a script', async () => {
  const plain = { javaScriptEnabled: false };
  const words = await asked('Words', [{ type: 'ask_user', question: 'Which <b>one</b>?' }], plain);
  await words.page.getByText('Which <b>one</b>?').waitFor(visible);
  await words.page.getByLabel('Your answer').fill('the blue one');
  await words.page.getByRole('button', { name: 'Send the answer' }).tap();
  await words.page.getByRole('heading', { name: 'Thank you' }).waitFor(visible);
  await expect.poll(() => stateOf(server, words.task)).toBe('success');

  const file = await asked('File', [auth('camera', 'A photo')], plain);
  const photo = { name: 'p.png', mimeType: 'image/png', buffer: Buffer.from('x') };
  await file.page.getByLabel('A picture or another file').setInputFiles(photo);
  await file.page.getByRole('button', { name: 'Send it' }).tap();
  await file.page.getByRole('heading', { name: 'Thank you' }).waitFor(visible);
  await expect.poll(() => stateOf(server, file.task)).toBe('success');
});

it('a choice of the planner is a button on the page', async () => {
  const body = { goal: 'call Samm' };
  const answer = await server.request('POST', '/api/tasks', server.token, body);
  const { task_id: task } = (await answer.json()) as { task_id: string };
  const context = await browser.newContext(phone);
  const page = await open(context, await linkOf(task));
  await page.getByText('Call Sam Carter. Shall I?').waitFor(visible);
  const choices = page.getByRole('group', { name: 'Answers' }).getByRole('button');
  expect(await choices.allInnerTexts()).toStrictEqual(['Yes', 'No']);
  await page.getByLabel('Or in your own words').waitFor(visible);
  await fits(page);
  await choices.first().tap();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor(visible);
  await expect.poll(() => stateOf(server, task)).toBe('success');
});

it('too late is said, and a link that leads nowhere too', async () => {
  const late = await asked('Late', [{ type: 'ask_user', question: 'Quick?', timeoutSec: 3 }]);
  await late.page.getByRole('heading', { name: 'The time is over' }).waitFor(visible);
  const after = await open(late.context, late.link);
  await after.getByRole('heading', { name: 'The time is over' }).waitFor(visible);
  await fits(after);
  const nowhere = await open(late.context, `${server.origin}/q/0000`);
  await nowhere.getByRole('heading', { name: 'Nothing to answer' }).waitFor(visible);
  await fits(nowhere);
});

it('survives a restart of the server: it says what happened, and works when the task asks again', async () => {
  const question = { type: 'ask_user', question: 'Which restart?' };
  const { task, page, link, context } = await asked('Restart', [question]);
  await page.getByRole('heading', { name: 'Which restart?' }).waitFor(visible);
  await server.kill();
  await server.restart();
  // The page that was open notices by itself.
  await page.getByRole('heading', { name: 'The task has stopped' }).waitFor(visible);
  await fits(page);
  const german = await browser.newContext({ ...phone, locale: 'de-DE' });
  const other = await open(german, link);
  await other.getByRole('heading', { name: 'Die Aufgabe steht' }).waitFor(visible);
  expect(await other.locator('html').getAttribute('lang')).toBe('de');

  const resumed = await server.request('POST', `/api/tasks/${task}/resume`, server.token);
  expect(resumed.ok, await resumed.text()).toBe(true);
  expect(await linkOf(task)).not.toBe(link);
  await other.reload();
  await other.getByRole('heading', { name: 'Which restart?' }).waitFor(visible);
  await other.getByLabel('Deine Antwort').fill('this one');
  await other.getByRole('button', { name: /^Ant/ }).tap();
  await other.getByRole('heading', { name: 'Danke' }).waitFor(visible);
  await expect.poll(() => stateOf(server, task)).toBe('success');
  const late = await open(context, link);
  await late.getByRole('heading', { name: 'Already answered' }).waitFor(visible);
});

it('speaks German without a script too', async () => {
  const { task, page } = await asked('Deutsch', [{ type: 'ask_user', question: 'Wo?' }], {
    javaScriptEnabled: false,
    locale: 'de-DE',
  });
  await page.getByText('Keine Antwort gilt als Nein.').waitFor(visible);
  await page.getByLabel('Deine Antwort').fill('hier');
  await page.getByRole('button', { name: 'Antwort senden' }).tap();
  await page.getByRole('heading', { name: 'Danke' }).waitFor(visible);
  await expect.poll(() => stateOf(server, task)).toBe('success');
});

it('did nothing that the policy refuses', () => {
  expect(trouble).toStrictEqual([]);
});
