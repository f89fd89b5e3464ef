import { describe, expect, it } from 'vitest';

import type { Moment, ReportIndex, StepLine, StepMark } from '../src/protocol/report';
import { contains, elementAt, open, touchesOf } from '../src/report/elements';
import { has, marked, placeOf, wordsOf } from '../src/report/matching';
import { inSight, reveal } from '../src/report/windowed';
import { quotedPartsOf } from '../src/report/quoted';
import {
  appWords,
  deedWords,
  endingWords,
  endWords,
  firstTrouble,
  isTrouble,
  momentWords,
  questionOf,
  roleWords,
  stepWords,
  textsOf,
  timeWords,
  verdictWords,
} from '../src/report/words';

const phases = { look: 0, mind: 0, gate: 0, person: 0, act: 0, settle: 0, record: 0 };
const line = (step: number, more: Partial<StepLine> = {}): StepLine => ({ step, at: 0, took: 0, phases, ...more });

describe('finding steps', () => {
  it('needs every word, in any order and case', () => {
    for (const [text, query, expected] of [
      ['Turn on the Wi-Fi', 'wi-fi TURN', true],
      ['Turn on the Wi-Fi', 'turn off', false],
      ['Größe', 'GRÖSSE größe', false],
      ['anything', '   ', true],
    ] as const)
      expect(has(text, wordsOf(query)), `${query} in ${text}`).toBe(expected);
  });

  it('narrows to any of the chosen marks', () => {
    const steps = [line(1, { marks: ['touch'] }), line(2), line(3, { marks: ['error', 'gate'] })];
    for (const [marks, expected] of [
      [[], [0, 1, 2]],
      [['error'], [2]],
      [['touch', 'gate'], [0, 2]],
      [['question'], []],
    ] as [StepMark[], number[]][])
      expect(marked(steps, new Set(marks))).toEqual(expected);
  });

  it('reads the step from the address', () => {
    const index = { steps: [line(0), line(1), line(9)] } as ReportIndex;
    for (const [hash, expected] of [
      ['#step-9', 2],
      ['#step-0', 0],
      ['#step-5', -1],
      ['#step--1', -1],
      ['#step-9e9', -1],
      ['#step-99999999999', -1],
      ['', -1],
    ] as const)
      expect(placeOf(index, hash), hash).toBe(expected);
  });
});

describe('long rows', () => {
  it('render what is in sight, and a little beyond', () => {
    for (const [scrolled, room, size, count, expected] of [
      [0, 500, 50, 5_000, [0, 16]],
      [5_000, 500, 50, 5_000, [94, 116]],
      [249_500, 500, 50, 5_000, [4_984, 5_000]],
      [9e9, 500, 50, 3, [0, 3]],
      [0, 0, 50, 0, [0, 0]],
    ] as const)
      expect(inSight(scrolled, room, size, count), `${scrolled}`).toEqual(expected);
  });

  it('scroll no further than needed', () => {
    for (const [at, scrolled, room, expected] of [
      [0, 0, 500, 0],
      [3, 0, 500, 0],
      [10, 0, 500, 50],
      [2, 400, 500, 100],
    ] as const)
      expect(reveal(at, scrolled, room, 50)).toBe(expected);
  });
});

describe('elements', () => {
  const elements = [
    { role: 'FrameLayout', bounds: [0, 0, 1, 1] },
    { depth: 1, role: 'List', bounds: [0, 0.2, 1, 0.5] },
    { depth: 2, role: 'Row', bounds: [0, 0.2, 1, 0.1] },
    { depth: 1, role: 'Button', bounds: [0.4, 0.9, 0.2, 0.05] },
  ];

  it('are found at a point, the smallest first', () => {
    for (const [x, y, expected] of [
      [0.5, 0.25, 2],
      [0.5, 0.4, 1],
      [0.5, 0.92, 3],
      [0.1, 0.95, 0],
      [2, 2, -1],
    ] as const)
      expect(elementAt(elements, x, y), `${x},${y}`).toBe(expected);
    expect(elementAt([{ role: 'none' }], 0.5, 0.5)).toBe(-1);
  });

  it('are hidden in a closed one', () => {
    expect(open(elements, new Set())).toEqual([0, 1, 2, 3]);
    expect(open(elements, new Set([1]))).toEqual([0, 1, 3]);
    expect(open(elements, new Set([0]))).toEqual([0]);
    expect([0, 1, 2, 3].map((place) => contains(elements, place))).toEqual([true, true, false, false]);
  });
});

