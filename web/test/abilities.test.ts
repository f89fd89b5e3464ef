// “What can you do?” is recognised however it is written, and nothing else is taken for it.

import { expect, it } from 'vitest';

import { abilities, asksWhatCanBeDone } from '../src/guides/abilities';

it.each([
  ['What can you do?', true],
  ['what can you do', true],
  ['  WHAT CAN I ASK??  ', true],
  ['Was kannst du?', true],
  ['¿Qué puedes hacer?', true],
  ['What can you do about the noise?', false],
  ['What can you', false],
  ['', false],
  ['what '.repeat(100_000), false],
])('%s', (text, expected) => {
  expect(asksWhatCanBeDone(text)).toBe(expected);
});

it('says each request once', () => {
  const all = abilities.flatMap(({ requests }) => requests);
  expect(new Set(all).size).toBe(all.length);
});
