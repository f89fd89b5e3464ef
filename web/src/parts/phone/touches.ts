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

/** How many are shown, and for how long. */
export const mostTouches = 4;
const stays = 5_000;

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
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const stop = tasks.listen((event) => {
    if (tasks.story(event.task)?.view.device !== device()) return;
    const touch = touchIn(event);
    if (!touch) return;
    setTouches((all) => [...all.slice(1 - mostTouches), touch]);
    const timer = setTimeout(() => {
      timers.delete(timer);
      setTouches((all) => all.filter((one) => one !== touch));
    }, stays);
    timers.add(timer);
  });
  onCleanup(() => {
    stop();
    for (const timer of timers) clearTimeout(timer);
  });
  return touches;
}
