// The history of notices, as data.

import { expect, it } from 'vitest';

import { pastOf } from '../src/notices/history';
import { narrator } from '../src/notices/narrator';
import { beside, swiped } from '../src/narrow/swipe';
import type { HistoryEntry } from '../src/protocol/wire';

const entry = (kind: HistoryEntry['kind'], id: string, at: number, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  kind,
  id,
  title: id,
  body: '',
  from: 'painter',
  at,
  ...more,
});

it('a task is one entry, and each of its questions is one of its own that leads to it', () => {
  const history = [
    entry('notification', 'task-a', 1, { from: narrator, title: 'Book a table', body: 'Step 1 of 9' }),
    entry('question', 'q-1', 2, { from: 'a', title: 'Which name?', body: 'approved' }),
    entry('question', 'q-2', 3, { from: 'a', title: 'For two?', body: 'timeout' }),
    entry('toast', 'task-a', 4, { from: narrator, title: 'Done: booked', variant: 'success' }),
    entry('dialog', 'd', 5, { title: 'Delete it?', body: 'No' }),
    entry('toast', 't', 6, { variant: 'error' }),
  ];
  const shown = pastOf(history, 0).map(({ tone, title, task, how, body }) => [tone, title, task, how, body]);
  expect(shown).toStrictEqual([
    ['failed', 't', undefined, undefined, ''],
    ['asked', 'Delete it?', undefined, undefined, 'No'],
    ['done', 'Done: booked', 'a', undefined, ''],
    ['asked', 'For two?', 'a', 'timeout', ''],
    ['asked', 'Which name?', 'a', 'approved', ''],
  ]);
  expect(pastOf(history, 3).map(({ title }) => title)).toStrictEqual(['t', 'Delete it?', 'Done: booked']);
});

it.each([
  ['to the left: the next one', -80, 5, 1],
  ['to the right: the previous one', 80, -30, -1],
  ['too short', -40, 0, 0],
  ['a scroll with a slant', -80, 60, 0],
  ['a scroll', 0, -300, 0],
] as const)('a swipe %s', (_, dx, dy, expected) => {
  expect(swiped(dx, dy)).toBe(expected);
});

it.each([
  ['b', 1, 'c'],
  ['b', -1, 'a'],
  ['c', 1, undefined],
  ['a', -1, undefined],
  ['a', 0, undefined],
  ['gone', 1, undefined],
] as const)('beside %s, by %i, is %s', (key, step, expected) => {
  expect(beside(['a', 'b', 'c'], key, step)).toBe(expected);
});

it('a notification that is still open is not told a second time', () => {
  const history = [entry('notification', 'n', 1, { title: 'Before' }), entry('notification', 'n', 2), entry('toast', 'n', 3)];
  const shown = pastOf(history, 0, { n: { title: 'n', from: 'painter' } }).map(({ title, at }) => [title, at]);
  expect(shown).toStrictEqual([['n', 3], ['Before', 1]]);
});
