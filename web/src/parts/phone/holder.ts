// Describes who has the phone and what they do with it. Pure.

import type { PhoneView, TaskView } from '../../protocol/http';
import type { TaskEvent } from '../../protocol/wire';
import { t } from '../../words/say';

/** The holder of the phone, as the controls need it. */
export type Hold =
  | { kind: 'free' }
  | { kind: 'you' }
  | { kind: 'task'; id: string }
  | { kind: 'client'; name: string };

/** Returns the holder. */
export function holdOf(phone: PhoneView | undefined): Hold {
  const holder = phone?.holder;
  if (!holder) return { kind: 'free' };
  if (holder.kind === 'person') return { kind: 'you' };
  if (holder.kind === 'task') return { kind: 'task', id: holder.name };
  return { kind: 'client', name: holder.name };
}

/** Whether the person's own actions would be refused. */
export function isOthers(hold: Hold): boolean {
  return hold.kind === 'task' || hold.kind === 'client';
}

/** Describes the holder in a few words. */
export function holderLine(hold: Hold, task: TaskView | undefined): string {
  const goal = goalOf(task);
  switch (hold.kind) {
    case 'free':
      return t`The phone is free`;
    case 'client':
      return t`${hold.name} has the phone`;
    case 'you':
      return t`You have the phone`;
    case 'task': {
      const step = task && task.steps > 0 ? t`, step ${task.steps}` : '';
      if (task?.state === 'paused') return t`Paused: ${goal}${step}`;
      return (task?.questions ?? 0) > 0 ? t`A question for you: ${goal}` : `${goal}${step}`;
    }
  }
}

/** Describes what that means, or what happens now. */
export function detailLine(
  hold: Hold,
  task: TaskView | undefined,
  now: string | undefined,
): string {
  switch (hold.kind) {
    case 'free':
      return task?.state === 'queued' ? t`${goalOf(task)} begins soon` : t`Touch it to use it`;
    case 'client':
      return t`An outside program is using it`;
    case 'you':
      if (!task) return t`Tasks wait until you give it back`;
      return t`${goalOf(task)} waits until you give it back`;
    case 'task':
      return now ?? (task?.state === 'paused' ? t`The task is paused` : t`A task has the phone`);
  }
}

function goalOf(task: TaskView | undefined): string {
  return task?.goal ? `“${task.goal}”` : t`A task`;
}

/** Describes what a task does now, from its events. */
export function doing(events: readonly TaskEvent[]): string | undefined {
  for (let nth = events.length - 1; nth >= 0; nth -= 1) {
    const words = wordsOf(events[nth]);
    if (words !== undefined) return words === '' ? undefined : words;
  }
  return undefined;
}

/** Describes one event; empty if the previous description no longer applies. */
function wordsOf(event: TaskEvent | undefined): string | undefined {
  switch (event?.event) {
    case 'acting':
      return deed(event.verb, event.label);
    case 'say':
      return event.words;
    case 'plan':
      return event.summary;
    case 'progress':
      return event.thinking === '' ? undefined : event.thinking;
    case 'thinking':
      return t`Thinking about the next step`;
    case 'step_result':
      return event.status === 'ok' ? undefined : event.message;
    case 'retrying':
      return t`Retrying: ${event.why}`;
    case 'disconnected':
      return t`Lost the phone: ${event.why}`;
    case 'ended':
    case 'paused':
      return '';
    default:
      return undefined;
  }
}

const verbs: Record<string, string> = {
  tap: t`Tap`,
  double_tap: t`Double tap`,
  long_press: t`Long press`,
  swipe: t`Swipe`,
  drag: t`Drag`,
  type: t`Type`,
  clear_text: t`Clear the text`,
  keyevent: t`Press a key`,
  key_combination: t`Press keys`,
  launch_app: t`Open an app`,
  open_app: t`Open an app`,
  open_url: t`Open an address`,
};

/** Describes an action, as in `Tap “Save”`. */
export function deed(verb: string, label: string | undefined): string {
  const name = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  const words = name ?? verb.replaceAll('_', ' ');
  return label ? `${words} “${label}”` : words;
}
