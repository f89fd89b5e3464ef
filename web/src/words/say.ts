// The texts of the page in the reader's language. Pure: loading a language is the business of `load`.
//
// A text is written where it is used, in English, with the tag `t`; a language is a file of translations by the English
// text, with `{0}`, `{1}`… for the values. A text without a translation stays English. To add a language, add its file
// and a line in `load`; the test in `test/words.test.ts` lists what is missing from it.

/** The translations of a language, by the English text. */
export type Texts = Readonly<Record<string, string>>;

let texts: Texts = {};
let tag = 'en';

/** Uses a language from now on. Texts that are already on the page stay. */
export function speakIn(language: string, translations: Texts): void {
  tag = language;
  texts = translations;
}

/** Returns the language of the texts, as a BCP 47 tag. */
export function language(): string {
  return tag;
}

/**
 * Returns the reader's own form of a language, such as `en-GB` for `en`, from what the browser wants, for recognisers
 * and dates. Without one, the language itself.
 */
export function regional(base: string, wanted: readonly string[]): string {
  return wanted.find((each) => baseOf(each) === baseOf(base)) ?? base;
}

/** Returns the first part of a language tag. */
export function baseOf(tagged: string): string {
  return tagged.toLowerCase().split(/[-_]/)[0] ?? '';
}

/** Every template is one object for as long as the page lives, so its key is computed once. */
const keys = new WeakMap<TemplateStringsArray, string>();

function keyOf(parts: TemplateStringsArray): string {
  let key = keys.get(parts);
  if (key === undefined) {
    key = parts.reduce((text, part, at) => `${text}{${at - 1}}${part}`);
    keys.set(parts, key);
  }
  return key;
}

/** Returns a text of the page in the reader's language. */
export function t(parts: TemplateStringsArray, ...values: readonly (string | number | undefined)[]): string {
  return filled(translated(keyOf(parts)), values);
}

/** Returns a fixed text that came from the server, if it has a translation, else as it came. */
export function translated(text: string): string {
  return Object.hasOwn(texts, text) ? (texts[text] ?? text) : text;
}

function filled(text: string, values: readonly (string | number | undefined)[]): string {
  if (values.length === 0) return text;
  return text.replace(/\{(\d+)\}/g, (_, at: string) => String(values[Number(at)] ?? ''));
}
