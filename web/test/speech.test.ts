// Which language and which voice are used, as data.

import { expect, it } from 'vitest';

import { voiceFor } from '../src/speech/voice';
import { regional } from '../src/words/say';

const voices = [
  { name: 'Anna', lang: 'de-DE' },
  { name: 'Daniel', lang: 'en-GB' },
  { name: 'Samantha', lang: 'en-US' },
  { name: 'Petra', lang: 'de_AT' },
];

it.each([
  // [what, the chosen voice, the language, the voice then]
  ['the chosen one, if it speaks the language', 'Samantha', 'en-GB', 'Samantha'],
  ['another one for another language', 'Samantha', 'de', 'Anna'],
  ['that of the region', '', 'en-US', 'Samantha'],
  ['the first of the language, whatever its region', '', 'en-AU', 'Daniel'],
  ['with an underscore, as some systems write it', 'Petra', 'de-DE', 'Petra'],
  ['none, so that the browser looks for one', 'Anna', 'fr-FR', undefined],
])('the voice is %s', (_, chosen, lang, expected) => {
  expect(voiceFor(voices, chosen, lang)?.name).toBe(expected);
});

it.each([
  ['de', ['de-AT', 'en'], 'de-AT'],
  ['en', ['fr-FR', 'en-GB', 'en-US'], 'en-GB'],
  ['en', ['fr-FR'], 'en'],
  ['de', [], 'de'],
])('of %j the reader of %j has %j', (base, wanted, expected) => {
  expect(regional(base, wanted)).toBe(expected);
});
