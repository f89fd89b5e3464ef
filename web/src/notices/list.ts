// The open questions with their links, and the server's time.

import { createServerClock } from '../answers/clock';
import { get } from '../connection/api';
import { isQuestionList, type LinkedQuestion } from '../protocol/http';

const clock = createServerClock();

/** Returns the server's time, by which questions expire. */
export function serverTime(): number {
  return clock.now();
}

/** Requests the open questions, and sets the clock from the answer. */
export async function listQuestions(): Promise<LinkedQuestion[]> {
  const sent = clock.tick();
  const answer = await get('/api/questions', isQuestionList);
  if (!answer.ok) return [];
  if (answer.value.now) clock.hear(answer.value.now, sent, clock.tick());
  return answer.value.questions;
}
