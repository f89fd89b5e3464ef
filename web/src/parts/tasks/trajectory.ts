// The steps of a task from its folder, for tasks whose events are no longer kept.

import { get } from '../../connection/api';
import * as is from '../../protocol-runtime';
import type { TakenStep } from '../../task/story';
import { actionWords, capital } from '../../task/words';

/** Returns the steps in a trajectory, without unreadable ones. Pure. */
export function stepsIn(value: unknown): TakenStep[] {
  const steps = is.object(value) && Array.isArray(value.steps) ? (value.steps as unknown[]) : [];
  return steps.flatMap((step): TakenStep[] => {
    if (!is.object(step) || typeof step.step !== 'number') return [];
    const file = typeof step.screenshot === 'string' ? /(\d+)\.png$/.exec(step.screenshot) : null;
    const thinking = typeof step.thinking === 'string' ? capital(step.thinking) : '';
    return [
      {
        step: step.step,
        words: thinking || actionWords(JSON.stringify(step.action ?? null)),
        picture: file?.[1] === undefined ? undefined : Number(file[1]),
      },
    ];
  });
}

/** Loads them; none if there is no trajectory. */
export async function readSteps(id: string): Promise<TakenStep[]> {
  const path = `/api/tasks/${encodeURIComponent(id)}/trajectory`;
  const answer = await get(path, (value): value is unknown => value !== undefined);
  return answer.ok ? stepsIn(answer.value) : [];
}
