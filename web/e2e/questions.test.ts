// A task asks people: on every open page, with the time left, answered once, by keyboard alone if necessary.

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, violations, type Watched } from './browser';
import { Server } from './server';
import { startTask, stateOf, until } from './tasks';

let server: Server;
let browser: Browser;
let one: Watched;
let two: Watched;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  one = await openDesktop(browser, server.link, { reducedMotion: 'reduce' });
  two = await openDesktop(browser, server.link, { reducedMotion: 'reduce', colorScheme: 'dark' });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const visible = { state: 'visible' } as const;
const finish = { type: 'finish', message: 'All done' };
const dialogOf = (page: Page): Locator => page.getByRole('alertdialog');

const start = (goal: string, ...actions: unknown[]): Promise<string> =>
  startTask(server, goal, 'next', actions);
const state = (task: string): Promise<string> => stateOf(server, task);

it('a yes, words and a code are asked for one after the other, on both pages, and answered by keys', async () => {
  const task = await start(
    'Book a table for two',
    { type: 'confirm', message: 'Book at eight?' },
    { type: 'ask_user', question: 'Which name?' },
    { type: 'request_human_auth', capability: '2fa', instruction: 'Type the code', timeoutSec: 90 },
    finish,
  );
  const [here, there] = [dialogOf(one.page), dialogOf(two.page)];

  // A yes or a no.
  await here.getByText('Book at eight?').waitFor(visible);
  await there.getByText('Book at eight?').waitFor(visible);
  await here.getByText('Book a table for two').waitFor(visible);
  expect(await here.getAttribute('aria-labelledby')).toBe('modal-title');
  expect(await one.page.getByRole('alertdialog', { name: 'Book at eight?' }).count()).toBe(1);
  const left = async (): Promise<number> => {
    const text = (await here.locator('.countdown').textContent()) ?? '';
    const [minutes = NaN, seconds = NaN] = text.split(':').map(Number);
    return minutes * 60 + seconds;
  };
  const first = await left();
  expect(first).toBeGreaterThan(60);
  expect(first).toBeLessThanOrEqual(120);
  await expect.poll(left).toBeLessThan(first);
  expect(await violations(one.page)).toStrictEqual([]);
  expect(await violations(two.page)).toStrictEqual([]);
  // No focused element reacts to a stray Enter; the buttons are reached by Tab, in order.
  const focused = (): Promise<string> =>
    one.page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  const order: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    await one.page.keyboard.press('Tab');
    order.push(await focused());
  }
  expect(order).toStrictEqual([
    'Answer on another device',
    'Stop the task',
    'Later',
    'No',
    'Yes',
  ]);
  await until(here.getByText('Book at eight?'), () => one.page.keyboard.press('Enter'));
  await there.getByText('Book at eight?').waitFor({ state: 'detached' });
  // A person whose question disappeared learns why; the one who answered does not.
  const told = /^“Book at eight\?” was answered elsewhere: yes\.$/;
  await two.page.getByText(told).waitFor(visible);
  expect(await one.page.getByText(told).count()).toBe(0);

  // Free text.
  await here.getByText('Which name?').waitFor(visible);
  expect(await here.getByRole('button', { name: 'Answer', exact: true }).isDisabled()).toBe(true);
  expect(await violations(one.page)).toStrictEqual([]);
  await here.getByLabel('Your answer').fill('Ada "<b>" שרה');
  await until(here.getByText('Which name?'), () => one.page.keyboard.press('Enter'));

  // Something that only the person has. The other page answers this time.
  await there.getByText('Type the code').waitFor(visible);
  await there.getByRole('heading', { name: 'A security code' }).waitFor(visible);
  expect(await there.innerText()).not.toMatch(/2fa/i);
  const code = there.getByLabel('The code');
  expect(await code.getAttribute('inputmode')).toBe('numeric');
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
  expect(await code.getAttribute('type')).toBe('password');
  expect(await violations(two.page)).toStrictEqual([]);
  await code.fill('code-93817');
  await until(there.getByText('Type the code'), () =>
    there.getByRole('button', { name: 'Send the code' }).click({ timeout: 1_000 }),
  );
  await expect.poll(() => state(task)).toBe('success');
  await one.page.getByText('Done: All done').waitFor(visible);
  expect(await here.count()).toBe(0);
  const shown = await server.request('GET', '/api/desktop', server.token);
  expect(await shown.text()).not.toContain('93817');
});

