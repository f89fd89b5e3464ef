// A task from the first word to the last: requested in the command bar, confirmed, watched on the phone, taken over,
// given back, finished; with a second person who sees it all.

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
  page.getByRole('form', { name: 'Ask from anywhere' }).getByRole('combobox', { name: 'What should I do?' });

/** Returns the latest task. */
async function latest(): Promise<{ id: string; goal: string; state: string }> {
  const answer = await server.request('GET', '/api/tasks', server.token);
  const { tasks } = (await answer.json()) as { tasks: { id: string; goal: string; state: string }[] };
  return tasks[0] ?? { id: '', goal: '', state: '' };
}

/** Runs a command in the phone's shell, as the person who holds it. */
async function shell(command: string): Promise<string> {
  const action = { type: 'shell', command };
  const answer = await server.request('POST', '/api/devices/sim/input', server.token, action);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer.text();
}

it('asked for, confirmed while two watch, taken over in the middle, given back, and finished', async () => {
  const { page } = one;
  const changed = await server.request('PATCH', '/api/settings', server.token, { alwaysConfirm: true });
  expect(changed.status, await changed.clone().text()).toBeLessThan(300);
  const phone = await openPhone(page);
  await painted(phone);
  const other = await openPhone(two.page);
  await painted(other);
  await phone.getByText('The phone is free').first().waitFor();

  // The last step asks for approval: however quick the rest is, the task cannot end before it was taken over.
  const goal = 'Text Mom that I am late, then set a timer for 5 minutes, then uninstall Spotify';
  await bar(page).fill(goal);
  await page.keyboard.press('Enter');
  // A person who wants to confirm every plan is asked right there. The other person sees the question too.
  const card = page.locator('.ask-reply .task-card form');
  await card.waitFor();
  await two.page.getByRole('alertdialog').waitFor();
  await until(card, () => card.getByRole('button', { name: 'Yes', exact: true }).click({ timeout: 1_000 }));
  await two.page.getByRole('alertdialog').waitFor({ state: 'detached' });

  // While the message is written: taken over with one click. The task pauses, visible to both.
  const events = await server.eventsOf((await latest()).id);
  await events.next('acting', { verb: 'type' });
  await phone.getByRole('button', { name: 'Take over' }).click();
  await phone.getByText('You have the phone').first().waitFor();
  await expect.poll(async () => (await latest()).state).toBe('paused');
  await other.getByText(/waits until|has the phone/).first().waitFor();
  // The person's own hand: home, by the button below the picture.
  await phone.getByRole('button', { name: 'Home', exact: true }).click();
  await events.next('paused', { reason: 'taken_over' });
  // Given back: it continues with a fresh look, and asks before the last step.
  await phone.getByRole('button', { name: 'Give back' }).click();
  await events.next('continued');
  events.close();
  const last = page.getByRole('alertdialog');
  await last.waitFor({ timeout: 50_000 });
  await until(last, () => last.getByRole('button', { name: 'Yes', exact: true }).click({ timeout: 1_000 }));
  await expect.poll(async () => (await latest()).state, { timeout: 50_000 }).toBe('success');
  expect((await latest()).goal).toBe(goal);
  await page.getByText(/The timer runs for 5 minutes/).first().waitFor();
  await phone.getByText('The phone is free').first().waitFor();
  const sent = await shell('content query --uri content://sms/sent --projection body');
  expect(sent.split('body=I am late').length - 1, sent).toBe(1);
  const released = await server.request('POST', '/api/devices/sim/release', server.token);
  expect(released.status).toBe(204);
}, 120_000);

it('a phone that vanishes while it is shown is said to be gone, and comes back by itself', async () => {
  const { page } = one;
  const loose = await LoosePhone.start();
  const added = await server.request('POST', '/api/phones', server.token, { address: loose.address });
  expect(added.status, await added.clone().text()).toBeLessThan(300);
  const phone = await openPhone(page, loose.address);
  await painted(phone);
  await loose.vanish();
  await phone.getByText('Cannot reach the phone').waitFor();
  // The rest of the desktop works on.
  const first = page.locator('[data-phone="sim"]');
  await first.getByText('The phone is free').first().waitFor();
  const again = await LoosePhone.start(loose.address);
  await phone.getByText('Cannot reach the phone').waitFor({ state: 'detached' });
  await painted(phone);
  await again.vanish();
});

it('did nothing that no page of ours does', () => {
  for (const { foreign, trouble } of [one, two]) {
    expect(foreign).toStrictEqual([]);
    expect(trouble).toStrictEqual([]);
  }
});
