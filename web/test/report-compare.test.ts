import { describe, expect, it } from 'vitest';

import { comparable } from '../src/parts/tasks/compare';
import type { TaskView } from '../src/protocol/http';
import type { ComparedPair, ComparedRun, PairKind, ReportComparison, StepLine } from '../src/protocol/report';
import { differenceOf, pictureWords, type Cells } from '../src/report/compare/picture-differences';
import {
  aspectWords,
  delta,
  differs,
  divergenceWords,
  nextDifference,
  pairOf,
  pairWords,
  partingWords,
  shownPlaces,
  totals,
  valueWords,
} from '../src/report/compare/words';
import { timeWords } from '../src/report/words';

const phases = { look: 0, mind: 0, gate: 0, person: 0, act: 0, settle: 0, record: 0 };
const line = (step: number): StepLine => ({ step, at: 0, took: 0, phases, thought: `step ${step}` });
const run = (more: Partial<ComparedRun> = {}): ComparedRun => ({
  task: 't', goal: 'g', device: 'sim', model: 'm', began: 0, state: 'success', steps: 2, took: 1_000, tokens: 0, ...more,
});
const pair = (kind: PairKind, step: number): ComparedPair => ({
  kind,
  ...(kind === 'only_b' ? {} : { a: line(step) }),
  ...(kind === 'only_a' ? {} : { b: line(step + 1) }),
});
const comparison = (kinds: PairKind[], more: Partial<ReportComparison> = {}): ReportComparison => ({
  version: 1, program: 'p', made: 0, a: run(), b: run(), missing: [],
  pairs: kinds.map((kind, place) => pair(kind, place + 1)),
  ...more,
});

