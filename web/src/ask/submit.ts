// Runs what was typed into the command bar: a command, or a task.

import type { Page } from '../desktop/page';
import { asksWhatCanBeDone } from '../guides/abilities';
import { openGuide } from '../guides/open';
import { startTask } from '../task/deeds';
import { t } from '../words/say';
import { commandIn } from './commands';
import { trouble, type Reply } from './reply';
import { target } from './target';

/** Runs it. Never throws: an error is in the reply. */
export async function submit(page: Page, text: string): Promise<Reply> {
  const typed = text.trim();
  if (typed.startsWith('/')) {
    const { command, argument } = commandIn(typed);
    if (command) return command.run(page, argument);
    return trouble(t`There is no command “${typed.split(/\s/)[0]}”. /help lists them.`);
  }
  if (asksWhatCanBeDone(typed)) {
    openGuide('abilities');
    return { kind: 'done' };
  }
  const phone = target(page.phones);
  const answer = await startTask(typed, phone?.id);
  if (answer.ok) return { kind: 'task', id: answer.value.task_id };
  return trouble(t`Could not start that: ${answer.message}.`);
}
