// Loads what a task did before this page knew it: its event stream, from the beginning.
//
// The stream (`/api/tasks/ID/events`) has events in the task service's format, the socket in the page's: `eventIn`
// converts them and skips unknown ones.

import * as is from '../protocol-runtime';
import { isTaskEvent, type TaskEvent } from '../protocol/wire';

/** The content of a stream. */
export interface Recalled {
  events: TaskEvent[];
  tokens: number | undefined;
  money: number | undefined;
}

/** Parses the text of a stream. */
export function readEvents(text: string): Recalled {
  const recalled: Recalled = { events: [], tokens: undefined, money: undefined };
  for (const line of text.split('\n')) {
    if (!line.startsWith('data:')) continue;
    let value: unknown;
    try {
      value = JSON.parse(line.slice(5));
    } catch {
      // The last line of an aborted stream may be incomplete.
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

/** Converts one event of the stream to the page's format. */
export function eventIn(value: Loose): TaskEvent | undefined {
  const { narration, ...event } = value;
  if (is.object(narration)) {
    if (typeof narration.words === 'string' && narration.words !== '') event.say = narration.words;
    if (typeof narration.language === 'string' && narration.language !== '') event.lang = narration.language;
    if (typeof narration.earcon === 'string') event.earcon = narration.earcon;
  }
  if (event.event === 'plan' && is.object(event.plan) && Array.isArray(event.plan.steps))
    event.steps = event.plan.steps.map(stepIn);
  if (event.event === 'paused') event.takenOver = event.reason === 'taken_over';
  if (event.event === 'question' && is.object(event.question))
    event.question = questionIn(event.question);
  return isTaskEvent(event) ? event : undefined;
}

/** Converts a step of a plan: its arguments become texts, as on the socket. */
function stepIn(step: unknown): Loose {
  if (!is.object(step)) return { op: '', args: {} };
  const args: Record<string, string> = {};
  if (is.object(step.args))
    for (const [name, value] of Object.entries(step.args))
      args[name] = Array.isArray(value) ? value.join(', ') : String(value);
  return { op: step.op, args };
}

function questionIn(open: Loose): Loose {
  const { until, task, ...rest } = open;
  const end = typeof until === 'string' ? Date.parse(until) : Number.NaN;
  return { ...rest, from: task, ...(Number.isNaN(end) ? {} : { until: end }) };
}

/** A running task's stream never ends: after this much silence everything up to now has arrived. */
const quiet = 400;
/** The most characters to read. */
const longest = 4_000_000;

/** Loads what a task did up to now; `undefined` if the server does not answer. */
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
