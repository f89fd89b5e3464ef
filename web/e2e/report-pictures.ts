// Takes the pictures of reports for the documentation, of real runs on the simulated phone. Writes
// `docs/images/report/*.png` and the list with their captions.

import type { Browser } from 'playwright-core';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startBrowser } from './browser';
import { Fleet } from './fleet';
import { lengthen, makeComparison, makeReport, openReport } from './report';
import { Server } from './server';
import { stateOf } from './tasks';

const folder = path.resolve(import.meta.dirname, '../../docs/images/report');

let server: Server;
let browser: Browser;
const captions: string[] = [];

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  server = await Server.startUntouched();
  browser = await startBrowser('--font-render-hinting=none');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await writeFile(
    path.join(folder, 'README.md'),
    `# Pictures of reports\n\n\`npm run pictures\` in \`web\` takes them.\n\n${captions.join('\n')}\n`,
  );
});

interface Said {
  thought: string;
  action: unknown;
}

/** Starts a task with these replies of a model. */
async function start(goal: string, replies: (Said | string)[]): Promise<string> {
  const file = path.join(server.folder, `${goal.replace(/\W/g, '-')}.jsonl`);
  await writeFile(file, replies.map((reply) => JSON.stringify({ raw: reply })).join('\n'));
  const asked = await server.request('POST', '/api/tasks', server.token, { goal, model: `script:${file}` });
  expect(asked.status, await asked.clone().text()).toBe(201);
  return ((await asked.json()) as { task_id: string }).task_id;
}

/** Runs a task to its end with these replies of a model; returns its id. */
async function ran(goal: string, replies: (Said | string)[], state: string): Promise<string> {
  const task = await start(goal, replies);
  await expect.poll(() => stateOf(server, task), { timeout: 90_000 }).toBe(state);
  return task;
}

/** Answers the question of a task, as soon as it asks. */
async function answer(task: string, reply: unknown): Promise<void> {
  const id = await asked(task);
  const told = await server.request('POST', `/api/questions/${id}/answer`, server.token, reply);
  expect(told.status, await told.clone().text()).toBe(204);
}

/** Waits until a task asks; returns the question's id. */
async function asked(task: string): Promise<string> {
  let id = '';
  await expect
    .poll(async () => {
      const listed = await server.request('GET', '/api/questions', server.token);
      const { questions } = (await listed.json()) as { questions: { id: string; task: string }[] };
      return (id = questions.find((one) => one.task === task)?.id ?? '');
    })
    .not.toBe('');
  return id;
}

/** Takes one picture. */
async function picture(
  file: string,
  name: string,
  caption: string,
  look: { width?: number; height?: number; dark?: boolean; hash?: string },
): Promise<void> {
  const viewport = { width: look.width ?? 1440, height: look.height ?? 900 };
  const { page, context } = await openReport(
    browser,
    file,
    { viewport, colorScheme: look.dark ? 'dark' : 'light' },
    look.hash,
  );
  await page.locator('.screen img').first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.mouse.move(0, 0);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  await context.close();
  captions.push(`- ![${caption}](${name}.png) ${caption}`);
}

const say = (thought: string, action: unknown): Said => ({ thought, action });

const themeGoal = 'Turn on the dark theme';
const theme: (Said | string)[] = [
  say('The settings hold the theme, so I open them.', { type: 'open_app', name: 'Settings' }),
  say('The theme is under Display. It is further down, so I scroll.', { type: 'swipe', x1: 540, y1: 1800, x2: 540, y2: 900 }),
  say('I open Display.', { type: 'tap', x: 540, y: 1200 }),
  '{"thought": "I go back to look at the list again.", "action": {"type": "keyevent", "keycode": "BACK",}}',
  say('I take a note of what I saw.', { type: 'note', text: 'Display is the sixth entry of the settings.' }),
  say('That was all. I leave the settings.', { type: 'keyevent', keycode: 'HOME' }),
  say('The theme is dark.', { type: 'finish', message: 'The dark theme is on.' }),
];
let success = '';

it('a run that reached its goal', async () => {
  success = await ran(themeGoal, theme, 'success');
  const { file } = makeReport(server.folder, success);
  await picture(file, 'success', 'A run that reached its goal: the film strip, the touch where it landed, what happened', {
    hash: '#step-3',
  });
  await picture(file, 'dark', 'The same in dark mode', { dark: true, hash: '#step-3' });
  await picture(file, 'narrow', 'The same report at 390 pixels', { width: 390, height: 844, hash: '#step-3' });
});

