// Tasks of a test: started with a scripted model, looked at, and their questions pressed away.

import type { Locator } from 'playwright-core';
import { writeFile } from 'node:fs/promises';
import { expect } from 'vitest';

import type { Server } from './server';

/** Starts a task that does these things on the simulated phone, with this thought. */
export async function startTask(
  server: Server,
  goal: string,
  thought: string,
  actions: unknown[],
): Promise<string> {
  const file = `${server.folder}/${goal.replace(/\W/g, '-')}.jsonl`;
  const line = (action: unknown): string => JSON.stringify({ raw: { thought, action } });
  await writeFile(file, actions.map(line).join('\n'));
  const body = { goal, model: `script:${file}` };
  const answer = await server.request('POST', '/api/tasks', server.token, body);
  expect(answer.status, await answer.clone().text()).toBe(201);
  return ((await answer.json()) as { task_id: string }).task_id;
}

/** How a task stands. */
export async function stateOf(server: Server, task: string): Promise<string> {
  const answer = await server.request('GET', `/api/tasks/${task}`, server.token);
  return ((await answer.json()) as { state: string }).state;
}

/** Presses until it counts: what is pressed in the first instant was meant for something else. */
export async function until(gone: Locator, press: () => Promise<void>): Promise<void> {
  await expect
    .poll(async () => {
      if (await gone.isVisible()) await press().catch(() => undefined);
      return gone.isVisible();
    })
    .toBe(false);
}
