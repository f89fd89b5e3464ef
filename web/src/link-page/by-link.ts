// The question behind a link, and its only answer, over HTTP. The link's secret is only in the address of the page: it
// is neither stored nor logged.

import { messageIn, postFile } from '../answers/desk';
import type { Outcome } from '../connection/outbox';
import { isQuestionByLink, type QuestionByLink } from '../protocol/http';
import type { HumanAnswer, Question } from '../protocol/wire';
import { t } from '../words/say';

/** The secret in the address of the page. */
export function tokenOf(path: string): string | undefined {
  return /^\/q\/([^/]+)$/.exec(path)?.[1];
}

/** The state of the question. */
export type Standing =
  | { kind: 'open'; question: Question; now: number }
  /** It is settled, or never existed: the server's page says which. */
  | { kind: 'over' }
  /** The server did not answer; try again. */
  | { kind: 'unknown' };

/** Returns the question in the desktop's form. */
export function questionOf(open: QuestionByLink): Question {
  const until = Date.parse(open.until);
  return {
    id: open.id,
    kind: open.kind,
    from: open.task,
    title: open.title,
    message: open.message,
    secret: open.secret,
    canRemember: open.canRemember,
    ...(open.about ? { about: open.about } : {}),
    ...(open.forms ? { forms: open.forms } : {}),
    ...(open.choices ? { choices: open.choices } : {}),
    ...(open.consent ? { consent: open.consent } : {}),
    ...(Number.isFinite(until) ? { until } : {}),
  };
}

const base = (token: string): string => `/api/questions/by-link/${token}`;

/** Asks for the state of the question. */
export async function standing(token: string): Promise<Standing> {
  try {
    const answer = await fetch(base(token), { signal: AbortSignal.timeout(10_000) });
    if (answer.status === 404 || answer.status === 409) return { kind: 'over' };
    const value: unknown = await answer.json();
    if (!answer.ok || !isQuestionByLink(value)) return { kind: 'unknown' };
    return { kind: 'open', question: questionOf(value), now: value.now };
  } catch {
    return { kind: 'unknown' };
  }
}

/** Sends the answer. */
export async function answerByLink(token: string, given: HumanAnswer): Promise<Outcome> {
  const failed = (message: string): Outcome => ({
    ok: false,
    errors: [{ code: 'not_allowed', path: '', message }],
  });
  try {
    const answer = await fetch(base(token), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(given),
    });
    if (answer.ok) return { ok: true, seq: undefined };
    return failed(messageIn(await answer.json()) ?? t`the server answered ${answer.status}`);
  } catch {
    return failed(t`the answer could not be sent; try again`);
  }
}

/** Sends a file as the answer. */
export function fileByLink(token: string, file: File): Promise<Outcome> {
  return postFile(`${base(token)}/file`, file);
}
