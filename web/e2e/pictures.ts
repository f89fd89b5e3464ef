// Takes the pictures of the documentation: the desktop as people meet it, one after the other, with the same server and
// the same phone. Writes `docs/images/*.png` and the list with their captions.

import type { Browser, Page } from 'playwright-core';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, personally, startBrowser } from './browser';
import { openPhone, painted } from './phone';
import { Server, type Agent } from './server';
import { ask, type Stage } from './stage';

const folder = path.resolve(import.meta.dirname, '../../docs/images');

let server: Server;
let browser: Browser;
let agent: Agent;
let stage: Stage;
const captions: string[] = [];

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  server = await Server.startUntouched();
  browser = await startBrowser('--font-render-hinting=none');
  agent = await server.agent('Travel agent');
  stage = { server, browser, agent };
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  const list = captions.join('\n');
  await writeFile(path.join(folder, 'README.md'), `# Pictures of the desktop\n\n\`npm run pictures\` in \`web\` takes them.\n\n${list}\n`);
});

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Arranges a picture; returns a function that undoes it. */
type Arrange = (page: Page) => Promise<(() => Promise<void>) | void>;

/** Takes one picture with its own page. */
function picture(
  name: string,
  caption: string,
  look: { size?: typeof wide; dark?: boolean },
  arrange: Arrange,
): void {
  it(caption, async () => {
    const { page, context } = await openDesktop(browser, server.link, {
      viewport: look.size ?? wide,
      colorScheme: look.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    const takeBack = await arrange(page);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const live = page.locator('[data-phone]');
    if (await live.first().isVisible()) await painted(live.first());
    await page.mouse.move(0, 0);
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
    await takeBack?.();
    await context.close();
    captions.push(`- ![${caption}](${name}.png) ${caption}`);
  });
}

const part = async (page: Page, id: string): Promise<() => Promise<void>> => {
  await personally(page, { type: 'desktop.open', what: 'part', id });
  const window = page.locator(`[data-window="monitor-0/part-${id}"]`);
  await window.waitFor();
  await window.getByText('Loading…').waitFor({ state: 'detached' });
  return () => personally(page, { type: 'window.close', windowId: `monitor-0/part-${id}` });
};

const key = async (page: Page, chord: string): Promise<() => Promise<void>> => {
  await page.keyboard.press(chord);
  await page.getByRole('dialog').waitFor();
  return () => page.keyboard.press('Escape');
};

/** Opens windows as an agent that plans a journey would. */
async function journey(): Promise<void> {
  const at = (x: number, y: number, w: number, h: number) => ({ bounds: { x, y, w, h } });
  await agent.open('plan', {
    ...at(40, 40, 460, 420),
    title: 'Three days in Lisbon',
    content: {
      renderer: 'markdown',
      data: '## Friday\n\n- [x] Train to the airport, **9:40**\n- [x] Flight TP 571\n- [ ] Check in at *Casa do Bairro*\n\n## Saturday\n\n1. Tram 28 to Graça\n2. Lunch at the market\n3. Belém by ferry\n\n> Rain is likely in the afternoon: the museum is booked for three.',
    },
  });
  await agent.open('costs', {
    ...at(530, 60, 420, 270),
    title: 'What it costs',
    content: {
      renderer: 'table',
      data: {
        headers: ['What', 'When', 'Price'],
        rows: [
          ['Flight', 'Fri 12:05', '€ 184'],
          ['Two nights', 'Fri to Sun', '€ 212'],
          ['Museum', 'Sat 15:00', '€ 16'],
          ['Train', 'Sun 18:20', '€ 9'],
        ],
      },
    },
  });
  await agent.open('seats', {
    ...at(560, 360, 400, 330),
    title: 'Choose your seats',
    content: {
      renderer: 'component',
      data: {
        components: [
          { type: 'text', content: 'Flight TP 571, two passengers', variant: 'subheading' },
          { type: 'select', name: 'row', label: 'Row', options: [{ value: '12', label: '12, by the exit' }, { value: '20', label: '20' }] },
          { type: 'input', name: 'note', label: 'A note to the crew' },
          { type: 'progress', value: 66, label: 'Two of three steps', showValue: true },
          { type: 'button', label: 'Book them', action: 'book', variant: 'primary' },
        ],
      },
    },
  });
}

picture('first-run', 'A fresh desktop: the command bar and three suggestions', {}, async (page) => {
  await page.getByRole('heading', { name: 'What should I do?' }).waitFor();
});
picture('first-run-narrow', 'The same on a phone', { size: phone }, async (page) => {
  await page.getByRole('heading', { name: 'What should I do?' }).waitFor();
});
picture('task', 'A task in the command bar: how it was understood, and the result', {}, async (page) => {
  await page.keyboard.press('/');
  await page.keyboard.type('set a timer for 5 minutes');
  await page.keyboard.press('Enter');
  await page.getByText('The timer runs for 5 minutes.').first().waitFor();
});
picture('windows', 'Windows that an agent fills', {}, async (page) => {
  await journey();
  await page.getByRole('heading', { name: 'Choose your seats' }).waitFor();
});
picture('windows-dark', 'The same in dark mode', { dark: true }, async (page) => {
  await page.getByRole('heading', { name: 'Choose your seats' }).waitFor();
});
picture('windows-narrow', 'One window at a time on a phone', { size: phone }, async (page) => {
  await page.getByRole('button', { name: /^Windows/ }).click();
  await page.getByRole('button', { name: /^Three days in Lisbon/ }).first().click();
  await page.getByRole('heading', { name: 'Saturday' }).waitFor();
});
picture('overview', 'All windows at a glance', {}, (page) => press(page, 'All windows'));
picture('launcher', 'Apps and parts, with search', {}, (page) => press(page, 'Apps and parts'));
picture('keys', 'Every keyboard shortcut, under the question mark', {}, (page) => key(page, '?'));
picture('phone', 'The phone, live, with its buttons', {}, async (page) => {
  await painted(await openPhone(page));
  return () => personally(page, { type: 'window.close', windowId: 'monitor-0/part-phone-sim' });
});
picture('phone-list', 'The phone’s screen as a list, for people who cannot see the picture', {}, async (page) => {
  const shown = await openPhone(page);
  await painted(shown);
  await shown.getByRole('button', { name: 'Show as list' }).click();
  await shown.getByRole('button', { name: 'Numbers', exact: true }).click();
  await shown.getByRole('listitem').first().waitFor();
  return () => personally(page, { type: 'window.close', windowId: 'monitor-0/part-phone-sim' });
});
picture('assistant', 'The assistant: the conversation with its plans', {}, (page) => part(page, 'assistant'));
picture('tasks', 'Tasks, step by step with pictures', {}, (page) => part(page, 'tasks'));
picture('settings', 'Settings', { dark: true }, (page) => part(page, 'settings'));
picture('question', 'A question before a risky action', {}, async (page) => {
  const end = await ask(stage, { type: 'shell', command: 'pm clear com.android.contacts' });
  await page.getByRole('alertdialog').waitFor();
  return end;
});
picture('link', 'The same question behind a link, on another phone', { size: { width: 360, height: 740 } }, async (page) => {
  const end = await ask(stage, {
    type: 'request_human_auth',
    capability: '2fa',
    instruction: 'Type the code that the bank has sent',
  });
  let url = '';
  await expect
    .poll(async () => {
      const listed = await server.request('GET', '/api/questions', server.token);
      const { questions } = (await listed.json()) as { questions: { link: { url: string } }[] };
      url = questions[0]?.link.url ?? '';
      return url;
    })
    .not.toBe('');
  await page.goto(new URL(url, server.origin).href);
  await page.getByText('Type the code that the bank has sent').first().waitFor();
  return end;
});

/** Opens one of the panes by its button in the task bar. */
async function press(page: Page, name: string): Promise<() => Promise<void>> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').first().waitFor();
  return () => page.keyboard.press('Escape');
}

it('sixteen pictures were taken', () => {
  expect(captions.length).toBe(16);
});
