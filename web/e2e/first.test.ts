// A newcomer's first minutes on an untouched desktop: the greeting, its suggestions, the command bar by keyboard alone,
// the guided dialogs.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { suggestions } from '../src/home/suggestions';
import { askBar, openDesktop, startBrowser, violations } from './browser';
import { Agent, Server } from './server';
import { until } from './tasks';

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

const visible = { state: 'visible' } as const;
const big = (page: Page) => page.getByRole('form', { name: 'Ask', exact: true }).getByRole('combobox');

async function open(width: number, colorScheme: 'light' | 'dark', more = {}): Promise<Page> {
  const viewport = { width, height: width < 640 ? 740 : 860 };
  const { page } = await openDesktop(browser, server.link, {
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    ...more,
  });
  await page.getByRole('heading', { name: 'What should I do?' }).waitFor(visible);
  return page;
}

describe.sequential('the greeting', () => {
  it.each([
    [1440, 'light'],
    [1024, 'dark'],
    [390, 'light'],
    [320, 'dark'],
  ] as const)('at %i px, %s', async (width, scheme) => {
    const page = await open(width, scheme);
    for (const { goal } of suggestions) await page.getByRole('button', { name: goal }).waitFor(visible);
    for (const name of ['Add a model', 'Connect a real phone', 'Let an agent in'])
      await page.getByRole('button', { name }).waitFor(visible);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    expect(await violations(page)).toStrictEqual([]);
    await page.context().close();
  });

  it('in forced colours', async () => {
    const page = await open(1024, 'light', { forcedColors: 'active' });
    expect(await violations(page)).toStrictEqual([]);
    await page.context().close();
  });

  it.each(suggestions.map(({ goal }) => goal))(
    'suggests what is done without a question: %s',
    { timeout: 60_000 },
    async (goal) => {
      const page = await open(1280, 'light');
      await page.getByRole('button', { name: goal }).click();
      const card = page.locator('.home-tried .task-card');
      await card.locator('.plan-step').first().waitFor(visible);
      await expect
        .poll(() => card.getAttribute('data-state'), { timeout: 40_000 })
        .toBe('success');
      expect(await page.getByRole('alertdialog').count()).toBe(0);
      await page.context().close();
    },
  );
});

