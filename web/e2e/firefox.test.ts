// The main paths in Debian's Firefox: in by the link, windows, keys, a task, its question, found by role and name alone.

import { afterAll, beforeAll, expect, it } from 'vitest';

import { any, Firefox, type Tab } from './firefox';
import { Server, type Agent } from './server';
import { startTask, stateOf } from './tasks';

let server: Server;
let agent: Agent;
let firefox: Firefox;
let tab: Tab;

beforeAll(async () => {
  [server, firefox] = await Promise.all([Server.start(), Firefox.start()]);
  agent = await server.agent('painter');
  tab = await firefox.open(server.link);
});
afterAll(async () => {
  await firefox?.stop();
  await server?.stop();
});

it('the link lets in, and the token leaves the address', async () => {
  await tab.find('main', 'Desktop');
  await expect.poll(() => tab.evaluate('location.hash')).toBe('');
});

it('somebody without a session is told how to get in, and gets in with the link', async () => {
  const stranger = await firefox.open(`${server.origin}/`);
  await stranger.find('heading', 'You are signed out');
  await stranger.focus(any, 'Or paste the link or its token here');
  await stranger.type(server.token);
  await stranger.press('Enter');
  await stranger.find('main', 'Desktop');
  await stranger.close();
  await tab.activate();
});

it('windows appear, come to the front by the mouse, and move by keys', async () => {
  await agent.open('first', { bounds: { x: 100, y: 100, w: 400, h: 260 } });
  await agent.open('second', { bounds: { x: 300, y: 200, w: 400, h: 260 } });
  await tab.find('heading', 'first');
  await tab.find('heading', 'second');
  await tab.click('button', 'first');
  await tab.focus('button', 'Menu of first');
  for (const key of ['Enter', 'Enter', 'ArrowRight', 'Shift+ArrowDown', 'Enter']) await tab.press(key);
  const bounds = async (): Promise<unknown> => {
    const answer = await server.request('GET', '/api/desktop', server.token);
    const { windows } = (await answer.json()) as { windows: Record<string, { bounds: unknown }> };
    return windows['monitor-0/first']?.bounds;
  };
  await expect.poll(bounds).toStrictEqual({ x: 120, y: 101, w: 400, h: 260 });
  await tab.click('button', 'Close second');
  await tab.gone('heading', 'second');
});

it('a task asks, and is answered by keys', async () => {
  const task = await startTask(server, 'Book a table', 'next', [
    { type: 'confirm', message: 'Book at eight?' },
    { type: 'ask_user', question: 'Which name?' },
    { type: 'finish', message: 'All done' },
  ]);
  await tab.find('alertdialog', 'Go ahead?');
  await tab.focus('button', 'Yes');
  // A key in the first instant was meant for what the person was doing before: it is pressed until it counts.
  await expect
    .poll(async () => {
      if ((await tab.count('button', 'Yes')) > 0) await tab.press('Enter');
      return tab.count('button', 'Yes');
    })
    .toBe(0);
  await tab.focus('textbox', 'Your answer');
  await tab.type('Ada שרה 🙂');
  await expect
    .poll(async () => {
      if ((await tab.count('textbox', 'Your answer')) > 0) await tab.press('Enter');
      return stateOf(server, task);
    })
    .toBe('success');
  await tab.gone('alertdialog');
});

it('the page fits a narrow Firefox, and can be seen', async () => {
  await tab.resize(360, 640);
  await expect
    .poll(() => tab.evaluate('document.documentElement.scrollWidth'))
    .toBeLessThanOrEqual(360);
  expect((await tab.screenshot()).subarray(1, 4).toString()).toBe('PNG');
});

it('did nothing that no page of ours does', () => {
  expect(firefox.trouble).toStrictEqual([]);
});
