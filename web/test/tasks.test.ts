// The list of tasks stays small, however long the page is open.

import { createRoot } from 'solid-js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createTasks, type Tasks } from '../src/desktop/tasks';
import { createTouches, mostTouches } from '../src/parts/phone/touches';
import type { TaskEvent } from '../src/protocol/wire';

let n = 0;
const event = (task: string, what: object): TaskEvent => ({ n: (n += 1), task, at: '', ...what }) as TaskEvent;
const nameOf = (index: number): string => `t${String(index).padStart(6, '0')}`;
const started = (task: string): TaskEvent =>
  event(task, { event: 'started', goal: 'g', device: 'sim', model: 'm', maxSteps: 9, resumed: false });
const ended = (task: string): TaskEvent =>
  event(task, { event: 'ended', status: 'success', steps: 1, duration: 1, message: 'Done' });
const acting = (task: string): TaskEvent =>
  event(task, { event: 'acting', step: 1, verb: 'tap', points: [[50, 50]], screen: [100, 200], label: 'Send' });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('there is no server')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const withTasks = (test: (tasks: Tasks) => void): void =>
  createRoot((dispose) => {
    test(createTasks());
    dispose();
  });

it('keeps the latest tasks, and the events of the last few that are over', () =>
  withTasks((tasks) => {
    tasks.take(started(nameOf(0)));
    for (let index = 1; index <= 600; index += 1) {
      tasks.take(started(nameOf(index)));
      tasks.take(acting(nameOf(index)));
      tasks.take(ended(nameOf(index)));
    }
    expect(tasks.ids()).toHaveLength(400);
    expect(tasks.ids()[0]).toBe(nameOf(600));
    // What is no longer listed is forgotten.
    expect([nameOf(0), nameOf(200)].map((id) => tasks.story(id))).toStrictEqual([undefined, undefined]);
    const kept = tasks.ids().filter((id) => tasks.story(id)!.events.length > 0);
    expect(kept).toHaveLength(41);
    expect(tasks.story(nameOf(600))?.events.map((one) => one.event)).toStrictEqual(['started', 'acting', 'ended']);
  }));

it('keeps all events of a task that is not over', () =>
  withTasks((tasks) => {
    tasks.take(started(nameOf(0)));
    for (let index = 1; index <= 200; index += 1) {
      tasks.take(started(nameOf(index)));
      tasks.take(ended(nameOf(index)));
    }
    expect(tasks.story(nameOf(0))?.events).toHaveLength(1);
  }));

it('a ring goes with the screen that it was drawn on', () =>
  withTasks((tasks) => {
    const touches = createTouches(tasks, () => 'sim');
    const shown = (): number => touches().length;
    tasks.take(started('t'));
    tasks.take(acting('t'));
    expect(shown()).toBe(1);
    // Long enough to be seen, even if the step is over at once.
    tasks.take(event('t', { event: 'step_result', step: 0, op: 'x', status: 'success', code: 'ok', message: '' }));
    vi.advanceTimersByTime(600);
    expect(shown()).toBe(1);
    vi.advanceTimersByTime(200);
    expect(shown()).toBe(0);
    // Several of one screen; the task that waits for a person has none.
    for (let index = 0; index < 9; index += 1) tasks.take(acting('t'));
    expect(shown()).toBe(mostTouches);
    vi.advanceTimersByTime(1_000);
    tasks.take(event('t', { event: 'paused', takenOver: false }));
    vi.advanceTimersByTime(1);
    expect(shown()).toBe(0);
    // Without any further event it goes by itself.
    tasks.take(acting('t'));
    vi.advanceTimersByTime(5_100);
    expect(shown()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  }));
