// A session of a blind person, from the greeting to the last undo: through the accessibility tree alone, by focus and
// keys. They hear changes in live regions, and the name of the focused element.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, type Watched } from './browser';
import { SlowModel } from './model';
import { Server } from './server';
import { startTask, stateOf } from './tasks';
import { Tree } from './tree';

let server: Server;
let browser: Browser;
let model: SlowModel;
let seen: Watched;
let tree: Tree;

beforeAll(async () => {
  server = await Server.startUntouched();
  [browser, model] = await Promise.all([startBrowser(), SlowModel.start(server)]);
  seen = await openDesktop(browser, server.link, { reducedMotion: 'reduce' });
  tree = await Tree.of(seen.page);
});
afterAll(async () => {
  await browser?.close();
  model?.stop();
  await server?.stop();
});

/** Types a request into the command bar, wherever the focus was. */
async function ask(words: string): Promise<void> {
  await tree.keys('Control+k');
  await tree.focused('combobox', 'What should I do?');
  await tree.type(words);
  await tree.keys('Enter');
}

/** Returns a window's bounds on the first monitor, from the server. */
async function placeOf(window: string): Promise<unknown> {
  const answer = await server.request('GET', '/api/desktop', server.token);
  const { windows } = (await answer.json()) as { windows: Record<string, { bounds: unknown }> };
  return windows[`monitor-0/${window}`]?.bounds;
}

it('they are greeted, and nothing that can be operated is without a name', async () => {
  await tree.find('main', 'Desktop');
  await tree.find('heading', 'What should I do?');
  await tree.find('button', /Take a photo/);
  // The phone opened by itself next to the greeting, without taking the focus.
  await tree.find('region', 'Built-in phone');
  expect((await tree.inFocus()).map(({ role }) => role)).toStrictEqual(['RootWebArea']);
  expect(await tree.nameless()).toStrictEqual([]);
});

it('a part that was asked for has the focus, and its settings say how they stand', async () => {
  await ask('/settings');
  await tree.focused('region', 'Settings');
  await tree.press('checkbox', /^Show me every plan first/, 'Space');
  const state = async (): Promise<unknown> =>
    (await tree.find('checkbox', /^Show me every plan first/)).states.checked;
  await expect.poll(state).toBe('true');
  await tree.keys('Control+Alt+x');
  await tree.gone('region', /^Settings$/);
});

it('a task is asked for, its plan is heard, agreed to in the conversation, and its end is heard', async () => {
  await ask('/assistant');
  await tree.focused('region', 'Assistant');
  const before = tree.announced.length;
  await ask('Set a timer for 5 minutes');
  await tree.announces(/^Started: Set a timer for 5 minutes$/, before);
  await tree.announces(/^Start a timer of 5 minutes\. Shall I\?$/, before);
  const question = await tree.find('form', 'Start a timer of 5 minutes. Shall I?');
  expect(question.inside).toContain('region Conversation');
  // Nothing interrupted the person.
  await tree.focused('combobox', 'What should I do?');
  await tree.pressAway('button', /^Yes$/);
  await tree.announces(/^Start a timer of 5 minutes\.$/, before);
  await tree.announces(/^Done: The timer runs for 5 minutes\.$/, before);
  const steps = (await tree.nodes()).filter(({ role, inside }) => role === 'StaticText' && inside[0]?.startsWith('listitem'));
  expect(steps.map(({ name }) => name)).toContain('Done:');
});

it('the phone is read and used as a list while a task works on it, taken over and given back', async () => {
  const before = tree.announced.length;
  await ask('Fold the laundry');
  await model.wasAsked(1);
  await ask('/phone');
  await tree.focused('region', 'Built-in phone');
  await tree.keys('Alt+Shift+V');
  await tree.focused('heading', 'On the screen');
  expect(await tree.nameless()).toStrictEqual([]);

  await tree.press('button', 'Take over');
  await tree.announces(/^The phone is yours\.$/, before);
  await tree.announces(/^You have the phone$/, before);
  await tree.press('button', 'Settings');
  await tree.find('button', /^Network & internet/);
  // The pressed element is gone with its screen: the focus is still in the list, and the new screen is announced.
  await tree.focused('heading', 'On the screen');
  await tree.announces(/^New screen: Settings, \d+ elements$/, before);

  await tree.press('button', 'Give back and continue');
  await tree.announces(/^Continuing\.$/, before);
  await tree.announces(/^“Fold the laundry”$/, before);
  // It looks again, and asks first.
  await model.answer(2, 'I see Settings', { type: 'confirm', message: 'Shall I fold the towels too?' });
  await tree.find('alertdialog', /Shall I fold the towels too/);
  await tree.announces(/^Shall I fold the towels too\?$/, before);
  await tree.pressAway('button', /^Yes$/);
  await model.answer(3, 'That was all', { type: 'finish', message: 'The laundry is folded' });
  await tree.announces(/^Done: The laundry is folded/, before);
  await tree.announces(/^The phone is free$/, before);
});

it('it is found among the tasks, with how it ended', async () => {
  await ask('/tasks');
  await tree.focused('region', 'Tasks');
  const row = await tree.find('button', /Fold the laundry/);
  expect(row.name).toMatch(/^Done/);
  expect(row.states.expanded).toBe(false);
  await tree.press('button', /Fold the laundry/);
  await expect.poll(async () => (await tree.find('button', /Fold the laundry/)).states.expanded).toBe(true);
  await tree.hears(/The laundry is folded/);
  expect(await tree.nameless()).toStrictEqual([]);
});

it('a window is moved by keys; that is taken back, and said', async () => {
  const before = (await placeOf('part-tasks')) as { x: number };
  const mark = tree.announced.length;
  await tree.press('button', 'Menu of Tasks');
  await tree.focused('menuitem', 'Move');
  await tree.keys('Enter');
  await tree.focused('toolbar', /^Move with the arrow keys/);
  await tree.keys('ArrowRight', 'ArrowRight', 'Enter');
  await tree.focused('region', 'Tasks');
  await expect.poll(() => placeOf('part-tasks')).toStrictEqual({ ...before, x: before.x + 40 });
  await tree.keys('Control+z');
  await tree.announces(/Undone.*Tasks/i, mark);
  await expect.poll(() => placeOf('part-tasks')).toStrictEqual(before);
  await tree.press('button', 'Redo');
  await expect.poll(() => placeOf('part-tasks')).toStrictEqual({ ...before, x: before.x + 40 });
});

it('a question that comes from elsewhere is heard and answered', async () => {
  const mark = tree.announced.length;
  const task = await startTask(server, 'Book a table', 'next', [
    { type: 'ask_user', question: 'Which name?' },
    { type: 'finish', message: 'All done' },
  ]);
  await tree.announces(/^Which name\?$/, mark);
  await tree.write('textbox', /Your answer/, 'Ada');
  expect((await tree.find('textbox', /Your answer/)).value).toBe('Ada');
  const asked = (): number => tree.announced.slice(mark).filter((said) => said === 'Which name?').length;
  const before = asked();
  await tree.pressAway('textbox', /Your answer/);
  await expect.poll(() => stateOf(server, task)).toBe('success');
  await tree.announces(/All done/, mark);
  // It is not asked again between the answer and its end.
  expect(asked()).toBe(before);
});

it('did nothing that no page of ours does', () => {
  expect(seen.foreign).toStrictEqual([]);
  expect(seen.trouble).toStrictEqual([]);
});
