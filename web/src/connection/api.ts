// Requests to the server's HTTP API, with the session's cookie. Answers are checked before use.

import { readable } from '../words/quotes';
import { t } from '../words/say';

/** The result of a request. */
export type Answer<T> = { ok: true; value: T } | { ok: false; status: number; message: string };

const patience = 30_000;

/** Requests JSON; `check` validates it. */
export function get<T>(path: string, check: (value: unknown) => value is T): Promise<Answer<T>> {
  return request('GET', path, undefined, check);
}

/** Sends JSON and reads an answer that passes `check`. */
export function send<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown,
  check: (value: unknown) => value is T,
): Promise<Answer<T>> {
  return request(method, path, body, check);
}

/** Sends JSON and expects no body. */
export function tell(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer<unknown>> {
  return request(method, path, body, (value): value is unknown => value === value);
}

async function request<T>(
  method: string,
  path: string,
  body: unknown,
  check: (value: unknown) => value is T,
): Promise<Answer<T>> {
  const failed = (status: number, message: string): Answer<T> => ({ ok: false, status, message });
  try {
    const answer = await fetch(path, {
      method,
      signal: AbortSignal.timeout(patience),
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const value: unknown = text === '' ? null : JSON.parse(text);
    if (!answer.ok) return failed(answer.status, reason(value) ?? t`the server answered ${answer.status}`);
    return check(value) ? { ok: true, value } : failed(answer.status, t`the server sent something unexpected`);
  } catch {
    return failed(0, t`the server does not answer`);
  }
}

/** Returns the message of a refusal. */
function reason(value: unknown): string | undefined {
  const error = (value as { error?: { message?: unknown } } | null)?.error;
  return typeof error?.message === 'string' ? readable(error.message) : undefined;
}
