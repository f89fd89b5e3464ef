// What the server tells about tasks is translated by the page: every sentence, and only the runtime's.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

import { narrated } from '../src/notices/narrated';
import { narrator } from '../src/notices/narrator';
import { speakIn, type Texts } from '../src/words/say';

const root = path.resolve(import.meta.dirname, '../..');
const german = JSON.parse(readFileSync(path.join(root, 'web/src/words/de.json'), 'utf8')) as Texts;
const sources = ['text', 'offer', '../narrate']
  .map((name) => readFileSync(path.join(root, 'crates/server/src/narrate', `${name}.rs`), 'utf8'))
  .join('\n')
  .replaceAll(/\\\n\s*/g, '');
afterEach(() => speakIn('en', {}));

// [what the server writes, the literal in its source, in German]
const rows: [string, string, string][] = [
  ['Step 3 of 50: taps', 'Step {} of {}', 'Schritt 3 von 50: tippt'],
  ['Step 3 of 50: types “a: b”', 'types “{}”', 'Schritt 3 von 50: schreibt „a: b“'],
  ['Step 3 of 50: opens Maps', 'opens {}', 'Schritt 3 von 50: öffnet Maps'],
  ['Step 3 of 50: a thought of the model', '{step}: {what}', 'Schritt 3 von 50: a thought of the model'],
  ['Step 3 of 50', 'Step {} of {}', 'Schritt 3 von 50'],
  ['Step 3: retrying (too\nslow)', 'Step {step}: retrying ({})', 'Schritt 3: neuer Versuch (too\nslow)'],
  ['Lost the phone (usb); waiting up to 60 s for it', 'Lost the phone ({}); waiting up to {wait_sec:.0} s for it', 'Das Handy ist weg (usb); es wird bis zu 60 s darauf gewartet'],
  ['The phone is back', 'The phone is back', 'Das Handy ist wieder da'],
  ['Paused: a person took over the phone', 'Paused: a person took over the phone', 'Angehalten: Jemand hat das Handy übernommen'],
  ['Paused', '"Paused"', 'Angehalten'],
  ['Goes on', 'Goes on', 'Geht weiter'],
  ['Starts', '"Starts"', 'Beginnt'],
  ['Continues', '"Continues"', 'Macht weiter'],
  ['A script made a.csv', 'A script made {}', 'Ein Skript hat a.csv erstellt'],
  ['Done: It is on.', 'Done: {}', 'Erledigt: It is on.'],
  ['Failed: no app', 'Failed: {why}', 'Fehlgeschlagen: no app'],
  ['Stopped at a limit: 50 steps', 'Stopped at a limit: {why}', 'An einer Grenze abgebrochen: 50 steps'],
  ['Stopped: taken. It can go on.', 'Stopped: {why}. It can go on.', 'Abgebrochen: taken. Es kann weitergehen.'],
  ['Stopped: Fold the laundry', 'Stopped: {title}', 'Abgebrochen: Fold the laundry'],
  ['Stopped', '"Stopped"', 'Abgebrochen'],
  ['The app offers to undo the last action: “Undo”', 'The app offers to undo the last action: “{label}”', 'Die App bietet an, die letzte Aktion rückgängig zu machen: „Undo“'],
  ['You can undo the last action on the phone: “Undo”', 'You can undo the last action on the phone: “{label}”', 'Du kannst die letzte Aktion auf dem Handy rückgängig machen: „Undo“'],
  ['Give it back', '"Give it back"', 'Zurückgeben'],
  ['Undo it', '"Undo it"', 'Rückgängig machen'],
];

describe.each(rows)('%j', (english, literal, expected) => {
  it('is what the server writes', () => expect(sources).toContain(literal));
  it('stays in English, and is German in German', () => {
    expect(narrated(narrator, english)).toBe(english);
    speakIn('de', german);
    expect(narrated(narrator, english)).toBe(expected);
    // An agent that writes the same wrote it itself.
    expect(narrated('painter', english)).toBe(english);
  });
});

it('every action is told in German', () => {
  const table = sources.slice(sources.indexOf('const VERBS'));
  const told = [...table.slice(0, table.indexOf('];')).matchAll(/\("[a-z_]+", "([^"]+)"\)/g)];
  speakIn('de', german);
  const english = told.map(([, words]) => (words ?? '').replace('{}', 'X')).filter((words) => narrated(narrator, `Step 1 of 2: ${words}`).endsWith(`: ${words}`));
  expect(told.length).toBeGreaterThan(15);
  expect(english).toStrictEqual([]);
});
