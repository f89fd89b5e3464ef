// Small parts of answering: the server's clock, codes in pasted messages, ways to answer, places.

import { describe, expect, it } from 'vitest';

import { createServerClock } from '../src/answers/clock';
import { codeIn } from '../src/answers/code';
import { sendLabel, waysOf } from '../src/answers/forms';
import { sizeOf } from '../src/answers/given';
import { accuracy, inWords } from '../src/answers/coordinates';
import { questionOf, tokenOf } from '../src/link-page/by-link';
import type { AnswerForm, Question } from '../src/protocol/wire';

describe('the server’s clock', () => {
  const at = { tick: 0, wall: 0 };
  const clock = () =>
    createServerClock(
      () => at.tick,
      () => at.wall,
    );

  it('is the page’s until the server has spoken', () => {
    at.wall = 77_000;
    expect(clock().now()).toBe(77_000);
  });

  it('runs with the steady clock, whatever the page’s own clock says', () => {
    const made = clock();
    at.tick = 1_000;
    made.hear(5_000_000, 900, 1_100);
    expect(made.now()).toBe(5_000_000);
    at.tick = 61_000;
    at.wall = 1;
    expect(made.now()).toBe(5_060_000);
  });

  it('takes the better of two exchanges, and a worse one when the better is old', () => {
    const made = clock();
    at.tick = 1_000;
    made.hear(10_000, 990, 1_000);
    at.tick = 2_000;
    // The answer lay on the way for a second and a half.
    made.hear(10_500, 500, 2_000);
    expect(made.now()).toBe(10_000 + 1_005);
    at.tick = 100_000;
    made.hear(500_000, 99_000, 100_000);
    expect(made.now()).toBe(500_500);
    made.hear(1, 200_000, 100_000);
    expect(made.now()).toBe(500_500);
  });
});

describe('a code that was pasted', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456\n', '123456'],
    ['12-34-56 ', '12-34-56'],
    ['AB12-CD34', 'AB12-CD34'],
    ['Your code is 829 113. Do not share it.', '829113'],
    ['G-482913 is your code', '482913'],
    ['482913 is your code', '482913'],
    ['Call +43 1 234567', 'Call +43 1 234567'],
    ['1234 or 5678', '1234 or 5678'],
    ['no code at all', 'no code at all'],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(codeIn(text)).toBe(expected);
  });
});

const question = (kind: Question['kind'], forms?: AnswerForm[]): Question => ({
  id: 'q',
  kind,
  from: 't',
  title: 'T',
  message: 'M',
  ...(forms ? { forms } : {}),
});

describe('the ways to answer', () => {
  it.each<[Question, AnswerForm[], string]>([
    [question('confirm'), ['yes'], 'Yes'],
    [question('ask'), ['text'], 'Answer'],
    [question('auth'), ['text'], 'Send'],
    [question('ask', ['choice', 'text']), ['text'], 'Answer'],
    [question('auth', ['photo', 'file', 'yes']), ['photo', 'file', 'yes'], 'Send the photo'],
    [question('auth', ['yes']), ['yes'], 'It is done'],
  ])('%j', (asked, ways, label) => {
    expect(waysOf(asked)).toStrictEqual(ways);
    expect(sendLabel(asked, ways[0] ?? 'yes')).toBe(label);
  });
});

it('sizes and places are said as people say them', () => {
  expect([5, 4_200, 53_000, 33_554_432].map(sizeOf)).toStrictEqual([
    '5 bytes',
    '4.2 kB',
    '53 kB',
    '34 MB',
  ]);
  expect(inWords(48.20821, 16.3738)).toBe('48.20821,16.37380');
  expect([0.2, 30, 1_500, 42_000].map(accuracy)).toStrictEqual([
    'accurate to about 1 m',
    'accurate to about 30 m',
    'accurate to about 1.5 km',
    'accurate to about 42 km',
  ]);
});

it('the page behind a link knows its secret and its question', () => {
  expect([tokenOf('/q/abc'), tokenOf('/q/'), tokenOf('/q/a/b'), tokenOf('/')]).toStrictEqual([
    'abc',
    undefined,
    undefined,
    undefined,
  ]);
  const asked = questionOf({
    id: 'q',
    task: 't',
    kind: 'auth',
    title: 'T',
    message: 'M',
    secret: true,
    canRemember: false,
    asked: '2026-01-01T00:00:00Z',
    until: '2026-01-01T00:02:00Z',
    now: 1,
    forms: ['code', 'yes'],
  });
  expect(asked.until).toBe(Date.UTC(2026, 0, 1, 0, 2));
  expect(asked.forms).toStrictEqual(['code', 'yes']);
});
