// Tasks of a test: starts them with a scripted model, checks them, and dismisses their questions.

import type { Locator } from 'playwright-core';
import { writeFile } from 'node:fs/promises';
import { expect } from 'vitest';

import type { Server } from './server';

/** Starts a task with these actions on the simulated phone, with this thought. */
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

/** Returns the state of a task. */
export async function stateOf(server: Server, task: string): Promise<string> {
  const answer = await server.request('GET', `/api/tasks/${task}`, server.token);
  return ((await answer.json()) as { state: string }).state;
}

/** Presses until it counts: presses in the first moment do not. */
export async function until(gone: Locator, press: () => Promise<void>): Promise<void> {
  await expect
    .poll(async () => {
      if (await gone.isVisible()) await press().catch(() => undefined);
      return gone.isVisible();
    })
    .toBe(false);
}
