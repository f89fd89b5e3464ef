// A person's actions on the page, and what their agents receive.

import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { askBar, openDesktop, startBrowser, windowOf, type Watched } from './browser';
import { Server, type Agent, type EventStream } from './server';

let server: Server;
let browser: Browser;
let agent: Agent;
let events: EventStream;
let seen: Watched;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent('waiter');
  events = await agent.events();
  seen = await openDesktop(browser, server.link);
});
afterAll(async () => {
  events?.close();
  await browser?.close();
  await server?.stop();
});

const visible = { state: 'visible' } as const;
const detached = { state: 'detached' } as const;
const ask = (id: string) => ({
  type: 'dialog.confirm',
  id,
  title: 'Send the message?',
  message: 'To Sam.',
  confirmText: 'Send',
  permissionOptions: { showRememberChoice: true, toolName: 'sms.send' },
});

async function boundsOf(window: Locator): Promise<number[]> {
  const box = await window.boundingBox();
  return box ? [box.x, box.y, box.width, box.height].map(Math.round) : [];
}

it('a dialog is answered by a key, then by the mouse, and the choice is remembered', async () => {
  const { page } = seen;
  const dialog = page.getByRole('alertdialog');
  await agent.act(ask('d1'));
  await dialog.getByText('Send the message?').waitFor(visible);
  // A key in the first moment was meant for what the person did before, so it is pressed until it counts.
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      return dialog.count();
    })
    .toBe(0);
  expect(await events.next('DIALOG_FEEDBACK')).toMatchObject({ confirmed: false });

  await agent.act(ask('d2'));
  await dialog.getByRole('checkbox').check();
  await expect
    .poll(async () => {
      if ((await dialog.count()) > 0)
        await dialog.getByRole('button', { name: 'Send' }).click({ timeout: 1_000 });
      return dialog.count();
    })
    .toBe(0);
  expect(await events.next('DIALOG_FEEDBACK')).toMatchObject({ confirmed: true });

  const { results } = await agent.act(ask('d3'));
  expect(results?.[0]?.feedback).toMatchObject({ confirmed: true, remembered: true });
  expect(await dialog.count()).toBe(0);
});

it('a form is submitted with the fields of its window, by button and by Enter', async () => {
  const { page } = seen;
  const form = (window: string) => ({
    title: window,
    content: {
      renderer: 'component',
      data: {
        components: [
          { type: 'input', name: 'who', label: 'Who', formId: 'f' },
          { type: 'input', name: 'note', label: 'Note', formId: 'f', rows: 2 },
          {
            type: 'select',
            name: 'n',
            label: 'People',
            formId: 'f',
            options: [
              { value: '2', label: 'Two' },
              { value: '4', label: 'Four' },
            ],
          },
          { type: 'input', name: 'other', label: 'Other', formId: 'another' },
          { type: 'button', label: 'Book', action: `book ${window}`, submitForm: 'f' },
        ],
      },
    },
  });
  await agent.open('one', form('one'));
  await agent.open('two', { ...form('two'), bounds: { x: 600, y: 60, w: 400, h: 400 } });
  const two = windowOf(page, 'two');
  await windowOf(page, 'one').getByLabel('Who').fill('not this one');
  await two.getByLabel('Who').fill('Ada "<b>" & Co');
  await two.getByLabel('Note').fill('two\nlines');
  await two.getByLabel('People').selectOption('4');
  await two.getByLabel('Other').fill('not this');
  // The agent sends the window again meanwhile: the typed text stays.
  await agent.act({ type: 'window.setContent', windowId: 'two', content: form('two').content });
  await two.getByRole('button', { name: 'Book' }).click();
  const expected = {
    action: 'book two',
    form: { who: 'Ada "<b>" & Co', note: 'two\nlines', n: '4' },
  };
  expect(await events.next('COMPONENT_ACTION')).toMatchObject(expected);
  await two.getByLabel('Who').press('Enter');
  expect(await events.next('COMPONENT_ACTION')).toMatchObject(expected);
});

it('a toast is held while it is read, and its button tells the agent', async () => {
  const { page } = seen;
  await agent.act({
    type: 'toast.show',
    id: 't',
    message: 'No answer',
    action: { label: 'Retry', eventId: 'again' },
  });
  const toast = page.locator('[data-toast="t"]');
  await toast.hover();
  await toast.getByRole('button', { name: 'Retry' }).click();
  expect(await events.next('TOAST_ACTION')).toMatchObject({ eventId: 'again' });
});

