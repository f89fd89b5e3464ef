// The main paths in Debian's Firefox, by mouse and keyboard, found by role and name alone: sign-in by the link,
// windows, an agent's dialog, a task from the command bar to its end, its questions, the phone's picture, taking over
// and giving back.

import { afterAll, beforeAll, expect, it } from 'vitest';

import { any, Firefox, type Tab } from './firefox';
import { SlowModel } from './model';
import { Server, type Agent, type EventStream } from './server';
import { startTask, stateOf } from './tasks';

let server: Server;
let agent: Agent;
let events: EventStream;
let firefox: Firefox;
let model: SlowModel;
let tab: Tab;

beforeAll(async () => {
  // One after the other, so that a started one is ended even if the next one does not start.
  server = await Server.start();
  firefox = await Firefox.start();
  [agent, model] = await Promise.all([server.agent('painter'), SlowModel.start(server)]);
  events = await agent.events();
  tab = await firefox.open(server.link);
}, 180_000);
afterAll(async () => {
  events?.close();
  await firefox?.stop();
  model?.stop();
  await server?.stop();
});

/** Types a request into the command bar. */
async function ask(words: string): Promise<void> {
  await tab.press('Control+k');
  await tab.type(words);
  await tab.press('Enter');
}

interface Phone {
  elements: { node: number; label: string }[];
  nodes: { bounds: { left: number; top: number; right: number; bottom: number } }[];
}

async function phone(): Promise<Phone> {
  const answer = await server.request('GET', '/api/devices/sim/tree', server.token);
  return (await answer.json()) as Phone;
}
const words = async (): Promise<string> => (await phone()).elements.map(({ label }) => label).join('\n');

/** Returns a checksum of the phone's picture; 0 while it is a single colour. */
const pixels = (): Promise<unknown> =>
  tab.evaluate(`(() => {
    const canvas = document.querySelector('[data-phone="sim"] canvas');
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let sum = 7;
    let colours = new Set();
    for (let at = 0; at < data.length; at += 4) {
      const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
      if (colours.size < 9) colours.add(colour);
      sum = (Math.imul(sum, 31) + colour) | 0;
    }
    return colours.size < 9 ? 0 : sum;
  })()`);

/** Touches the element with this label on the phone, with the mouse on its picture. */
async function touch(label: string): Promise<void> {
  const { elements, nodes } = await phone();
  const bounds = nodes[elements.find((one) => one.label.startsWith(label))?.node ?? -1]?.bounds;
  const box = (await tab.evaluate(
    `(({ x, y, width, height }) => ({ x, y, width, height }))(document.querySelector('[data-phone="sim"] canvas').getBoundingClientRect())`,
  )) as { x: number; y: number; width: number; height: number };
  if (!bounds) throw new Error(`there is no ${label} on the phone`);
  const [x, y] = [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2];
  await tab.clickAt(box.x + (x / 1080) * box.width, box.y + (y / 2400) * box.height);
}

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
  // A person's change is undone, and announced.
  await tab.press('Control+z');
  await expect.poll(bounds).toStrictEqual({ x: 100, y: 100, w: 400, h: 260 });
  await tab.find('button', 'Redo');
  for (const title of ['second', 'first']) {
    await tab.click('button', `Close ${title}`);
    await tab.gone('heading', title);
  }
});

it('an agent’s dialog is answered by the mouse, and by a key', async () => {
  const dialog = (id: string) => ({ type: 'dialog.confirm', id, title: 'Send it?', message: 'To Sam.', confirmText: 'Send' });
  await agent.act(dialog('d1'));
  await tab.find('alertdialog', 'Send it?');
  await tab.until('alertdialog', 'Send it?', () => tab.click('button', 'Send'));
  expect(await events.next('DIALOG_FEEDBACK')).toMatchObject({ confirmed: true });
  await agent.act(dialog('d2'));
  await tab.find('alertdialog', 'Send it?');
  await tab.until('alertdialog', 'Send it?', () => tab.press('Escape'));
  expect(await events.next('DIALOG_FEEDBACK')).toMatchObject({ confirmed: false });
});

it('a task is asked for by keys, agreed to by the mouse, and seen on the phone', async () => {
  await server.request('PATCH', '/api/settings', server.token, { alwaysConfirm: true });
  await ask('/phone');
  await expect.poll(pixels, { message: 'the phone shows nothing' }).not.toBe(0);
  const before = await pixels();
  await ask('Open Settings');
  await tab.find('button', 'Yes');
  await tab.until('button', 'Yes', () => tab.click('button', 'Yes'));
  await tab.says('Done: ');
  await expect.poll(words).toContain('Network & internet');
  await expect.poll(pixels).not.toBe(before);
});

it('the phone is touched in its picture, and changes there', async () => {
  const before = await pixels();
  await touch('Network & internet');
  await expect.poll(words).toContain('Airplane mode');
  await expect.poll(pixels).not.toBe(before);
  await tab.says('You have the phone');
  await tab.click('button', 'Give back');
  await tab.says('The phone is free');
});

it('a task is taken over by the mouse and given back by keys, and goes on with a fresh look', async () => {
  await ask('Fold the laundry');
  await model.wasAsked(1);
  await tab.says('“Fold the laundry”');
  await tab.click('button', 'Take over');
  await tab.says('You have the phone');
  await tab.find('button', 'Give back and continue');
  // After touching the picture, the focus is in the phone's window, and its keys work.
  await touch('Airplane mode');
  await tab.press('Alt+Shift+o');
  await model.answer(2, 'That was all', { type: 'finish', message: 'The laundry is folded' });
  await tab.says('Done: The laundry is folded');
  await tab.says('The phone is free');
});

it('a task asks, and is answered by keys', async () => {
  const task = await startTask(server, 'Book a table', 'next', [
    { type: 'confirm', message: 'Book at eight?' },
    { type: 'ask_user', question: 'Which name?' },
    { type: 'finish', message: 'All done' },
  ]);
  await tab.find('alertdialog', 'Book at eight?');
  await tab.focus('button', 'Yes');
  await tab.until('button', 'Yes', () => tab.press('Enter'));
  await tab.focus('textbox', 'Your answer');
  await tab.type('Ada שרה 🙂');
  await tab.until('textbox', 'Your answer', () => tab.press('Enter'));
  await expect.poll(() => stateOf(server, task)).toBe('success');
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
