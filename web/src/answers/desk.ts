// Where answers go. The desktop sends them over its socket, the page behind a link over HTTP; the forms do not know
// which.

import { createContext, useContext } from 'solid-js';

import type { Outcome } from '../connection/outbox';
import type { HumanAnswer, Question } from '../protocol/wire';
import type { Given } from './given';

/** What forms need of the world around them. */
export interface Desk {
  /** Sends an answer. */
  answer(question: Question, answer: HumanAnswer): Promise<Outcome>;
  /** Sends a file as the answer. */
  file(question: Question, file: File): Promise<Outcome>;
  /** The address of a picture that belongs to the question. */
  picture(question: Question, number: number): string;
  /** The server's time, in milliseconds since 1970. */
  now(): number;
}

const DeskContext = createContext<Desk>();

/** Gives the desk to everything inside. */
export const DeskProvider = DeskContext.Provider;

/** The desk around the caller. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('there is no desk around this component');
  return desk;
}

/** Sends what was given as a yes. */
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

/** Posts a file; what went wrong is said in the server's words where it has some. */
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
    return failed(messageIn(await answer.json()) ?? `the server answered ${answer.status}`);
  } catch {
    return failed('the file could not be sent; try again');
  }
}

/** The words of a refusal. */
export function messageIn(value: unknown): string | undefined {
  const error = (value as { error?: { message?: unknown } } | null)?.error;
  return typeof error?.message === 'string' ? error.message : undefined;
}
