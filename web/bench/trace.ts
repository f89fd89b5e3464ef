// How long the page's main thread was busy at a stretch, from Chromium's own trace.

import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Microseconds that passed, and microseconds that the thread really ran. */
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: { type?: string; frame?: string; frames?: { processId: number; url: string }[] } };
}

/** One stretch of work, in milliseconds. */
export interface Stretch {
  /** As it passed: on a machine that does other things, these are in it. */
  passed: number;
  /** As the thread ran. */
  ran: number;
}

/** The stretches of the page's main thread while `work` is done, longest first. */
export async function stretches(browser: Browser, page: Page, work: () => Promise<void>): Promise<Stretch[]> {
  return (await mainThread(browser, page, work))
    .filter(isTask)
    .map(({ dur = 0, tdur = dur }) => ({ passed: dur / 1000, ran: tdur / 1000 }))
    .toSorted((a, b) => b.passed - a.passed);
}

/** How long the page's main thread ran for each move of the pointer, with the frame that shows it, in milliseconds. */
export async function costOfMoves(browser: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
  const events = (await mainThread(browser, page, work)).toSorted((a, b) => a.ts - b.ts);
  const costs: number[] = [];
  const tasks = events.filter(isTask);
  const moves = events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'pointermove');
  for (const [index, { ts }] of moves.entries()) {
    const next = moves[index + 1]?.ts ?? Infinity;
    // The task of the move began before its event.
    const own = tasks.filter((task) => task.ts + (task.dur ?? 0) > ts && task.ts + (task.dur ?? 0) <= next);
    costs.push(own.reduce((sum, { dur = 0, tdur = dur }) => sum + tdur, 0) / 1000);
  }
  return costs;
}

const isTask = ({ name, ph }: TraceEvent): boolean => name === 'RunTask' && ph === 'X';

/** The events of the page's main thread while `work` is done. */
async function mainThread(browser: Browser, page: Page, work: () => Promise<void>): Promise<TraceEvent[]> {
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'],
  });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const events = trace.traceEvents;
  const pids = new Set(
    events
      .filter(({ name }) => name === 'TracingStartedInBrowser')
      .flatMap(({ args }) => args?.data?.frames ?? [])
      .filter(({ url }) => url.startsWith(new URL(page.url()).origin))
      .map(({ processId }) => processId),
  );
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .filter(({ pid }) => pids.size === 0 || pids.has(pid))
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return events.filter(({ pid, tid }) => mains.has(`${pid}/${tid}`));
}
