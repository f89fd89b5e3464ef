// What a comparison says, in plain words, and which of its pairs are shown. Pure.

import type { ComparedPair, ComparedRun, PairKind, ReportComparison, StepDifference, StepLine } from '../../protocol/report';
import { deedWords, endWords, stepWords, timeWords } from '../words';

/** The two runs of a comparison. */
export const sides = ['a', 'b'] as const;
export type Side = (typeof sides)[number];

/** How a run is called. */
export const names: Record<Side, string> = { a: 'First run', b: 'Second run' };

/** Says how the steps of a pair relate. */
export const kinds: Record<PairKind, string> = {
  same: 'Both did the same',
  changed: 'They differ',
  only_a: 'Only the first run did this',
  only_b: 'Only the second run did this',
};

/** The sign between the steps of a pair. */
export const signs: Record<PairKind, string> = { same: '=', changed: '≠', only_a: '−', only_b: '+' };

const aspects: Record<string, string> = {
  action: 'Action',
  target: 'Element',
  name: 'Name of the element',
  value: 'Value',
  screen: 'Screen',
  layout: 'Layout',
  outcome: 'Outcome',
  gate: 'Gate',
  after: 'Screen afterwards',
  elements: 'New elements',
};

/** Names what differs. */
export function aspectWords(difference: StepDifference): string {
  return Object.hasOwn(aspects, difference.what) ? (aspects[difference.what] ?? '') : difference.what;
}

/** Says what one run has where they differ; nothing of a layout, which is a number for programs. */
export function valueWords(difference: StepDifference, side: Side): string {
  if (difference.what === 'layout') return '';
  const text = difference[side].replace(/^`(.*?)`?$/s, '$1');
  if (difference.what === 'action') return text.replaceAll('_', ' ');
  return difference.what === 'screen' || difference.what === 'after' ? windowWords(text) : text;
}

/** Names a window: its activity first, because many of them belong to the same app. */
function windowWords(window: string): string {
  const [, app = '', activity = ''] = /^(\S+) (\S+)$/.exec(window) ?? [];
  return activity ? `${activity.replace(/^.*\./, '')} in ${app}` : window;
}

/** What a step did. */
export function didWords(line: StepLine): string {
  return deedWords(line.action, line.target) || stepWords(line);
}

/** What the steps of a pair did, in one sentence for a reader of the screen. */
export function pairWords(pair: ComparedPair): string {
  const one = (side: Side): string => {
    const line = pair[side];
    return line ? `${names[side]}, step ${line.step}: ${didWords(line)}.` : '';
  };
  return [`${kinds[pair.kind]}.`, one('a'), one('b')].filter((text) => text !== '').join(' ');
}

/** Whether a pair is shown when only differences are. The step at which the runs part always is. */
export function differs(comparison: ReportComparison, place: number): boolean {
  return comparison.pairs[place]?.kind !== 'same' || comparison.divergence?.pair === place;
}

/** Returns the places of the pairs to show. */
export function shownPlaces(comparison: ReportComparison, only: boolean): number[] {
  const places = comparison.pairs.map((_, place) => place);
  return only ? places.filter((place) => differs(comparison, place)) : places;
}

/** Returns the next place that differs, from the start again after the last one; -1 if none does. */
export function nextDifference(comparison: ReportComparison, at: number): number {
  const places = shownPlaces(comparison, true);
  return places.find((place) => place > at) ?? places[0] ?? -1;
}

/** Returns the place of the pair that an address names; -1 if it names none. */
export function pairOf(comparison: ReportComparison, hash: string): number {
  const number = /^#pair-(\d{1,9})$/.exec(hash)?.[1];
  const place = number === undefined ? -1 : Number(number) - 1;
  return place < comparison.pairs.length ? place : -1;
}

/** Where the runs part, as a heading. */
export function partingWords(comparison: ReportComparison): string {
  const { divergence } = comparison;
  if (!divergence) return 'The runs never part.';
  const { a, b } = divergence;
  if (a !== undefined && b !== undefined) return a === b ? `They part in step ${a}` : `They part in step ${a} of the first run and step ${b} of the second`;
  if (a !== undefined) return `They part in step ${a} of the first run`;
  if (b !== undefined) return `They part in step ${b} of the second run`;
  return 'They part at the end';
}

/** How the runs differ where they part, in the words of the list. */
export function divergenceWords(comparison: ReportComparison): string {
  const what = comparison.divergence?.what ?? '';
  const differences = comparison.pairs[comparison.divergence?.pair ?? -1]?.differences ?? [];
  const telling = differences.find((one) => one.what !== 'layout' && what.startsWith(`${one.what}: `));
  if (!telling) return what;
  const [a, b] = sides.map((side) => `\`${valueWords(telling, side)}\``);
  return `${aspectWords(telling)}: ${a} in the first run, ${b} in the second`;
}

/** How much a number changed: the words, and whether it grew, shrank or stayed. */
export interface Delta {
  words: string;
  way: 'more' | 'less' | 'same';
}

/** Compares two numbers. */
export function delta(a: number, b: number, words: (amount: number) => string): Delta {
  if (a === b) return { words: 'the same', way: 'same' };
  const [sign, way] = b > a ? (['+', 'more'] as const) : (['−', 'less'] as const);
  const share = a > 0 ? Math.round((Math.abs(b - a) / a) * 100) : 0;
  const percent = share > 0 && share < 1_000 ? ` (${sign}${share} %)` : '';
  return { words: `${sign}${words(Math.abs(b - a))}${percent}`, way };
}

/** Whether less is better: a run that did not reach its goal took less time because it did less. */
export function isFair({ a, b }: Pick<ReportComparison, 'a' | 'b'>): boolean {
  return a.state === 'success' && b.state === 'success';
}

/** A total of both runs. */
export interface Total {
  name: string;
  a: string;
  b: string;
  delta: Delta;
}

const money = (amount: number): string => `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
const count = (amount: number): string => amount.toLocaleString();

/** The totals that are known of at least one run. */
export function totals(comparison: ReportComparison): Total[] {
  const { a, b } = comparison;
  const rows: [string, number | undefined, number | undefined, (amount: number) => string][] = [
    ['Steps', a.steps, b.steps, count],
    ['Time', a.took, b.took, timeWords],
    ['Tokens', a.tokens, b.tokens, count],
    ['Cost', a.cost, b.cost, money],
  ];
  return rows.flatMap(([name, one, other, words]) => {
    if (!one && !other) return [];
    const known = (amount: number | undefined): string => (amount === undefined ? 'unknown' : words(amount));
    const change: Delta =
      one === undefined || other === undefined ? { words: '', way: 'same' } : delta(one, other, words);
    if (!isFair(comparison)) change.way = 'same';
    return [{ name, a: known(one), b: known(other), delta: change }];
  });
}

/** Says why a run ended. */
export function whyWords(run: ComparedRun): string {
  return run.why ?? endWords(run);
}
