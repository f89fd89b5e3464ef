// What a task did before this page heard of it: its stream of events, read from the beginning.
//
// The stream (`/api/tasks/ID/events`) has events in the words of the task service, the socket in those of the page:
// `eventIn` turns the one into the other. What it does not know is left out.

import * as is from '../protocol-runtime';
import { isTaskEvent, type TaskEvent } from '../protocol/wire';

/** What a stream told. */
export interface Recalled {
  events: TaskEvent[];
  tokens: number | undefined;
  money: number | undefined;
}

/** Reads the text of a stream. */
export function readEvents(text: string): Recalled {
  const recalled: Recalled = { events: [], tokens: undefined, money: undefined };
  for (const line of text.split('\n')) {
    if (!line.startsWith('data:')) continue;
    let value: unknown;
    try {
      value = JSON.parse(line.slice(5));
    } catch {
      // The last line of a stream that was left may be half a line.
      continue;
    }
    if (!is.object(value)) continue;
    if (value.event === 'ended') {
      if (typeof value.tokens === 'number') recalled.tokens = value.tokens;
      if (typeof value.cost === 'number') recalled.money = value.cost;
    }
    const event = eventIn(value);
    if (event) recalled.events.push(event);
  }
  return recalled;
}

type Loose = Record<string, unknown>;

/** One event of the stream as pages are told it. */
export function eventIn(value: Loose): TaskEvent | undefined {
  const { narration, ...event } = value;
  if (is.object(narration)) {
    if (typeof narration.words === 'string' && narration.words !== '') event.say = narration.words;
    if (typeof narration.earcon === 'string') event.earcon = narration.earcon;
  }
  if (event.event === 'plan' && is.object(event.plan) && Array.isArray(event.plan.steps))
    event.steps = event.plan.steps.map((step: unknown) => (is.object(step) ? step.op : ''));
  if (event.event === 'paused') event.takenOver = event.reason === 'taken_over';
  if (event.event === 'question' && is.object(event.question))
    event.question = questionIn(event.question);
  return isTaskEvent(event) ? event : undefined;
}

function questionIn(open: Loose): Loose {
  const { until, task, ...rest } = open;
  const end = typeof until === 'string' ? Date.parse(until) : Number.NaN;
  return { ...rest, from: task, ...(Number.isNaN(end) ? {} : { until: end }) };
}

/** A running task's stream never ends: after so long without a word everything up to now has come. */
const quiet = 400;
/** The most that is read, in characters. */
const longest = 4_000_000;

/** Reads what a task did up to now; nothing if the server does not tell. */
export async function recall(id: string): Promise<Recalled | undefined> {
  const stop = new AbortController();
  let timer = setTimeout(() => stop.abort(), 10_000);
  let text = '';
  try {
    const answer = await fetch(`/api/tasks/${encodeURIComponent(id)}/events`, { signal: stop.signal });
    if (!answer.ok || !answer.body) return undefined;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) break;
      text += value;
      if (text.length > longest) stop.abort();
      timer = setTimeout(() => stop.abort(), quiet);
    }
  } catch {
    if (text === '') return undefined;
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
  return readEvents(text);
}
