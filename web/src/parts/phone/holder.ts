// Describes who has the phone and what they do with it. Pure.

import type { PhoneView, TaskView } from '../../protocol/http';
import type { TaskEvent } from '../../protocol/wire';

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
      return 'The phone is free';
    case 'client':
      return `${hold.name} has the phone`;
    case 'you':
      return 'You have the phone';
    case 'task': {
      const step = task && task.steps > 0 ? `, step ${task.steps}` : '';
      if (task?.state === 'paused') return `Paused: ${goal}${step}`;
      return (task?.questions ?? 0) > 0 ? `A question for you: ${goal}` : `${goal}${step}`;
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
      return task?.state === 'queued' ? `${goalOf(task)} begins soon` : 'Touch it to use it';
    case 'client':
      return 'An outside program is using it';
    case 'you':
      if (!task) return 'Tasks wait until you give it back';
      return `${goalOf(task)} waits until you give it back`;
    case 'task':
      return now ?? (task?.state === 'paused' ? 'The task is paused' : 'A task has the phone');
  }
}

function goalOf(task: TaskView | undefined): string {
  return task?.goal ? `“${task.goal}”` : 'A task';
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
      return 'Thinking about the next step';
    case 'step_result':
      return event.status === 'ok' ? undefined : event.message;
    case 'retrying':
      return `Retrying: ${event.why}`;
    case 'disconnected':
      return `Lost the phone: ${event.why}`;
    case 'ended':
    case 'paused':
      return '';
    default:
      return undefined;
  }
}

const verbs: Record<string, string> = {
  tap: 'Tap',
  double_tap: 'Double tap',
  long_press: 'Long press',
  swipe: 'Swipe',
  drag: 'Drag',
  type: 'Type',
  clear_text: 'Clear the text',
  keyevent: 'Press a key',
  key_combination: 'Press keys',
  launch_app: 'Open an app',
  open_app: 'Open an app',
  open_url: 'Open an address',
};

/** Describes an action, as in `Tap “Save”`. */
export function deed(verb: string, label: string | undefined): string {
  const name = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  const words = name ?? verb.replaceAll('_', ' ');
  return label ? `${words} “${label}”` : words;
}