describe('which pairs are shown', () => {
  const all = comparison(['same', 'same', 'changed', 'only_a', 'same', 'only_b'], { divergence: { pair: 1, what: 'x' } });

  it('all of them, or those that differ and the one where the runs part', () => {
    expect(shownPlaces(all, false)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(shownPlaces(all, true)).toEqual([1, 2, 3, 5]);
    expect([0, 1, 9].map((place) => differs(all, place))).toEqual([false, true, true]);
  });

  it('the next difference comes round to the first', () => {
    for (const [at, expected] of [[-1, 1], [1, 2], [3, 5], [5, 1]] as const) expect(nextDifference(all, at)).toBe(expected);
    expect(nextDifference(comparison(['same']), 0)).toBe(-1);
    expect(nextDifference(comparison([]), 0)).toBe(-1);
  });

  it('reads the pair from the address', () => {
    for (const [hash, expected] of [['#pair-1', 0], ['#pair-6', 5], ['#pair-7', -1], ['#pair-0', -1], ['#pair--1', -1], ['#step-1', -1], ['', -1]] as const)
      expect(pairOf(all, hash), hash).toBe(expected);
  });
});

describe('the words of a comparison', () => {
  it('say where the runs part', () => {
    for (const [divergence, expected] of [
      [undefined, 'The runs never part.'],
      [{ a: 3, b: 3 }, 'They part in step 3'],
      [{ a: 3, b: 5 }, 'They part in step 3 of the first run and step 5 of the second'],
      [{ a: 3 }, 'They part in step 3 of the first run'],
      [{ b: 5 }, 'They part in step 5 of the second run'],
      [{}, 'They part at the end'],
    ] as const)
      expect(partingWords(comparison(['same'], divergence && { divergence: { pair: 0, what: '', ...divergence } }))).toBe(expected);
  });

  it('say what differs without the marks of programs', () => {
    for (const [what, a, name, value] of [
      ['target', '`Switch Wi-Fi`', 'Element', 'Switch Wi-Fi'],
      ['value', 'nothing', 'Value', 'nothing'],
      ['action', '`long_press`', 'Action', 'long press'],
      ['layout', '`8f3a`', 'Layout', ''],
      ['screen', '`com.a com.a.b.Main`', 'Screen', 'Main in com.a'],
      ['after', '`com.a`', 'Screen afterwards', 'com.a'],
      ['elements', '`one, two…', 'New elements', 'one, two…'],
      ['__proto__', 'x', '__proto__', 'x'],
    ] as const) {
      expect(aspectWords({ what, a, b: '' })).toBe(name);
      expect(valueWords({ what, a, b: '' }, 'a')).toBe(value);
    }
  });

  it('say how the runs differ where they part, as the list does', () => {
    const target = { what: 'target', a: '`a`', b: '`b`' };
    for (const [what, expected] of [
      ['target: `a` in the first run, `b` in the second', 'Element: `a` in the first run, `b` in the second'],
      ['only the first run did this: tap', 'only the first run did this: tap'],
      ['constructor: x', 'constructor: x'],
    ] as const) {
      const pairs = [{ ...pair('changed', 1), differences: [{ what: 'layout', a: '`1`', b: '`2`' }, target] }];
      expect(divergenceWords(comparison([], { pairs, divergence: { pair: 0, what } }))).toBe(expected);
    }
    expect(divergenceWords(comparison(['same'], { divergence: { pair: 1, what: 'they ended differently' } }))).toBe(
      'they ended differently',
    );
  });

  it('name both steps of a pair to a screen reader, or the one there is', () => {
    expect(pairWords(pair('changed', 1))).toBe('They differ. First run, step 1: Step 1. Second run, step 2: Step 2.');
    expect(pairWords(pair('only_a', 3))).toBe('Only the first run did this. First run, step 3: Step 3.');
  });

  it('say how much a number changed', () => {
    for (const [a, b, words, way] of [
      [5, 5, 'the same', 'same'],
      [1_000, 1_500, '+500 ms (+50 %)', 'more'],
      [2_000, 1_000, '−1.0 s (−50 %)', 'less'],
      [0, 1_000, '+1.0 s', 'more'],
      [1, 60_001, '+1 min', 'more'],
    ] as const)
      expect(delta(a, b, timeWords)).toEqual({ words, way });
  });

  it('call less time better only where both runs reached the goal', () => {
    const ways = (a: ComparedRun, b: ComparedRun): string[] => totals(comparison([], { a, b })).map((total) => total.delta.way);
    const [quick, slow] = [run({ took: 500 }), run({ took: 2_000 })];
    expect(ways(slow, quick)).toEqual(['same', 'less']);
    expect(ways(quick, slow)).toEqual(['same', 'more']);
    for (const state of ['failed', 'cut_off', 'running'] as const) {
      expect(ways(slow, { ...quick, state }), state).toEqual(['same', 'same']);
      expect(ways({ ...slow, state }, quick), state).toEqual(['same', 'same']);
    }
  });

  it('leave out totals that no run has, and say which is unknown', () => {
    const rows = totals(comparison([], { a: run({ cost: 0.05 }), b: run({ steps: 4 }) }));
    expect(rows.map(({ name, a, b, delta: { words } }) => [name, a, b, words])).toEqual([
      ['Steps', '2', '4', '+2 (+100 %)'],
      ['Time', '1.0 s', '1.0 s', 'the same'],
      ['Cost', '$0.0500', 'unknown', ''],
    ]);
  });
});

it('a task is compared with others of its goal first, never with itself or one that has not begun', () => {
  const view = (id: string, goal: string, state = 'success') => ({ id, goal, state }) as TaskView;
  const others = [view('1', 'x'), view('2', 'g'), view('3', 'g', 'queued'), view('4', 'g', 'failed'), view('5', 'y')];
  expect(comparable(view('2', 'g'), others).map(({ id }) => id)).toEqual(['4', '1', '5']);
  const many = Array.from({ length: 50 }, (_, at) => view(String(at), 'g'));
  expect(comparable(view('0', 'g'), many)).toHaveLength(8);
});

describe('where two pictures differ', () => {
  const [across, down] = [20, 40];
  /** A grey picture with dark cells. */
  const cells = (dark: readonly (readonly [number, number])[] = [], more: Partial<Cells> = {}): Cells => {
    const bytes = new Uint8ClampedArray(across * down * 4).fill(200);
    for (const [x, y] of dark) bytes.fill(40, (y * across + x) * 4, (y * across + x) * 4 + 3);
    return { bytes, across, down, shape: 2, ...more };
  };
  const all = [...Array(across * down).keys()].map((cell) => [cell % across, Math.floor(cell / across)] as const);
  const stripes = all.filter(([x, y]) => x % 4 === 0 && y % 4 === 2);

  it.each([
    ['equal', cells(), { areas: [] }, ''],
    ['noise', cells([], { bytes: new Uint8ClampedArray(across * down * 4).fill(215) }), { areas: [] }, ''],
    ['the clock', cells([[3, 0], [4, 1]]), { areas: [] }, ''],
    ['one cell', cells([[5, 10]]), { areas: [[0.25, 0.25, 0.05, 0.025]] }, 'The pictures differ in one area.'],
    ['cells with a gap are one area', cells([[4, 10], [6, 12]]), { areas: [[0.2, 0.25, 0.15, 0.075]] }, 'The pictures differ in one area.'],
    ['two areas', cells([[2, 10], [17, 30]]), { areas: [[0.1, 0.25, 0.05, 0.025], [0.85, 0.75, 0.05, 0.025]] }, 'The pictures differ in 2 areas.'],
    ['very many are one', cells(stripes), { areas: [[0, 0.05, 0.85, 0.925]] }, 'The pictures differ in one area.'],
    ['all', cells(all), 'everywhere', 'The pictures differ nearly everywhere.'],
    ['turned', cells([], { shape: 0.5 }), 'shape', 'The pictures have different shapes.'],
    ['another size', cells([], { down: 30 }), 'shape', 'The pictures have different shapes.'],
  ] as const)('%s', (_, other, expected, words) => {
    const found = differenceOf(cells(), other);
    expect(found === 'everywhere' || found === 'shape' ? found : { areas: found.areas.map((area) => area.map((side) => Number(side.toFixed(4)))) }).toStrictEqual(expected);
    expect(pictureWords(found)).toBe(words);
  });
});
