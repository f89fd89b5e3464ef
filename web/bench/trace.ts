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
  args?: { name?: string; data?: { frame?: string; frames?: { processId: number; url: string }[] } };
}

/** One stretch of work, in milliseconds. */
export interface Stretch {
  /** As it passed: on a machine that does other things, these are in it. */
  passed: number;
  /** As the thread ran. */
  ran: number;
}

/** The stretches of the page's main thread while `work` is done, longest first. */
export async function stretches(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<Stretch[]> {
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
  return events
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && mains.has(`${pid}/${tid}`))
    .map(({ dur = 0, tdur = dur }) => ({ passed: dur / 1000, ran: tdur / 1000 }))
    .toSorted((a, b) => b.passed - a.passed);
}
