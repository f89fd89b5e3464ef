// The slash commands of the command bar, one entry each: name, description, implementation.
//
// To add a command, add an entry here. Help, completion and the bar use it automatically.

import { get } from '../connection/api';
import type { Page } from '../desktop/page';
import { isOver } from '../desktop/tasks';
import { openGuide } from '../guides/open';
import { openPart } from '../parts/open';
import { isAgentList, type TaskState, type TaskView } from '../protocol/http';
import type { Part } from '../protocol/wire';
import { doTo, giveBack, type Deed } from '../task/deeds';
import { listed } from '../task/words';
import { t } from '../words/say';
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
    does: t`Show the phone`,
    run: async (page, name) => {
      const wanted = name.toLowerCase();
      const phone =
        name === ''
          ? target(page.phones)
          : page.phones.all().find((one) => `${one.id} ${one.name}`.toLowerCase().includes(wanted));
      if (phone) return done(await openPart(page, 'phone', phone.id));
      return trouble(name === '' ? t`There is no phone.` : t`There is no phone “${name}”.`);
    },
  },
  opens('assistant', 'assistant', t`Show the conversation`),
  opens('tasks', 'tasks', t`Show running, waiting and past tasks`),
  {
    name: 'stop',
    does: t`Stop running and waiting tasks`,
    run: (page) => doToAll(page, ['queued', 'running', 'paused'], 'cancel', t`Stopped`, 'stop'),
  },
  {
    name: 'pause',
    does: t`Pause running tasks`,
    run: (page) => doToAll(page, ['running'], 'pause', t`Paused`, 'pause'),
  },
  {
    name: 'go',
    does: t`Continue paused tasks, and give phones back`,
    run: async (page) => {
      const mine = page.phones.all().filter((phone) => phone.holder?.kind === 'person');
      await Promise.all(mine.map((phone) => giveBack(phone.id)));
      return doToAll(page, ['paused'], 'continue', t`Continued`, 'continue');
    },
  },
  { name: 'undo', does: t`Undo the last task, if the app can`, run: undo },
  { name: 'message', argument: 'text', does: t`Send a message to the agents`, run: message },
  opens('phones', 'phones', t`Show the phones`),
  opens('agents', 'agents', t`Show the agents and their keys`),
  opens('permissions', 'permissions', t`Show what you always allow or refuse`),
  opens('settings', 'settings', t`Models, voice, look and more`),
  {
    name: 'what',
    does: t`Show what you can ask for`,
    run: () => {
      openGuide('abilities');
      return Promise.resolve({ kind: 'done' });
    },
  },
  { name: 'help', does: t`List the commands`, run: () => Promise.resolve({ kind: 'help' }) },
];

/** Parses a command and its argument from a text that begins with a slash. */
export function commandIn(text: string): { command: Command | undefined; argument: string } {
  const [, name = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const known = commands.find((command) => command.name === name.toLowerCase());
  return { command: known, argument: argument.trim() };
}

function done(outcome: { ok: boolean }): Reply {
  return outcome.ok ? { kind: 'done' } : trouble(t`The server did not open it.`);
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
  if (meant.length === 0) return said(t`There is nothing to ${verb}.`);
  const answers = await Promise.all(meant.map((view) => doTo(view.id, deed)));
  const failed = answers.find((answer) => !answer.ok);
  if (failed && !failed.ok) return trouble(t`That did not work: ${failed.message}.`);
  return said(`${did} ${listed(meant.map((view) => `“${view.goal}”`))}.`);
}

async function undo(page: Page): Promise<Reply> {
  await page.tasks.refresh();
  const last = page.tasks.ids().find((id) => {
    const view = page.tasks.story(id)?.view;
    return view !== undefined && isOver(view);
  });
  const view = last === undefined ? undefined : await page.tasks.look(last);
  if (!view) return said(t`There is no task to undo yet.`);
  // The server knows whether it can be undone: by its plan, or by what the app offers.
  const answer = await doTo(view.id, 'undo');
  return answer.ok ? said(t`Undoing “${view.goal}”.`) : trouble(t`That did not work: ${answer.message}.`);
}

async function message(page: Page, text: string): Promise<Reply> {
  if (text === '') return trouble(t`Write your message after /message.`);
  const outcome = await page.person.message(text);
  if (!outcome.ok) return trouble(outcome.errors[0]?.message ?? t`The server refused it.`);
  const heard = outcome.heard ?? [];
  if (heard.length > 0) return said(t`Received by ${listed(heard)}.`);
  const agents = await get('/api/agents', isAgentList);
  if (agents.ok && agents.value.agents.length === 0) {
    const text = t`Nobody received that: no agent has been let in yet.`;
    return { kind: 'said', text, trouble: true, guide: 'agent' };
  }
  return trouble(t`Nobody received that: no agent is listening right now.`);
}
