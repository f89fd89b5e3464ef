// The destination of answers. The desktop sends them over its socket, the page behind a link over HTTP; the forms do
// not know which.

import { createContext, useContext } from 'solid-js';

import type { Outcome } from '../connection/outbox';
import type { HumanAnswer, Question } from '../protocol/wire';
import { t } from '../words/say';
import type { Given } from './given';

/** The services that forms use. */
export interface Desk {
  /** Sends an answer. */
  answer(question: Question, answer: HumanAnswer): Promise<Outcome>;
  /** Sends a file as the answer. */
  file(question: Question, file: File): Promise<Outcome>;
  /** Returns the address of a picture that belongs to the question. */
  picture(question: Question, number: number): string;
  /** The server's time, in milliseconds since 1970. */
  now(): number;
}

const DeskContext = createContext<Desk>();

/** Provides the desk to everything inside. */
export const DeskProvider = DeskContext.Provider;

/** Returns the desk around the caller. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('there is no desk around this component');
  return desk;
}

/** Sends the given answer as a yes. */
export function sendGiven(desk: Desk, question: Question, given: Given): Promise<Outcome> {
  switch (given.kind) {
    case 'file':
      return desk.file(question, given.file);
    case 'text':
      return desk.answer(question, { kind: 'approve', text: given.text });
    case 'nothing':
      return desk.answer(question, { kind: 'approve' });
  }
}

/** Posts a file; reports an error in the server's words if it has some. */
export async function postFile(address: string, file: File): Promise<Outcome> {
  const failed = (message: string): Outcome => ({
    ok: false,
    errors: [{ code: 'not_allowed', path: 'file', message }],
  });
  try {
    const answer = await fetch(`${address}?name=${encodeURIComponent(file.name)}`, {
      method: 'POST',
      body: file,
    });
    if (answer.ok) return { ok: true, seq: undefined };
    return failed(messageIn(await answer.json()) ?? t`the server answered ${answer.status}`);
  } catch {
    return failed(t`the file could not be sent; try again`);
  }
}

/** Returns the message of a refusal. */
export function messageIn(value: unknown): string | undefined {
  const error = (value as { error?: { message?: unknown } } | null)?.error;
  return typeof error?.message === 'string' ? error.message : undefined;
}
