// Which steps a search, a filter or an address means. Pure.

import type { ReportIndex, StepLine, StepMark } from '../protocol/report';

/** What the list may be narrowed to. */
export const filters: readonly (readonly [StepMark, string])[] = [
  ['error', 'Errors'],
  ['question', 'Questions'],
  ['gate', 'Gate'],
  ['touch', 'Touches'],
];

/** The words of a query, each of which has to occur. Pure. */
export function wordsOf(query: string): string[] {
  return query.toLocaleLowerCase().split(/\s+/).filter((word) => word !== '');
}

/** Whether a text has every word. Pure. */
export function has(text: string, words: readonly string[]): boolean {
  const lower = text.toLocaleLowerCase();
  return words.every((word) => lower.includes(word));
}

/** Returns the places of the steps with any of these marks. Pure. */
export function marked(steps: readonly StepLine[], marks: ReadonlySet<StepMark>): number[] {
  const places = steps.map((_, place) => place);
  if (marks.size === 0) return places;
  return places.filter((place) => steps[place]?.marks?.some((mark) => marks.has(mark)));
}

/** Returns the place of the step that an address names; -1 if it names none. Pure. */
export function placeOf(index: ReportIndex, hash: string): number {
  const step = /^#step-(\d{1,9})$/.exec(hash)?.[1];
  return step === undefined ? -1 : index.steps.findIndex((line) => line.step === Number(step));
}
