// The questions on this page: which were put aside, and which were just answered here.
//
// Both are local to this page: another page, or this one after a reload, asks again.

import { createComputed, createRoot, createSignal, untrack } from 'solid-js';

import type { Outcome } from '../connection/outbox';
import type { Desktop } from '../desktop/store';

/** A waiting question, by kind and id. */
export type Waiting = `dialog:${string}` | `question:${string}`;

const [aside, setAside] = createSignal<ReadonlySet<Waiting>>(new Set());
const [answered, setAnswered] = createSignal<ReadonlySet<Waiting>>(new Set());
/** The latest questions answered on this page, whatever the outcome. */
const here = new Set<Waiting>();
const mostHere = 200;

/** Questions and tasks that are already visible, and need not appear in the corner as well. */
const [inView, setInView] = createSignal<ReadonlySet<Waiting | `task:${string}`>>(new Set());

/** Whether it is visible. */
export function isInView(which: Waiting | `task:${string}`): boolean {
  return inView().has(which);
}

/** Marks it as visible or not. */
export function noteInView(which: Waiting | `task:${string}`, now: boolean): void {
  if (untrack(inView).has(which) === now) return;
  setInView((before) => (now ? new Set(before).add(which) : without(before, which)));
}

/** How many requests are on their way: the question of a task may be here before the reply that names the task. */
const [asking, setAsking] = createSignal(0);

/** Whether a request is on its way. A question that comes up now may belong to it, and is then asked in its card. */
export function isAsking(): boolean {
  return asking() > 0;
}

/** Marks a request as on its way, until the returned function is called: after its card is on the page. */
export function noteAsking(): () => void {
  setAsking((count) => count + 1);
  return () => void setAsking((count) => count - 1);
}

/** Returns everything that waits, the most urgent first, without what was just answered here. */
export function waitingIn(desktop: Desktop): Waiting[] {
  const { dialogs, questions } = desktop.state;
  const since = (id: string): number => dialogs[id]?.shownAt ?? 0;
  const until = (id: string): number => questions[id]?.until ?? Infinity;
  const all: Waiting[] = [
    ...Object.keys(questions)
      .sort((a, b) => (until(a) < until(b) ? -1 : 1))
      .map((id): Waiting => `question:${id}`),
    ...Object.keys(dialogs)
      .sort((a, b) => since(a) - since(b))
      .map((id): Waiting => `dialog:${id}`),
  ];
  return all.filter((one) => !answered().has(one));
}

/** Whether it was put aside. */
export function isAside(which: Waiting): boolean {
  return aside().has(which);
}

/** Leaves it for later. */
export function putAside(which: Waiting): void {
  setAside((before) => new Set(before).add(which));
}

/** Asks it now. */
export function bringBack(which: Waiting): void {
  setAside((before) => without(before, which));
}

/** Hides a question as soon as it is answered here; shows it again if the answer was refused, or it is asked again. */
export async function answering(
  desktop: Desktop,
  which: Waiting,
  outcome: Promise<Outcome>,
): Promise<void> {
  setAnswered((before) => new Set(before).add(which));
  here.add(which);
  for (const oldest of here) if (here.size > mostHere) here.delete(oldest);
  const asked = timeOf(desktop, which);
  const came = await outcome;
  if (came.ok) await noLonger(() => asked !== undefined && timeOf(desktop, which) === asked);
  setAnswered((before) => without(before, which));
  if (came.ok) setAside((before) => without(before, which));
}

/** Returns what tells a question from the same one asked again; `undefined` if it is gone. */
function timeOf({ state }: Desktop, which: Waiting): number | undefined {
  const id = idOf(which);
  if (which.startsWith('dialog:')) return state.dialogs[id]?.shownAt;
  const question = state.questions[id];
  return question && (question.until ?? 0);
}

/** Waits until a condition is false: a task withdraws its question some time after the answer. */
function noLonger(holds: () => boolean): Promise<void> {
  return new Promise((resolve) =>
    createRoot((dispose) =>
      createComputed(() => {
        if (holds()) return;
        resolve();
        queueMicrotask(dispose);
      }),
    ),
  );
}

/** Whether it was answered on this page. */
export function wasAnsweredHere(which: Waiting): boolean {
  return here.has(which);
}

/** Returns its id. */
export function idOf(which: Waiting): string {
  return which.slice(which.indexOf(':') + 1);
}

function without<T>(all: ReadonlySet<T>, which: T): ReadonlySet<T> {
  const rest = new Set(all);
  rest.delete(which);
  return rest;
}
