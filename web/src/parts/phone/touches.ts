// The agent's touches: the next one, and the last few, which fade.

import { createSignal, onCleanup, type Accessor } from 'solid-js';

import type { Tasks } from '../../desktop/tasks';
import type { TaskEvent } from '../../protocol/wire';
import type { Point } from './deeds';
import { deed } from './holder';

/** One touch of an agent, in shares of the screen: 0 is left or top, 1 right or bottom. */
export interface AgentTouch {
  n: number;
  points: Point[];
  words: string;
}

/** How many are shown, and for how long at most. */
export const mostTouches = 4;
const stays = 5_000;
/** How long each is shown at least: a quick step is over before people have seen it. */
const least = 700;

/** Events after which the screen is another one: it was looked at again, or the task no longer uses the phone. */
const after: ReadonlySet<TaskEvent['event']> = new Set([
  'progress',
  'step_result',
  'question',
  'paused',
  'continued',
  'ended',
]);

/** Reads a touch from an event; `undefined` if it is none, or has no position. */
export function touchIn(event: TaskEvent): AgentTouch | undefined {
  if (event.event !== 'acting') return undefined;
  const [width, height] = event.screen;
  if (!width || !height || width < 0 || height < 0) return undefined;
  const points = event.points.flatMap(([x, y]) =>
    x === undefined || y === undefined ? [] : [{ x: x / width, y: y / height }],
  );
  if (points.length === 0) return undefined;
  return { n: event.n, points: points.slice(0, 2), words: deed(event.verb, event.label) };
}

/** Returns the touches of the task that has the phone, the latest last. */
export function createTouches(tasks: Tasks, device: Accessor<string>): Accessor<AgentTouch[]> {
  const [touches, setTouches] = createSignal<AgentTouch[]>([]);
  const timers = new Map<AgentTouch, ReturnType<typeof setTimeout>>();
  const shownAt = new WeakMap<AgentTouch, number>();
  const removeIn = (touch: AgentTouch, ms: number): void => {
    clearTimeout(timers.get(touch));
    const remove = (): void => {
      timers.delete(touch);
      setTouches((all) => all.filter((one) => one !== touch));
    };
    timers.set(touch, setTimeout(remove, ms));
  };
  const stop = tasks.listen((event) => {
    if (tasks.story(event.task)?.view.device !== device()) return;
    if (after.has(event.event))
      for (const touch of touches()) removeIn(touch, Math.max(0, least - (performance.now() - (shownAt.get(touch) ?? 0))));
    const touch = touchIn(event);
    if (!touch) return;
    shownAt.set(touch, performance.now());
    for (const gone of touches().slice(0, -(mostTouches - 1))) {
      clearTimeout(timers.get(gone));
      timers.delete(gone);
    }
    setTouches((all) => [...all.slice(1 - mostTouches), touch]);
    removeIn(touch, stays);
  });
  onCleanup(() => {
    stop();
    for (const timer of timers.values()) clearTimeout(timer);
  });
  return touches;
}
