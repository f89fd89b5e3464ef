// Right-to-left text, and characters that reverse text, affect nothing around them.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, windowOf, type Watched } from './browser';
import { Server, type Agent } from './server';

let server: Server;
let browser: Browser;
let agent: Agent;
let seen: Watched;

const hebrew = 'שרה כהן';
const override = '\u202e';

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent(hebrew);
  seen = await openDesktop(browser, server.link);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Returns where the first and the last of these words begin, in pixels from the left. */
async function places(page: Page, within: string, ...words: string[]): Promise<number[]> {
  return page.locator(within).evaluate((element, words) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = new Map<string, number>();
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      for (const word of words) {
        const at = text.data.indexOf(word);
        if (at < 0 || found.has(word)) continue;
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        found.set(word, range.getBoundingClientRect().left);
      }
    }
    return words.map((word) => found.get(word) ?? NaN);
  }, words);
}

const ascending = (numbers: number[]): boolean =>
  numbers.every((number, index) => index === 0 || (numbers[index - 1] ?? Infinity) < number);

it('a name from right to left does not move what stands beside it', async () => {
  const { page } = seen;
  await agent.act({ type: 'notification.show', id: 'n', title: hebrew, body: `${override}abc` });
  const card = '[data-notification="n"]';
  await page.locator(card).waitFor();
  // Without isolation the dot and the time would be to the left of the name.
  expect(ascending(await places(page, `${card} .fine`, hebrew, '·'))).toBe(true);
  await agent.act({ type: 'dialog.confirm', id: 'd', title: 'Sure?', message: 'Really?' });
  await page.getByRole('alertdialog').waitFor();
  expect(ascending(await places(page, '.modal-from', hebrew, 'asks'))).toBe(true);
});

it('a question shows the characters that would turn it around', async () => {
  const { page } = seen;
  const dialog = page.getByRole('alertdialog');
  await agent.act({
    type: 'dialog.confirm',
    id: 'd',
    title: `Open photo${override}gpj.exe?`,
    message: `It is${'\u2066'} safe${'\u200b'}.`,
    confirmText: `Yes${override}`,
    permissionOptions: { showRememberChoice: true, toolName: `open${override}`, context: 'files' },
  });
  await dialog.getByText('Open photo⟨U+202E⟩gpj.exe?').waitFor();
  const text = (await dialog.textContent()) ?? '';
  expect(text).toContain('It is⟨U+2066⟩ safe⟨U+200B⟩.');
  expect(text).toContain('Remember my choice for open⟨U+202E⟩ on files');
  expect(text).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/);
  expect(ascending(await places(page, '.modal h2', 'Open', 'photo', 'gpj', 'exe'))).toBe(true);
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      return dialog.count();
    })
    .toBe(0);
});

it('titles, labels and texts keep their direction to themselves', async () => {
  const { page } = seen;
  await agent.open('w', {
    title: `${override}title`,
    bounds: { x: 60, y: 60, w: 500, h: 400 },
    content: {
      renderer: 'component',
      data: {
        components: [
          { type: 'text', content: hebrew },
          { type: 'text', content: 'Left to right' },
          { type: 'button', label: `${override}press`, action: 'x' },
          { type: 'progress', value: 40, label: hebrew, showValue: true },
          { type: 'input', name: 'a', label: hebrew },
        ],
      },
    },
  });
  const window = windowOf(page, 'w');
  await window.getByText(hebrew).first().waitFor();
  const directions = await window.evaluate((element) =>
    [...element.querySelectorAll('.words')].map((words) => getComputedStyle(words).direction),
  );
  expect(directions).toStrictEqual(['rtl', 'ltr']);
  expect(ascending(await places(page, '.progress-words', hebrew, '40'))).toBe(true);
  // The title is isolated in a button's label, so the text after it reads correctly.
  const close = window.getByRole('button', { name: /^Close/ });
  expect(await close.getAttribute('aria-label')).toBe(`Close \u2068${override}title\u2069`);
  await agent.act({
    type: 'window.setContent',
    windowId: 'w',
    content: { renderer: 'markdown', data: `# ${hebrew}\n\n- ${hebrew}\n\nEnglish` },
  });
  await window.getByRole('heading', { name: hebrew }).waitFor();
  const parts = await window.evaluate((element) =>
    [...element.querySelectorAll('.markup h1, .markup ul, .markup p')].map(
      (part) => getComputedStyle(part).direction,
    ),
  );
  expect(parts).toStrictEqual(['rtl', 'rtl', 'ltr']);
  await agent.act({
    type: 'window.setContent',
    windowId: 'w',
    content: { renderer: 'table', data: { headers: ['Name', 'Age'], rows: [[hebrew, '36']] } },
  });
  await window.getByRole('cell', { name: hebrew }).waitFor();
  expect(ascending(await places(page, '[data-window="monitor-0/w"] tbody tr', hebrew, '36'))).toBe(
    true,
  );
});

it('did nothing that no page of ours does', () => {
  expect(seen.foreign).toStrictEqual([]);
  expect(seen.trouble).toStrictEqual([]);
});
