// Answering a question with a file, which is too large for a message; and finding out which questions take one.

import type { Outcome } from '../connection/outbox';
import * as is from '../protocol-runtime';

/** What an answer may bring besides a yes. */
export type Takes = 'yes' | 'text' | 'place' | 'file' | 'text_or_file';

const known: readonly string[] = ['yes', 'text', 'place', 'file', 'text_or_file'];

/** What the question of this id takes, in the server's list of them. */
export function takesIn(list: unknown, id: string): Takes | undefined {
  const all = is.object(list) && Array.isArray(list.questions) ? (list.questions as unknown[]) : [];
  const question = all.find((one) => is.object(one) && one.id === id);
  const takes = is.object(question) ? question.takes : undefined;
  return typeof takes === 'string' && known.includes(takes) ? (takes as Takes) : undefined;
}

/** What the question takes; nothing when the server does not say. */
export async function takesOf(id: string): Promise<Takes | undefined> {
  try {
    const answer = await fetch('/api/questions', { signal: AbortSignal.timeout(10_000) });
    return answer.ok ? takesIn(await answer.json(), id) : undefined;
  } catch {
    return undefined;
  }
}

/** Gives the file as the answer. */
export async function answerWithFile(id: string, file: File): Promise<Outcome> {
  const failed = (message: string): Outcome => ({
    ok: false,
    errors: [{ code: 'not_allowed', path: 'file', message }],
  });
  try {
    const name = encodeURIComponent(file.name);
    const address = `/api/questions/${encodeURIComponent(id)}/file?name=${name}`;
    const answer = await fetch(address, { method: 'POST', body: file });
    if (answer.ok) return { ok: true, seq: undefined };
    const said: unknown = await answer.json();
    const error = is.object(said) && is.object(said.error) ? said.error.message : undefined;
    return failed(typeof error === 'string' ? error : `the server answered ${answer.status}`);
  } catch {
    return failed('the file did not get through; try again');
  }
}
