// The open questions with their links, and the server's time with them.

import { createServerClock } from '../answers/clock';
import { get } from '../connection/api';
import { isQuestionList, type LinkedQuestion } from '../protocol/http';

const clock = createServerClock();

/** The time by which questions wait. */
export function serverTime(): number {
  return clock.now();
}

/** Asks the server for the open questions, and sets the clock by what it says. */
export async function listQuestions(): Promise<LinkedQuestion[]> {
  const sent = clock.tick();
  const answer = await get('/api/questions', isQuestionList);
  if (!answer.ok) return [];
  if (answer.value.now) clock.hear(answer.value.now, sent, clock.tick());
  return answer.value.questions;
}