it('of two answers at once one counts, and whoever was later is not left with a question', async () => {
  const task = await start('Race', { type: 'confirm', message: 'Who is first?' }, finish);
  const pages = [one.page, two.page];
  await Promise.all(pages.map((page) => dialogOf(page).getByText('Who is first?').waitFor(visible)));
  await Promise.all(
    pages.map((page, index) =>
      until(dialogOf(page).getByText('Who is first?'), () =>
        dialogOf(page)
          .getByRole('button', { name: index === 0 ? 'Yes' : 'No', exact: true })
          .click({ timeout: 1_000 }),
      ),
    ),
  );
  await expect.poll(() => state(task)).toBe('success');
  for (const page of pages) expect(await dialogOf(page).count()).toBe(0);
  // One of them learns that it was too late: by a refusal, or by the other's answer.
  const late = /settled already: (approved|rejected)|“Who is first\?” was answered elsewhere: (yes|no)\./;
  const heard = async (): Promise<number> =>
    (await Promise.all(pages.map((page) => page.getByText(late).count()))).reduce((all, one) => all + one);
  await expect.poll(heard).toBe(1);
});

it('Escape is a no, and a task can be stopped from its question', async () => {
  const refused = await start('Refused', { type: 'confirm', message: 'Shall I?' }, finish);
  const dialog = dialogOf(one.page);
  await dialog.getByText('Shall I?').waitFor(visible);
  await until(dialog.getByText('Shall I?'), () => one.page.keyboard.press('Escape'));
  await expect.poll(() => state(refused)).toBe('success');

  const stopped = await start('Stopped', { type: 'confirm', message: 'Go on?' }, finish);
  await dialog.getByText('Go on?').waitFor(visible);
  await until(dialog.getByText('Go on?'), () =>
    dialog.getByRole('button', { name: 'Stop the task' }).click({ timeout: 1_000 }),
  );
  await expect.poll(() => state(stopped)).toBe('interrupted');
});

it('what the gate asks can be remembered, and a question whose time is over goes by itself', async () => {
  const shell = { type: 'shell', command: 'getprop ro.product.model' };
  const first = await start('Look', shell, finish);
  const dialog = dialogOf(one.page);
  const title = dialog.getByRole('heading', { name: /Run the command “getprop ro.product.model”/ });
  await title.waitFor(visible);
  // The scope of an always is shown, and announced to screen readers.
  const always = dialog.getByRole('button', { name: 'Yes, always for this' });
  const covers = await dialog.locator('#modal-covers').textContent();
  expect(covers).toContain('covers: shell “getprop');
  expect(await always.getAttribute('aria-describedby')).toBe('modal-covers');
  await until(title, () => always.click({ timeout: 1_000 }));
  await expect.poll(() => state(first)).toBe('success');
  const again = await start(
    'Look again',
    shell,
    { type: 'ask_user', question: 'Anybody there?', timeoutSec: 2 },
    finish,
  );
  await dialog.getByText('Anybody there?').waitFor(visible);
  await dialog.waitFor({ state: 'detached' });
  await one.page.getByText('Nobody answered “Anybody there?” in time.').waitFor(visible);
  await expect.poll(() => state(again)).toBe('success');
});

it('a file is given where one is asked for, and nothing is typed where a yes is the answer', async () => {
  const task = await start(
    'Send a photo',
    { type: 'request_human_auth', capability: 'camera', instruction: 'Take a photo' },
    { type: 'request_human_auth', capability: 'biometric', instruction: 'Touch the sensor' },
    finish,
  );
  const dialog = dialogOf(one.page);
  await dialog.getByText('Take a photo', { exact: true }).waitFor(visible);
  const chooser = dialog.getByLabel('Or choose a picture');
  await chooser.setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not really a picture'),
  });
  expect(await violations(one.page)).toStrictEqual([]);
  expect(await dialog.getByLabel(/Your answer/).count()).toBe(0);
  const press = (name: string): Promise<void> =>
    dialog.getByRole('button', { name }).click({ timeout: 1_000 });
  await until(dialog.getByText('Take a photo', { exact: true }), () => press('Send the photo'));
  await dialog.getByText('Touch the sensor').waitFor(visible);
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  await until(dialog.getByText('Touch the sensor'), () => press('It is done'));
  await expect.poll(() => state(task)).toBe('success');
});

it('did nothing that no page of ours does', () => {
  for (const { foreign, trouble } of [one, two]) {
    expect(foreign).toStrictEqual([]);
    expect(trouble).toStrictEqual([]);
  }
});