it('a message reaches the agents', async () => {
  const { page } = seen;
  await askBar(page).fill('/message hello there');
  await page.keyboard.press('Enter');
  expect(await events.next('USER_MESSAGE')).toMatchObject({ text: 'hello there' });
});

it('a window is dragged, resized, maximised, minimised, undone, closed', async () => {
  const { page } = seen;
  await agent.open('w', { bounds: { x: 100, y: 100, w: 400, h: 260 } });
  const window = windowOf(page, 'w');
  const title = window.getByRole('heading', { name: 'w', exact: true });
  await title.hover();
  await page.mouse.down();
  await page.mouse.move(600, 300, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => (await boundsOf(window))[0]).not.toBe(100);
  const [x = 0, y = 0] = await boundsOf(window);

  await page.mouse.move(x + 399, y + 259);
  await page.mouse.down();
  await page.mouse.move(x + 459, y + 299, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => boundsOf(window)).toStrictEqual([x, y, 460, 300]);
  const inState = async () => {
    const answer = await server.request('GET', '/api/desktop', server.token);
    const state = (await answer.json()) as { windows: Record<string, { bounds: unknown }> };
    return state.windows['monitor-0/w']?.bounds;
  };
  await expect.poll(inState).toStrictEqual({ x, y, w: 460, h: 300 });

  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await expect.poll(() => boundsOf(window)).toStrictEqual([x, y, 400, 260]);
  await title.dblclick();
  await expect.poll(async () => (await boundsOf(window))[2]).toBe(1280);
  await window.getByRole('button', { name: 'Restore w' }).click();
  await expect.poll(() => boundsOf(window)).toStrictEqual([x, y, 400, 260]);
  await window.getByRole('button', { name: 'Minimise w' }).click();
  await window.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'w, minimised' }).click();
  await window.waitFor(visible);
  await window.getByRole('button', { name: 'Close w' }).click();
  await window.waitFor(detached);
});

it('a window is moved and resized by keys alone', async () => {
  const { page } = seen;
  await agent.open('k', { bounds: { x: 100, y: 100, w: 400, h: 260 } });
  const window = windowOf(page, 'k');
  await window.getByRole('button', { name: 'Menu of k' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => boundsOf(window)).toStrictEqual([120, 101, 400, 260]);
  await window.getByRole('button', { name: 'Menu of k' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect.poll(() => boundsOf(window)).toStrictEqual([120, 101, 400, 260]);
  await page.keyboard.press('F6');
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement?.closest('[data-window], [data-region]') !== null),
    )
    .toBe(true);
});

it('somebody who is typing keeps the caret, whatever agents open', async () => {
  const { page } = seen;
  await agent.open('typing', {
    content: {
      renderer: 'component',
      data: { components: [{ type: 'input', name: 'a', label: 'Here' }] },
    },
  });
  const field = windowOf(page, 'typing').getByLabel('Here');
  await field.click();
  await page.keyboard.type('abc');
  await agent.open('intruder', { bounds: { x: 700, y: 300, w: 300, h: 200 } });
  await windowOf(page, 'intruder').waitFor(visible);
  await page.keyboard.type('def');
  expect(await field.inputValue()).toBe('abcdef');
});

it('a person unlocks what an agent has locked', async () => {
  const { page } = seen;
  await agent.open('locked');
  await agent.act({ type: 'window.lock', windowId: 'locked', agentId: 'waiter' });
  const badge = windowOf(page, 'locked').getByRole('button', { name: /locked by waiter/ });
  await badge.click();
  await badge.waitFor(detached);
});

it('somebody without a session is told how to get in, and gets in with the link', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.origin}/`);
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor(visible);
  await page.getByLabel(/paste the link/).fill('http://x/#token=wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('is not valid').waitFor(visible);
  await page.getByLabel(/paste the link/).fill(server.link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await windowOf(page, 'locked').waitFor(visible);
  await context.close();
});

it('did nothing that no page of ours does', () => {
  expect(seen.foreign).toStrictEqual([]);
  expect(seen.trouble).toStrictEqual([]);
});
