// A person's requests about tasks.

import { send, tell, type Answer } from '../connection/api';
import * as is from '../protocol-runtime';

/** A started task. */
export interface Started {
  task_id: string;
}

function isStarted(value: unknown): value is Started {
  return is.object(value) && is.string(value.task_id);
}

/** The longest goal that the server accepts, in characters that surely fit into its 64 KiB. */
export const longestGoal = 16_000;

/** Starts a task; the server chooses the phone if none is named. */
export function startTask(goal: string, device: string | undefined): Promise<Answer<Started>> {
  return send('POST', '/api/tasks', { goal, ...(device === undefined ? {} : { device }) }, isStarted);
}

/** What can be done with a task. */
export type Deed = 'cancel' | 'pause' | 'continue' | 'resume' | 'undo';

/** Sends the request. */
export function doTo(id: string, deed: Deed): Promise<Answer<unknown>> {
  return tell('POST', `/api/tasks/${encodeURIComponent(id)}/${deed}`);
}

/** Keeps a task for good, or only as long as the configuration says. */
export function keepTask(id: string, kept: boolean): Promise<Answer<unknown>> {
  return tell('POST', `/api/tasks/${encodeURIComponent(id)}/keep${kept ? '' : '?off=true'}`);
}

/** Gives a phone back to the tasks that wait for it. */
export function giveBack(device: string): Promise<Answer<unknown>> {
  return tell('POST', `/api/devices/${encodeURIComponent(device)}/release`);
}
