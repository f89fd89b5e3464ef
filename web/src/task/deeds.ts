// What a person does to tasks, as requests to the server.

import { send, tell, type Answer } from '../connection/api';
import * as is from '../protocol-runtime';

/** A task that was started. */
export interface Started {
  task_id: string;
}

function isStarted(value: unknown): value is Started {
  return is.object(value) && is.string(value.task_id);
}

/** The longest goal that the server takes, in characters that are surely within its 64 KiB. */
export const longestGoal = 16_000;

/** Starts a task; on the server's own choice of phone if none is named. */
export function startTask(goal: string, device: string | undefined): Promise<Answer<Started>> {
  return send('POST', '/api/tasks', { goal, ...(device === undefined ? {} : { device }) }, isStarted);
}

/** What can be done to a task. */
export type Deed = 'cancel' | 'pause' | 'continue' | 'resume' | 'undo';

/** Does it. */
export function doTo(id: string, deed: Deed): Promise<Answer<unknown>> {
  return tell('POST', `/api/tasks/${encodeURIComponent(id)}/${deed}`);
}

/** Gives a phone back to the tasks that wait for it. */
export function giveBack(device: string): Promise<Answer<unknown>> {
  return tell('POST', `/api/devices/${encodeURIComponent(device)}/release`);
}
