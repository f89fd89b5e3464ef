// The gate's question: the action, the picture with its target, and five answers, on a wide and a narrow page, by
// keyboard alone, and behind a link without a script.

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, violations, type Watched } from './browser';
import { Server } from './server';
import { startTask, stateOf, until } from './tasks';

let server: Server;
let browser: Browser;
let wide: Watched;
let narrow: Watched;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  wide = await openDesktop(browser, server.link, { reducedMotion: 'reduce' });
  narrow = await openDesktop(browser, server.link, {
    reducedMotion: 'reduce',
    colorScheme: 'dark',
    viewport: { width: 320, height: 640 },
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const visible = { state: 'visible' } as const;
const dialogOf = (page: Page): Locator => page.getByRole('alertdialog');
const button = (page: Page, name: string): Locator =>
  dialogOf(page).getByRole('button', { name, exact: true });

interface Node {
  text: string;
  description: string;
  bounds: { left: number; top: number; right: number; bottom: number };
}

/** Returns the position of this label on the phone's screen, as soon as it is there. */
async function placeOf(label: string): Promise<{ x: number; y: number }> {
  let found: Node | undefined;
  await expect
    .poll(async () => {
      const answer = await server.request('GET', '/api/devices/sim/tree', server.token);
      const { nodes } = (await answer.json()) as { nodes: Node[] };
      found = nodes.find((node) => node.text === label || node.description === label);
      return found !== undefined;
    })
    .toBe(true);
  const { left, top, right, bottom } = (found as Node).bounds;
  return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
}

/** Performs an action on the phone as a person. */
async function input(action: unknown): Promise<void> {
  const answer = await server.request('POST', '/api/devices/sim/input', server.token, action);
  expect(answer.status, await answer.clone().text()).toBe(200);
}

const press = async (label: string): Promise<void> =>
  input({ type: 'tap', ...(await placeOf(label)) });

/** Prepares the deletion of a contact: the phone asks for confirmation. */
async function prepare(contact: string): Promise<void> {
  await input({ type: 'keyevent', keycode: 'KEYCODE_HOME' });
  await input({ type: 'open_app', name: 'Contacts' });
  await press(contact);
  await press('More options');
  await press('Delete');
  await placeOf('Delete contact?');
  const answer = await server.request('POST', '/api/devices/sim/release', server.token);
  expect(answer.status).toBe(204);
}

/** Restores the phone's initial screen. */
async function leave(): Promise<void> {
  await leaveByHand();
  await server.request('POST', '/api/devices/sim/release', server.token);
}

/** Does the same as a person who keeps the phone. */
async function leaveByHand(): Promise<void> {
  await press('Cancel');
  await input({ type: 'keyevent', keycode: 'KEYCODE_BACK' });
}

/** Starts a task that presses Delete in that confirmation. */
async function start(goal: string, contact: string): Promise<string> {
  await prepare(contact);
  const press = { type: 'tap', ...(await placeOf('Delete')) };
  const thought = 'She is in the list twice \u202eso I take one away';
  return startTask(server, goal, thought, [press, { type: 'finish', message: 'All done' }]);
}

const state = (task: string): Promise<string> => stateOf(server, task);

it('it says what would happen, shows where, and has the focus on the no', async () => {
  const task = await start('Tidy up my contacts', 'Sam Carter');
  for (const { page } of [wide, narrow]) {
    const dialog = dialogOf(page);
    await dialog.getByRole('heading', { name: 'Delete in Contacts: “Delete contact?”' }).waitFor(visible);
    await dialog.getByText('Tidy up my contacts').waitFor(visible);
    // The agent's words are marked as such, and a direction override in them is shown.
    await dialog.getByText('“She is in the list twice ⟨U+202E⟩so I take one away”').waitFor(visible);
    await dialog.getByText(/^the button “Delete”, /).waitFor(visible);
    const picture = dialog.getByRole('img', { name: /marked: the button “Delete”/ });
    await picture.waitFor(visible);
    expect(await button(page, 'Yes, always for this').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('No');
    expect(await violations(page)).toStrictEqual([]);
    // The picture loaded, and the ring is on it.
    const shown = await page.evaluate(() => {
      const [image, ring] = ['.marked-picture image', '.marked-picture .ring'].map((one) =>
        document.querySelector(one)?.getBoundingClientRect(),
      );
      return { image, ring };
    });
    const { image, ring } = shown as { image: DOMRect; ring: DOMRect };
    expect(image.width).toBeGreaterThan(60);
    expect(ring.left).toBeGreaterThan(image.left);
    expect(ring.bottom).toBeLessThan(image.bottom);
    expect(ring.width).toBeGreaterThan(3);
    // Nothing is wider than the page.
    const over = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(over).toBeLessThanOrEqual(0);
  }
  const order: (string | undefined)[] = [];
  for (let count = 0; count < 4; count += 1) {
    await wide.page.keyboard.press('Shift+Tab');
    order.push(await wide.page.evaluate(() => document.activeElement?.textContent?.trim()));
  }
  expect(order).toStrictEqual(['Yes', 'Later', 'Let me do it myself', 'No, and stop']);
  // Enter in the field for a reason is a no, with that reason.
  await dialogOf(wide.page).getByLabel(/Why not/).fill('they are two people');
  await until(dialogOf(wide.page), () => wide.page.keyboard.press('Enter'));
  await dialogOf(narrow.page).waitFor({ state: 'detached' });
  await expect.poll(() => state(task)).toBe('success');
  const told = await server.request('GET', `/api/tasks/${task}/events`, server.token);
  expect(await told.text()).toContain('they are two people');
  // Nothing was pressed: the phone still asks.
  await placeOf('Delete contact?');
  await leave();
});

it('a yes does it, once', async () => {
  const task = await start('Really', 'Emily Chen');
  await button(wide.page, 'Yes').waitFor(visible);
  await until(dialogOf(wide.page), () => button(wide.page, 'Yes').click({ timeout: 1_000 }));
  await expect.poll(() => state(task)).toBe('success');
  const answer = await server.request('GET', '/api/devices/sim/tree', server.token);
  expect(await answer.text()).not.toContain('Delete contact?');
});

it('no, and stop: the task ends', async () => {
  const task = await start('Stop it', 'Mom');
  await button(narrow.page, 'No, and stop').waitFor(visible);
  await until(dialogOf(narrow.page), () =>
    button(narrow.page, 'No, and stop').click({ timeout: 1_000 }),
  );
  await expect.poll(() => state(task)).toBe('interrupted');
  await leave();
});

it('let me do it myself: the phone is the person’s until they give it back', async () => {
  const task = await start('By hand', 'Alex Johnson');
  await button(wide.page, 'Let me do it myself').waitFor(visible);
  await until(dialogOf(wide.page), () =>
    button(wide.page, 'Let me do it myself').click({ timeout: 1_000 }),
  );
  const offer = wide.page.getByRole('button', { name: 'Give it back' });
  await offer.waitFor(visible);
  await expect.poll(() => state(task)).toBe('paused');
  await leaveByHand();
  expect(await violations(wide.page)).toStrictEqual([]);
  await offer.click();
  await expect.poll(() => state(task)).toBe('success');
  await offer.waitFor({ state: 'detached' });
});

it('the same behind a link, without a script', async () => {
  const task = await start('From afar', 'Maria Garcia');
  let link = '';
  await expect
    .poll(async () => {
      const listed = await server.request('GET', '/api/questions', server.token);
      const { questions } = (await listed.json()) as { questions: { link: { url: string } }[] };
      link = questions[0]?.link.url ?? '';
      return link;
    })
    .not.toBe('');
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  });
  const page = await context.newPage();
  const refused: string[] = [];
  // Scripts are requested, but not wanted here.
  page.on('requestfailed', (request) => {
    if (!request.url().endsWith('.js')) refused.push(request.url());
  });
  await page.goto(server.origin + link);
  await page.getByRole('heading', { name: 'Delete in Contacts: “Delete contact?”' }).waitFor(visible);
  await page.getByRole('img', { name: /marked: the button “Delete”/ }).waitFor(visible);
  await page.getByRole('button', { name: 'Let me do it myself' }).click();
  await page.getByRole('heading', { name: 'The phone is yours' }).waitFor(visible);
  await expect.poll(() => state(task)).toBe('paused');
  await page.getByRole('button', { name: 'I am done: continue' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor(visible);
  await expect.poll(() => state(task)).toBe('success');
  expect(refused).toStrictEqual([]);
  await context.close();
});

it('did nothing that no page of ours does', () => {
  for (const { foreign, trouble } of [wide, narrow]) {
    expect(foreign).toStrictEqual([]);
    expect(trouble).toStrictEqual([]);
  }
});
