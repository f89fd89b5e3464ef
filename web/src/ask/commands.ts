// The slash commands of the command bar, one entry each: name, description, implementation.
//
// To add a command, add an entry here. Help, completion and the bar use it automatically.

import { get } from '../connection/api';
import type { Page } from '../desktop/page';
import { isOver } from '../desktop/tasks';
import { openPart } from '../parts/open';
import { isAgentList, type TaskState, type TaskView } from '../protocol/http';
import type { Part } from '../protocol/wire';
import { doTo, giveBack, type Deed } from '../task/deeds';
import { listed } from '../task/words';
import { said, trouble, type Reply } from './reply';
import { target } from './target';

/** A slash command. */
export interface Command {
  /** Without the slash. */
  name: string;
  /** The argument after it, if it takes one. */
  argument?: string;
  does: string;
  run: (page: Page, argument: string) => Promise<Reply>;
}

const opens = (name: string, part: Part, does: string): Command => ({
  name,
  does,
  run: async (page) => done(await openPart(page, part)),
});

/** All commands, in the order in which they are offered. */
export const commands: readonly Command[] = [
  {
    name: 'phone',
    argument: 'name',
    does: 'Show the phone',
    run: async (page, name) => {
      const wanted = name.toLowerCase();
      const phone =
        name === ''
          ? target(page.phones)
          : page.phones.all().find((one) => `${one.id} ${one.name}`.toLowerCase().includes(wanted));
      if (phone) return done(await openPart(page, 'phone', phone.id));
      return trouble(name === '' ? 'There is no phone.' : `There is no phone “${name}”.`);
    },
  },
  opens('assistant', 'assistant', 'Show the conversation'),
  opens('tasks', 'tasks', 'Show running, waiting and past tasks'),
  {
    name: 'stop',
    does: 'Stop running and waiting tasks',
    run: (page) => doToAll(page, ['queued', 'running', 'paused'], 'cancel', 'Stopped', 'stop'),
  },
  {
    name: 'pause',
    does: 'Pause running tasks',
    run: (page) => doToAll(page, ['running'], 'pause', 'Paused', 'pause'),
  },
  {
    name: 'go',
    does: 'Continue paused tasks, and give phones back',
    run: async (page) => {
      const mine = page.phones.all().filter((phone) => phone.holder?.kind === 'person');
      await Promise.all(mine.map((phone) => giveBack(phone.id)));
      return doToAll(page, ['paused'], 'continue', 'Continued', 'continue');
    },
  },
  { name: 'undo', does: 'Undo the last task, if the app can', run: undo },
  { name: 'message', argument: 'text', does: 'Send a message to the agents', run: message },
  opens('phones', 'phones', 'Show the phones'),
  opens('agents', 'agents', 'Show the agents and their keys'),
  opens('permissions', 'permissions', 'Show what you always allow or refuse'),
  opens('settings', 'settings', 'Models, voice, look and more'),
  { name: 'help', does: 'List the commands', run: () => Promise.resolve({ kind: 'help' }) },
];

/** Parses a command and its argument from a text that begins with a slash. */
export function commandIn(text: string): { command: Command | undefined; argument: string } {
  const [, name = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const known = commands.find((command) => command.name === name.toLowerCase());
  return { command: known, argument: argument.trim() };
}

function done(outcome: { ok: boolean }): Reply {
  return outcome.ok ? { kind: 'done' } : trouble('The server did not open it.');
}

async function doToAll(
  page: Page,
  states: readonly TaskState[],
  deed: Deed,
  did: string,
  verb: string,
): Promise<Reply> {
  await page.tasks.refresh();
  const views = page.tasks.ids().map((id) => page.tasks.story(id)?.view);
  const meant = views.filter((view): view is TaskView => !!view && states.includes(view.state));
  if (meant.length === 0) return said(`There is nothing to ${verb}.`);
  const answers = await Promise.all(meant.map((view) => doTo(view.id, deed)));
  const failed = answers.find((answer) => !answer.ok);
  if (failed && !failed.ok) return trouble(`That did not work: ${failed.message}.`);
  return said(`${did} ${listed(meant.map((view) => `“${view.goal}”`))}.`);
}

async function undo(page: Page): Promise<Reply> {
  await page.tasks.refresh();
  const last = page.tasks.ids().find((id) => {
    const view = page.tasks.story(id)?.view;
    return view !== undefined && isOver(view);
  });
  const view = last === undefined ? undefined : await page.tasks.look(last);
  if (!view) return said('There is no task to undo yet.');
  if (!view.undo) return said(`The phone cannot undo “${view.goal}”.`);
  if (!view.undo.pressable) return said(`Look on the phone: ${view.undo.label}.`);
  const answer = await doTo(view.id, 'undo');
  return answer.ok ? said(`Undid “${view.goal}”.`) : trouble(`That did not work: ${answer.message}.`);
}

async function message(page: Page, text: string): Promise<Reply> {
  if (text === '') return trouble('Write your message after /message.');
  const outcome = await page.person.message(text);
  if (!outcome.ok) return trouble(outcome.errors[0]?.message ?? 'The server refused it.');
  const heard = outcome.heard ?? [];
  if (heard.length > 0) return said(`Received by ${listed(heard)}.`);
  const agents = await get('/api/agents', isAgentList);
  if (agents.ok && agents.value.agents.length === 0) {
    const text = 'Nobody received that: no agent has been let in yet.';
    return { kind: 'said', text, trouble: true, guide: 'agent' };
  }
  return trouble('Nobody received that: no agent is listening right now.');
}