it('two runs side by side', async () => {
  const other = await ran(
    themeGoal,
    [
      ...theme.slice(0, 1),
      say('The theme may be under Sound.', { type: 'tap', x: 540, y: 900 }),
      say('It is not here, so I go back.', { type: 'keyevent', keycode: 'BACK' }),
      say('I look for an app of the maker.', { type: 'launch_app', packageName: 'com.example.themes' }),
      say('I cannot find the theme.', { type: 'fail', message: 'There is no setting for the theme.' }),
    ],
    'failed',
  );
  const { file } = makeComparison(server.folder, success, other);
  await picture(file, 'comparison', 'Two runs side by side: their totals, where they part, every pair of steps, what differs', {});
  await picture(file, 'comparison-dark', 'The same in dark mode', { dark: true });
  await picture(file, 'comparison-narrow', 'The same comparison at 390 pixels', { width: 390, height: 844 });
});

it('a run that failed', async () => {
  const failed = await ran(
    'Order a pizza with mushrooms',
    [
      say('I look for the app of the pizza place.', { type: 'launch_app', packageName: 'com.example.pizza' }),
      say('It is not there. I look through the apps.', { type: 'swipe', x1: 540, y1: 2000, x2: 540, y2: 600 }),
      say('There is no such app.', { type: 'fail', message: 'There is no app on this phone that orders pizza.' }),
    ],
    'failed',
  );
  const { file } = makeReport(server.folder, failed);
  await picture(file, 'failed', 'A run that failed: the top says why, and where it went wrong first', { hash: '#step-1' });
});

it('a run with a question', async () => {
  const task = await start('Connect to the network of the café', [
    say('I open the settings.', { type: 'open_app', name: 'Settings' }),
    say('There are two networks, so I ask which one.', { type: 'ask_user', question: 'Which network: “Café” or “Café Guests”?', timeoutSec: 100 }),
    say('I open the network settings.', { type: 'tap', x: 540, y: 700 }),
    say('It is connected.', { type: 'finish', message: 'The phone uses “Café Guests”.' }),
  ]);
  await answer(task, { kind: 'approve', text: 'Café Guests' });
  await expect.poll(() => stateOf(server, task), { timeout: 90_000 }).toBe('success');
  await picture(makeReport(server.folder, task).file, 'question', 'A run that asked a person: the question and its answer', {
    hash: '#step-2',
  });
});

it('a run that was killed and resumed', async () => {
  const task = await start('Make the text larger', [
    say('I start from the home screen.', { type: 'keyevent', keycode: 'HOME' }),
    say('I open the settings.', { type: 'open_app', name: 'Settings' }),
    say('The size is under Display.', { type: 'swipe', x1: 540, y1: 1800, x2: 540, y2: 900 }),
    say('Larger text changes every app, so I ask first.', { type: 'confirm', message: 'Make the text of every app larger?', timeoutSec: 600 }),
    say('I open Display.', { type: 'tap', x: 540, y: 1200 }),
    say('That was all.', { type: 'finish', message: 'The text is larger.' }),
  ]);
  await asked(task);
  await server.kill();
  const cut = makeReport(server.folder, task).file;
  await picture(cut, 'killed', 'A run whose process was killed: the top says so, and how to continue it', {});
  await server.restart();
  const resumed = await server.request('POST', `/api/tasks/${task}/resume`, server.token);
  expect(resumed.status, await resumed.clone().text()).toBe(202);
  await answer(task, { kind: 'approve' });
  await expect.poll(() => stateOf(server, task), { timeout: 90_000 }).not.toMatch(/running|queued|paused/);
  await picture(makeReport(server.folder, task).file, 'resumed', 'The same run after it was resumed', { hash: '#step-3' });
});

it('a run of a fleet', async () => {
  const fleet = await Fleet.start();
  try {
    const data = await fleet.data();
    const script = path.join(data, 'script.jsonl');
    const replies = [
      say('I open the settings.', { type: 'open_app', name: 'Settings' }),
      say('The network settings are the first entry.', { type: 'tap', x: 540, y: 535 }),
      say('They are open.', { type: 'finish', message: 'The network settings are open.' }),
    ];
    await writeFile(script, replies.map((raw) => JSON.stringify({ raw })).join('\n'));
    const { file } = makeReport(data, fleet.submit('Open the network settings', `script:${script}`));
    await picture(file, 'fleet', 'A run that a worker of a fleet did, from its own record', { hash: '#step-2' });
  } finally {
    await fleet.stop();
  }
});

it('a run of 5,000 steps', async () => {
  const long = await lengthen(server.folder, success, 5_000);
  await picture(makeReport(server.folder, long).file, 'long', 'A run of 5,000 steps: it opens as fast as a short one', {
    hash: '#step-2503',
  });
});
