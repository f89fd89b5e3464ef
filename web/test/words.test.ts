// Every text of the page can be translated, and every language is complete: none is missing, none is left over.

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

import { chosen } from '../src/words/load';
import { readable } from '../src/words/quotes';
import { language, speakIn, t, translated, type Texts } from '../src/words/say';
import { findTexts } from './texts';

const folder = path.resolve(import.meta.dirname, '../src/words');
const found = findTexts();

const crates = path.resolve(import.meta.dirname, '../../crates');
const rust = ['desktop', 'server', 'task']
  .flatMap((name) =>
    readdirSync(path.join(crates, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.rs'))
      .map((file) => readFileSync(path.join(crates, name, 'src', file), 'utf8')),
  )
  .join('\n')
  // A text may be continued on the next line.
  .replaceAll(/\\\n\s*/g, '');
/** The titles of the server's questions, which are data. */
const titles = readFileSync(path.join(crates, 'planner/grammar/en/say/gate.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('title '))
  .map((line) => line.slice(line.indexOf('=') + 1).trim());
const languages = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name): [string, Texts] => [
    name.slice(0, -'.json'.length),
    JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Texts,
  ]);

it('every text in the markup has the tag', () => {
  expect(found.bare).toStrictEqual([]);
  expect(found.keys.size).toBeGreaterThan(500);
  // Backticks are for messages to programs; people read quotation marks.
  expect([...found.keys].filter((key) => key.includes('`'))).toStrictEqual([]);
});

describe.each(languages)('the language %s', (_, texts) => {
  it('has every text, and no other', () => {
    const known = new Set(Object.keys(texts));
    expect([...found.keys].filter((key) => !known.has(key))).toStrictEqual([]);
    // A fixed text of the server is found in its sources, word for word, or among the titles.
    const served = (key: string): boolean => rust.includes(`"${key}"`) || titles.includes(key);
    expect([...known].filter((key) => !found.keys.has(key) && !served(key))).toStrictEqual([]);
  });
  it('keeps the values of each text, and its own quotation marks', () => {
    const values = (text: string): string[] => [...text.matchAll(/\{\d+\}/g)].map(([one]) => one).sort();
    const wrong = Object.entries(texts).filter(
      ([key, text]) => text === '' || values(key).join() !== values(text).join() || /["”]/.test(text),
    );
    expect(wrong).toStrictEqual([]);
  });
});

it.each<[string[], string]>([
  [['de-AT', 'en'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr-FR', 'de-CH', 'en'], 'de'],
  [['fr', 'tlh'], 'en'],
  [['DE'], 'de'],
  [[], 'en'],
  [['__proto__', ''], 'en'],
])('of the languages %j it speaks %j', (wanted, expected) => {
  expect(chosen(wanted, ['de'])).toBe(expected);
});

describe('a text', () => {
  afterEach(() => speakIn('en', {}));
  it('is English until there is a translation', () => {
    const say = (name: string, count: number): string => t`${name} has ${count} windows`;
    expect(say('A', 2)).toBe('A has 2 windows');
    speakIn('xx', { '{0} has {1} windows': '{1} of {0}, {1}', constructor: 'no' });
    expect([say('{1}', 2), say('B', 3), t`Other`, language()]).toStrictEqual(['2 of {1}, 2', '3 of B, 3', 'Other', 'xx']);
    expect([translated('toString'), translated('constructor')]).toStrictEqual(['toString', 'no']);
  });
});

it('the plain page behind a link is complete in every language', () => {
  const folder = path.join(crates, 'server/src/routes/link');
  const sources = [`${folder}.rs`, path.join(folder, 'html.rs'), path.join(folder, 'consent.rs')]
    .map((file) => readFileSync(file, 'utf8').split('#[cfg(test)]')[0])
    .join('\n')
    .replaceAll(/\\\n\s*/g, '');
  // Literals with a space and no markup are texts, apart from the descriptions of the routes and what only programs read.
  const machine = /<|\\|^ |%H|default-src|charset|^`|^this question|^Answers a |^The page of|^Takes the form|^The picture|^It was accepted|^It does not fit|^It is too large|^There never|^The question (?:was|and)|^Somebody else|^The (?:file is|name)/;
  const literals = [...sources.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
  const said = literals.filter((text) => /\p{L} \p{L}/u.test(text) && !machine.test(text));
  expect(said.length).toBeGreaterThan(40);
  for (const [name, texts] of languages)
    expect(said.filter((text) => !Object.hasOwn(texts, text)), name).toStrictEqual([]);
});

it.each([
  ['no phone is called `sim 2`; try `fingertip devices`', 'no phone is called “sim 2”; try “fingertip devices”'],
  ['`$&` and `` stay as they are, as does one ` alone', '“$&” and `` stay as they are, as does one ` alone'],
  ['nothing to change', 'nothing to change'],
])('the message %j is read as %j', (message, expected) => {
  expect(readable(message)).toBe(expected);
});
