// A task from the first word to the last: asked for in the command bar, confirmed, watched on the phone, taken over, given
// back, finished; and a second person who sees it all.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, type Watched } from './browser';
import { LoosePhone, openPhone, painted } from './phone';
import { Server } from './server';
import { until } from './tasks';

let server: Server;
let browser: Browser;
let one: Watched;
let two: Watched;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  const options = { reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } } as const;
  one = await openDesktop(browser, server.link, options);
  two = await openDesktop(browser, server.link, { ...options, colorScheme: 'dark' });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const bar = (page: Page) =>
  page.getByRole('form', { name: 'Ask from anywhere' }).getByRole('combobox', { name: 'What shall I do?' });

/** The task that was begun last. */
async function latest(): Promise<{ id: string; goal: string; state: string }> {
  const answer = await server.request('GET', '/api/tasks', server.token);
  const { tasks } = (await answer.json()) as { tasks: { id: string; goal: string; state: string }[] };
  return tasks[0] ?? { id: '', goal: '', state: '' };
}

it('asked for, confirmed while two watch, and finished', async () => {
  const { page } = one;
  const changed = await server.request('PATCH', '/api/settings', server.token, { alwaysConfirm: true });
  expect(changed.status, await changed.clone().text()).toBeLessThan(300);
  const phone = await openPhone(page);
  await painted(phone);
  const other = await openPhone(two.page);
  await painted(other);
  await phone.getByText('The phone is free').first().waitFor();

  const goal = 'Set a timer for 5 minutes';
  await bar(page).fill(goal);
  await page.keyboard.press('Enter');
  // Who wants to be asked every time is asked for the whole plan. The other one sees the question too.
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  await two.page.getByRole('alertdialog').waitFor();
  await until(dialog, () => dialog.getByRole('button', { name: 'Yes', exact: true }).click({ timeout: 1_000 }));
  await two.page.getByRole('alertdialog').waitFor({ state: 'detached' });

  // Taking over in the middle of a task is in `phone.test.ts`, with one that waits for it.
  await expect.poll(async () => (await latest()).state, { timeout: 50_000 }).toBe('success');
  expect((await latest()).goal).toBe(goal);
  await page.getByText(/The timer runs for 5 minutes/).first().waitFor();
  await phone.getByText('The phone is free').first().waitFor();
});

it('a phone that vanishes while it is shown is said to be gone, and comes back by itself', async () => {
  const { page } = one;
  const loose = await LoosePhone.start();
  const added = await server.request('POST', '/api/phones', server.token, { address: loose.address });
  expect(added.status, await added.clone().text()).toBeLessThan(300);
  const phone = await openPhone(page, loose.address);
  await painted(phone);
  await loose.vanish();
  await phone.getByText('The phone is out of reach').waitFor();
  // The rest of the desktop goes on.
  const first = page.locator('[data-phone="sim"]');
  await first.getByText('The phone is free').first().waitFor();
  const again = await LoosePhone.start(loose.address);
  await phone.getByText('The phone is out of reach').waitFor({ state: 'detached' });
  await painted(phone);
  await again.vanish();
});

it('did nothing that no page of ours does', () => {
  for (const { foreign, trouble } of [one, two]) {
    expect(foreign).toStrictEqual([]);
    expect(trouble).toStrictEqual([]);
  }
});