describe('words', () => {
  const moment = (event: Moment['event']): Moment => ({ at: 0, took: 0, event });

  it('say what happened', () => {
    const tap = { type: 'tap', x: 1, y: 2 };
    const acted = { kind: 'acted', action: tap, points: [[0.5, 0.5]], outward: false } as const;
    expect(deedWords(tap, 'Send')).toBe('Tap “Send”');
    expect(stepWords(line(1, { action: { type: 'type', text: 'Hi' } }))).toBe('Type “Hi”');
    expect(stepWords(line(0))).toBe('Before the first step');
    expect(momentWords(moment({ ...acted, points: [[0.5, 0.5]], target: { id: 'com.example:id/ok' } }))).toBe('Tap “ok”');
    expect(isTrouble(moment({ kind: 'answered', tool: 'x', ok: false, text: '', person: false }))).toBe(true);
    expect(isTrouble(moment({ kind: 'noted', text: '' }))).toBe(false);
    expect(touchesOf({ step: 1, moments: [moment({ ...acted, points: [[0.5, 0.5]] }), moment({ ...acted, points: [] })] })).toHaveLength(1);
    expect(
      verdictWords({ kind: 'judged', action: tap, verdict: 'ask', rule: 'r', reason: '', allowed: false, by: 'timeout' }),
    ).toBe('The gate asked a person. Nobody answered in time.');
  });

  it('say why it ended, also for a reason of the future', () => {
    const index = { state: 'failed', reason: 'stuck' } as ReportIndex;
    expect(endWords(index)).toBe('It did the same again and again without effect.');
    expect(endWords({ ...index, reason: 'ran_away' })).toBe('Ran away.');
    expect(endWords({ ...index, reason: 'constructor' })).toBe('Constructor.');
    expect(endWords({ ...index, state: 'cut_off' })).toContain('has no end');
  });

  it('say a fact of a killed run once', () => {
    const why = (summary: string, what?: string): ReportIndex =>
      ({ state: 'cut_off', why: { summary, next: [], ...(what ? { first: { step: 2, what } } : {}) } }) as unknown as ReportIndex;
    const asked = 'The process was killed in step 2 while it asked “Which?”; the task did not end by itself.';
    for (const [summary, what, news] of [
      [asked, 'the process ended while it asked “Which?”', ''],
      ['The process was killed.', 'the process ended while it was to tap `Go`, and nothing says whether that was done', undefined],
      ['The app is missing in step 2.', 'open app `Zebra` failed: no such app', undefined],
    ] as const)
      expect(firstTrouble(why(summary, what)), what).toEqual({ step: 2, what: news ?? what });
    expect(firstTrouble(why(asked))).toBeUndefined();
    // The cause says that it has no end; without a cause, the end says it.
    expect(endingWords(why(asked), '')).toBeUndefined();
    expect(endingWords({ state: 'cut_off' }, '')).toEqual({ reason: 'Its record has no end.', said: '' });
    expect(endingWords({ state: 'failed', reason: 'gave_up' }, 'no')).toEqual({ reason: 'The agent gave up.', said: 'no' });
  });

  it('name apps, kinds of elements and questions as people do', () => {
    for (const [name, expected] of [
      ['com.google.android.apps.nexuslauncher', 'Home screen'],
      ['com.android.settings', 'Settings'],
      ['org.example.home', 'Home screen'],
      ['com.example.my_notes', 'My notes'],
    ] as const)
      expect(appWords(name)).toBe(expected);
    for (const [role, expected] of [
      ['LinearLayout', 'group'],
      ['TextView', 'text'],
      ['button', 'button'],
      ['SeekBar', 'seek bar'],
      ['constructor', 'constructor'],
      [undefined, 'element'],
    ] as const)
      expect(roleWords(role)).toBe(expected);
    const asked = (rule: string): string => momentWords(moment({ kind: 'asked', action: {}, rule }));
    expect([asked('pay'), asked('')]).toEqual(['Asked a person for approval', 'Asked a person']);
  });

  it('show as code what is quoted, and nothing else', () => {
    for (const [text, expected] of [
      ['open app `Zebra` failed', ['open app ', '`Zebra', ' failed']],
      ['`a` and `b`', ['`a', ' and ', '`b']],
      ['a lone ` stays', ['a lone ` stays']],
      ['`one`, then ` alone', ['`one', ', then ` alone']],
      ['`not over\nlines`', ['`not over\nlines`']],
      ['``', ['``']],
      ['', []],
    ] as const)
      expect(quotedPartsOf(text).map((part) => (part.quoted ? `\`${part.text}` : part.text)), text).toEqual(expected);
  });

  it('format times', () => {
    for (const [ms, expected] of [
      [0, '0 ms'],
      [999, '999 ms'],
      [1_500, '1.5 s'],
      [59_000, '59 s'],
      [61_000, '1 min 1 s'],
      [120_000, '2 min'],
      [3_720_000, '1 h 2 min'],
    ] as const)
      expect(timeWords(ms)).toBe(expected);
  });

  it('collect all texts of a value', () => {
    expect(textsOf({ a: 'one', b: [{ c: 'two' }, 3, null] })).toBe('one\ntwo');
  });
});

describe('what a person was asked', () => {
  it('is the question of an action that asks, and of no other', () => {
    const failed = { change: 'unknown', failure: 'timed_out', stillMoving: false, retries: 0 };
    for (const [action, effect, expected] of [
      [{ type: 'ask_user', question: 'Which network?' }, undefined, 'Which network?'],
      [{ type: 'confirm', message: 'Go on?' }, undefined, 'Go on?'],
      [{ type: 'request_human_auth', instruction: 'Scan the code' }, undefined, 'Scan the code'],
      [{ type: 'ask_user', question: 'Which network?' }, failed, undefined],
      [{ type: 'ask_user', question: 7 }, undefined, undefined],
      [{ type: 'finish', message: 'done' }, undefined, undefined],
      [{ type: 'constructor', message: 'x' }, undefined, undefined],
      ['ask_user', undefined, undefined],
      [null, undefined, undefined],
    ] as const)
      expect(questionOf({ kind: 'acted', action, points: [], outward: false, ...(effect ? { effect } : {}) }), JSON.stringify(action)).toBe(expected);
  });
});
