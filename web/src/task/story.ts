// What the events of a task amount to: the plan with its steps, what was said, what was seen. Pure.

import type { TaskView } from '../protocol/http';
import type { TaskEvent } from '../protocol/wire';
import { actionWords, capital, operationWords } from './words';

/** How a step of a plan stands. */
export type StepState = 'waiting' | 'running' | 'done' | 'failed';

/** A step of a plan. */
export interface PlanStep {
  words: string;
  state: StepState;
  /** What can be done about it, if it failed. */
  remedy: string | undefined;
}

/** What was understood. */
export interface Plan {
  summary: string;
  steps: PlanStep[];
}

/** The plan that counts, with what became of its steps; nothing before there is one. */
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
  const steps = plan.steps.map((op, index): PlanStep => {
    const result = results.get(index);
    if (result?.status === 'success')
      return { words: result.message || operationWords(op), state: 'done', remedy: undefined };
    if (result?.status === 'fatal_error')
      return { words: result.message, state: 'failed', remedy: result.remediation ?? undefined };
    const running = active && index === now;
    return {
      words: running && doing ? capital(doing) : operationWords(op),
      state: running ? 'running' : 'waiting',
      remedy: undefined,
    };
  });
  return { summary: plan.summary, steps };
}

/** Something that a task said, besides its plan and its end. */
export interface Line {
  n: number;
  text: string;
  /** Whether something is not as it should be. */
  trouble: boolean;
}

/** What a task said, in order. Plan, questions and end are told elsewhere. */
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
      return undefined;
    case 'say':
      return event.words;
    case 'warning':
      return capital(event.message);
    default:
      return event.say;
  }
}

/** What is done right now, in a few words; nothing where nobody knows. */
export function nowOf(events: readonly TaskEvent[]): string | undefined {
  const last = events.findLast((event) => event.event === 'progress' || event.event === 'thinking');
  if (last?.event === 'thinking') return 'Thinking…';
  if (last?.event !== 'progress') return undefined;
  return capital(last.thinking) || actionWords(last.action) || undefined;
}

/** One step as it was carried out. */
export interface TakenStep {
  step: number;
  words: string;
  /** The number of the picture that was seen before it acted. */
  picture: number | undefined;
}

/** The steps that were carried out, in order, each with the screen that was seen before it acted. */
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
    // A look after the first action of a step shows what came of it, and what the next step is decided on.
    if (!acted.has(event.step)) known.picture = seen;
    if (event.event === 'progress') acted.add(event.step);
  }
  return [...steps.values()].sort((a, b) => a.step - b.step);
}

/** What a task cost, as far as its events say. */
export function tokensOf(events: readonly TaskEvent[]): number {
  return events.reduce((most, event) => (event.event === 'progress' ? Math.max(most, event.tokens) : most), 0);
}
