// Summarises the events of a task: the plan with its steps, its messages, its pictures. Pure.

import type { TaskView } from '../protocol/http';
import type { TaskEvent } from '../protocol/wire';
import { t } from '../words/say';
import { stepWords } from './operations';
import { actionWords, capital } from './words';

/** The state of a plan's step. */
export type StepState = 'waiting' | 'running' | 'done' | 'failed';

/** A step of a plan. */
export interface PlanStep {
  words: string;
  state: StepState;
  /** What can be done about it, if it failed. */
  remedy: string | undefined;
}

/** A plan. */
export interface Plan {
  summary: string;
  steps: PlanStep[];
}

/** Returns the current plan with the state of its steps; `undefined` before there is one. */
export function planOf(events: readonly TaskEvent[], view: TaskView): Plan | undefined {
  const at = events.findLastIndex((event) => event.event === 'plan');
  const plan = events[at];
  if (plan?.event !== 'plan') return undefined;
  const results = new Map<number, Extract<TaskEvent, { event: 'step_result' }>>();
  let doing = '';
  for (const event of events.slice(at + 1)) {
    if (event.event === 'step_result') {
      results.set(event.step, event);
      doing = '';
    }
    if (event.event === 'progress' && event.thinking) doing = event.thinking;
  }
  const active = view.state === 'running' || view.state === 'paused';
  const now = plan.steps.findIndex((_, index) => results.get(index)?.status !== 'success');
  const toCome = stepWords(plan.steps);
  const steps = toCome.map((words, index): PlanStep => {
    const result = results.get(index);
    if (result?.status === 'success')
      return { words: result.message || words, state: 'done', remedy: undefined };
    if (result?.status === 'fatal_error')
      return { words: result.message, state: 'failed', remedy: result.remediation ?? undefined };
    const running = active && index === now;
    return {
      words: running && doing ? capital(doing) : words,
      state: running ? 'running' : 'waiting',
      remedy: undefined,
    };
  });
  return { summary: plan.summary, steps };
}

/** A message of a task, besides its plan and its end. */
export interface Line {
  n: number;
  text: string;
  /** Whether it reports a problem. */
  trouble: boolean;
}

/** Returns a task's messages, in order. Plan, questions and end are shown elsewhere. */
export function linesOf(events: readonly TaskEvent[]): Line[] {
  const lines: Line[] = [];
  for (const event of events) {
    const text = lineOf(event);
    if (text) lines.push({ n: event.n, text, trouble: troubles.has(event.event) });
  }
  return lines;
}

const troubles: ReadonlySet<TaskEvent['event']> = new Set(['warning', 'disconnected', 'retrying', 'step_result']);

function lineOf(event: TaskEvent): string | undefined {
  switch (event.event) {
    case 'plan':
    case 'question':
    case 'started':
    case 'ended':
    // The state of the task shows this.
    case 'continued':
      return undefined;
    case 'paused':
      return event.takenOver ? event.say : undefined;
    case 'say':
      return event.words;
    case 'warning':
      return capital(event.message);
    default:
      return event.say;
  }
}

/** Describes the current action in a few words; `undefined` if it is unknown. */
export function nowOf(events: readonly TaskEvent[]): string | undefined {
  const last = events.findLast((event) => event.event === 'progress' || event.event === 'thinking');
  if (last?.event === 'thinking') return t`Thinking…`;
  if (last?.event !== 'progress') return undefined;
  return capital(last.thinking) || actionWords(last.action) || undefined;
}

/** One step that was taken. */
export interface TakenStep {
  step: number;
  words: string;
  /** The number of the picture that was seen before it acted. */
  picture: number | undefined;
}

/** Returns the steps that were taken, in order, each with the screen seen before it acted. */
export function takenOf(events: readonly TaskEvent[]): TakenStep[] {
  const steps = new Map<number, TakenStep>();
  const acted = new Set<number>();
  let seen: number | undefined;
  for (const event of events) {
    if (event.event !== 'step' && event.event !== 'progress') continue;
    const known = steps.get(event.step) ?? { step: event.step, words: '', picture: undefined };
    steps.set(event.step, known);
    if (event.event === 'step') {
      seen = event.screenshot ?? undefined;
    } else {
      known.words = capital(event.thinking) || actionWords(event.action) || known.words;
    }
    // A picture after the first action of a step shows its effect, and is the basis of the next step.
    if (!acted.has(event.step)) known.picture = seen;
    if (event.event === 'progress') acted.add(event.step);
  }
  return [...steps.values()].sort((a, b) => a.step - b.step);
}

/** Returns the tokens that a task used, as far as its events tell. */
export function tokensOf(events: readonly TaskEvent[]): number {
  return events.reduce((most, event) => (event.event === 'progress' ? Math.max(most, event.tokens) : most), 0);
}
