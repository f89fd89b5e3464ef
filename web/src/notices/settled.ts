// Explains why a question disappeared without this person: somebody else answered, or nobody did in time.

import { onCleanup } from 'solid-js';

import { visible } from '../bidi';
import type { Page } from '../desktop/page';
import { t } from '../words/say';
import { wasAnsweredHere } from './waiting';

/** How much of a question is repeated, in characters. */
const most = 90;

/** The message by outcome; for a stopped task, its end says enough. */
const words: Readonly<Record<string, (question: string) => string>> = {
  answered: (question) => t`“${question}” was answered elsewhere.`,
  approved: (question) => t`“${question}” was answered elsewhere: yes.`,
  rejected: (question) => t`“${question}” was answered elsewhere: no.`,
  taken_over: (question) => t`“${question}” was answered elsewhere: a person does it by hand.`,
  timeout: (question) => t`Nobody answered “${question}” in time. That counts as a no.`,
};

/** Returns the message for this outcome. */
export function settledWords(question: string, how: string): string | undefined {
  const short = question.length > most ? `${question.slice(0, most)}…` : question;
  return Object.hasOwn(words, how) ? words[how]?.(visible(short)) : undefined;
}

/** Tells the person at this page, for as long as the caller lives. */
export function useSettled(page: Page): void {
  onCleanup(
    page.tasks.listen((event) => {
      if (event.event !== 'question_closed') return;
      const question = page.desktop.state.questions[event.id];
      if (!question || wasAnsweredHere(`question:${event.id}`)) return;
      const said = settledWords(question.message || question.title, event.how);
      if (said !== undefined) page.remark(said);
    }),
  );
}
