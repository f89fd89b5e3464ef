/** Contents and operations as data: renderer, value, whether they fit. */

import { expect, test } from 'vitest';

import { isContentUpdateOperationValid, isWindowContentData } from '../src/content-guards';

const table = { headers: ['a'], rows: [['1'], []] };

test.each([
  ['markdown', '# Hi', true],
  ['html', '', true],
  ['text', 5, false],
  ['text', null, false],
  ['table', table, true],
  ['table', { headers: ['a'] }, false],
  ['table', { headers: ['a'], rows: [[1]] }, false],
  ['table', { headers: 'a', rows: [] }, false],
  ['iframe', 'https://example.com', true],
  ['iframe', { url: 'https://example.com', sandbox: 'allow-forms' }, true],
  ['iframe', { url: 'https://example.com', sandbox: true }, false],
  ['iframe', { sandbox: '' }, false],
  ['component', { components: [] }, true],
  ['component', { components: [{ type: 'text', content: 'x' }], cols: [8, 2], gap: 'md' }, true],
  ['component', { components: ['text'] }, false],
  ['component', { components: [], gap: 'huge' }, false],
  ['component', [], false],
  ['video', 'x', false],
  ['toString', 'x', false],
])('the data of %s: %j', (renderer, value, ok) => {
  expect(isWindowContentData(renderer, value)).toBe(ok);
});

test.each([
  ['text', { op: 'append', data: 'x' }, true],
  ['html', { op: 'prepend', data: 'x' }, true],
  ['markdown', { op: 'insertAt', data: 'x', position: 0 }, true],
  ['markdown', { op: 'insertAt', data: 'x', position: -1 }, false],
  ['markdown', { op: 'insertAt', data: 'x', position: 1.5 }, false],
  ['markdown', { op: 'insertAt', data: 'x' }, false],
  ['text', { op: 'append' }, false],
  ['table', { op: 'append', data: 'x' }, false],
  ['table', { op: 'replace', data: table }, true],
  ['table', { op: 'replace', data: 'x' }, false],
  ['iframe', { op: 'insertAt', data: 'x', position: 0 }, false],
  ['component', { op: 'clear' }, true],
  ['text', { op: 'replace', data: 'x' }, true],
  ['text', { op: 'erase' }, false],
  ['text', 'clear', false],
  ['video', { op: 'clear' }, false],
])('an operation on %s: %j', (renderer, operation, ok) => {
  expect(isContentUpdateOperationValid(renderer, operation)).toBe(ok);
});