describe.sequential('the command bar', () => {
  it('starts a task by keys alone, and shows what was understood and what came of it', { timeout: 60_000 }, async () => {
    const page = await open(1280, 'light');
    await page.keyboard.press('/');
    await page.keyboard.type('set a timer for 5 minutes');
    await page.keyboard.press('Enter');
    const card = page.locator('.ask-reply .task-card');
    await card.getByText('5 minutes').first().waitFor(visible);
    await expect.poll(() => card.getAttribute('data-state'), { timeout: 40_000 }).toBe('success');
    await card.getByText('The timer runs for 5 minutes.').waitFor(visible);
    expect(await violations(page)).toStrictEqual([]);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });

    // An earlier request is suggested, and chosen with the arrow keys.
    await page.keyboard.type('timer');
    const option = page.getByRole('option', { name: 'set a timer for 5 minutes' });
    await option.waitFor(visible);
    await page.keyboard.press('ArrowDown');
    expect(await option.getAttribute('aria-selected')).toBe('true');
    const active = await big(page).getAttribute('aria-activedescendant');
    expect(active).toBe(await option.getAttribute('id'));
    expect(await violations(page)).toStrictEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => card.getAttribute('data-state'), { timeout: 40_000 }).toBe('success');
    await page.context().close();
  });

  it('is reached with Ctrl+K from anywhere, and a slash in a text is a slash', async () => {
    const page = await open(1280, 'light');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('a/b');
    expect(await big(page).inputValue()).toBe('a/b');
    await askBar(page).focus();
    await page.keyboard.press('Control+k');
    expect(await big(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it('lists its commands, and says that one does not exist', async () => {
    const page = await open(1280, 'dark');
    await askBar(page).fill('/');
    await page.getByRole('option', { name: /^\/stop/ }).waitFor(visible);
    expect(await violations(page)).toStrictEqual([]);
    await askBar(page).fill('/help');
    await page.keyboard.press('Enter');
    await page.locator('.ask-help').getByText('Send a message to the agents').waitFor(visible);
    expect(await violations(page)).toStrictEqual([]);
    await askBar(page).fill('/nothing');
    await page.keyboard.press('Enter');
    await page.locator('.ask-said').getByText('There is no command “/nothing”').waitFor(visible);
    // The typed text is not lost.
    expect(await askBar(page).inputValue()).toBe('/nothing');
    await askBar(page).fill('/stop');
    await page.keyboard.press('Enter');
    await page.locator('.ask-said').getByText('There is nothing to stop.').waitFor(visible);
    await page.context().close();
  });

  it('says what helps when it did not understand', async () => {
    const page = await open(390, 'light');
    // The question is on the page before the reply that says which task it belongs to.
    await page.route('**/api/tasks', async (route) => {
      const reply = await route.fetch();
      await page.waitForFunction(() => document.title.startsWith('(1)'));
      await route.fulfill({ response: reply });
    });
    await big(page).fill('make me a sandwich');
    await page.keyboard.press('Enter');
    // Asked back right there, and nowhere else.
    const card = page.locator('.ask-reply .task-card');
    await card.locator('form').getByText('I did not understand that').waitFor(visible);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await until(card.locator('form'), () => card.getByRole('button', { name: 'Stop the task' }).click({ timeout: 1_000 }));
    await card.getByText('A model understands the rest.').waitFor(visible);
    expect(await violations(page)).toStrictEqual([]);
    await card.getByRole('button', { name: 'Add a model' }).click();
    await page.getByRole('dialog', { name: 'Add a model' }).waitFor(visible);
    await page.context().close();
  });

  it('says that nobody heard a message, and leads to letting somebody in', async () => {
    const page = await open(1280, 'light');
    await askBar(page).fill('/message is anybody there');
    await page.keyboard.press('Enter');
    await page.locator('.ask-said').getByText('Nobody received that').waitFor(visible);
    await page.locator('.ask-reply').getByRole('button', { name: 'Let an agent in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Let an agent in' });
    await dialog.waitFor(visible);
    expect(await violations(page)).toStrictEqual([]);

    // A key is created, and the agent’s first window is its sign of life.
    await page.keyboard.press('Enter');
    const shown = dialog.getByRole('group', { name: 'In a terminal' });
    await shown.waitFor(visible);
    expect(await violations(page)).toStrictEqual([]);
    const token = /KEY='([^']+)'/.exec((await shown.textContent()) ?? '')?.[1] ?? '';
    const agent = new Agent(server, token);
    const events = await agent.events();
    await agent.open('hello');
    await dialog.getByText('helper is here').waitFor(visible);
    await agent.act({ type: 'window.close', windowId: 'hello' });
    events.close();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe.sequential('guided dialogs', () => {
  it('add a model: what does not answer is said, and nothing typed is lost', async () => {
    const page = await open(390, 'light');
    await page.getByRole('button', { name: 'Add a model' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a model' });
    expect(await violations(page)).toStrictEqual([]);
    await dialog.getByRole('button', { name: /Another OpenAI-compatible/ }).click();
    await dialog.getByLabel('Address').fill('http://127.0.0.1:9/v1');
    await dialog.getByLabel('Model', { exact: true }).fill('some/model:7b');
    expect(await violations(page)).toStrictEqual([]);
    await page.keyboard.press('Enter');
    await dialog.locator('.verdict.is-bad').waitFor(visible);
    expect(await dialog.getByLabel('Name on this desktop').inputValue()).toBe('model');
    expect(await violations(page)).toStrictEqual([]);
    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await dialog.getByLabel('Address').inputValue()).toBe('http://127.0.0.1:9/v1');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('connect a phone: what is not there is said', async () => {
    const page = await open(320, 'dark');
    await page.getByRole('button', { name: 'Connect a real phone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a real phone' });
    await dialog.getByText('USB debugging').waitFor(visible);
    expect(await violations(page)).toStrictEqual([]);
    await dialog.getByRole('button', { name: 'It is ready' }).click();
    await dialog.getByLabel('Or its serial number or address').fill('127.0.0.1:9');
    expect(await violations(page)).toStrictEqual([]);
    await page.keyboard.press('Enter');
    await dialog.locator('.verdict.is-bad').waitFor(visible);
    expect(await violations(page)).toStrictEqual([]);
    await page.keyboard.press('Escape');
    await page.context().close();
  });
});
