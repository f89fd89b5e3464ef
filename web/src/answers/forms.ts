// The ways to answer a question: their labels, and which of them a question accepts.

import type { AnswerForm, Question } from '../protocol/wire';
import { t } from '../words/say';

/** The labels of one way. */
interface Words {
  /** As a choice among others. */
  name: string;
  /** On the button that sends it. */
  send: string;
}

export const words: Record<AnswerForm, Words> = {
  yes: { name: t`It is done`, send: t`It is done` },
  choice: { name: t`Choose`, send: t`Answer` },
  text: { name: t`In words`, send: t`Send` },
  code: { name: t`Code`, send: t`Send the code` },
  photo: { name: t`Photo`, send: t`Send the photo` },
  qr: { name: t`QR code`, send: t`Send its text` },
  recording: { name: t`Recording`, send: t`Send the recording` },
  place: { name: t`Place`, send: t`Send the place` },
  file: { name: t`File`, send: t`Send the file` },
  drawing: { name: t`Drawing`, send: t`Send the drawing` },
};

/** Returns how the question can be answered besides its choices, the usual way first. */
export function waysOf(question: Question): AnswerForm[] {
  const forms = (question.forms ?? []).filter((form) => form !== 'choice');
  if (forms.length > 0) return forms;
  return question.kind === 'confirm' ? ['yes'] : ['text'];
}

/** Returns the label of the button that sends the answer. */
export function sendLabel(question: Question, way: AnswerForm): string {
  if (question.kind === 'confirm') return t`Yes`;
  return question.kind === 'ask' ? t`Answer` : words[way].send;
}
