// The ways to answer a question: their labels, and which of them a question accepts.

import type { AnswerForm, Question } from '../protocol/wire';

/** The labels of one way. */
interface Words {
  /** As a choice among others. */
  name: string;
  /** On the button that sends it. */
  send: string;
}

export const words: Record<AnswerForm, Words> = {
  yes: { name: 'It is done', send: 'It is done' },
  choice: { name: 'Choose', send: 'Answer' },
  text: { name: 'In words', send: 'Send' },
  code: { name: 'Code', send: 'Send the code' },
  photo: { name: 'Photo', send: 'Send the photo' },
  qr: { name: 'QR code', send: 'Send its text' },
  recording: { name: 'Recording', send: 'Send the recording' },
  place: { name: 'Place', send: 'Send the place' },
  file: { name: 'File', send: 'Send the file' },
  drawing: { name: 'Drawing', send: 'Send the drawing' },
};

/** Returns how the question can be answered besides its choices, the usual way first. */
export function waysOf(question: Question): AnswerForm[] {
  const forms = (question.forms ?? []).filter((form) => form !== 'choice');
  if (forms.length > 0) return forms;
  return question.kind === 'confirm' ? ['yes'] : ['text'];
}

/** Returns the label of the button that sends the answer. */
export function sendLabel(question: Question, way: AnswerForm): string {
  if (question.kind === 'confirm') return 'Yes';
  return question.kind === 'ask' ? 'Answer' : words[way].send;
}
