// Loads the language that the reader's browser asks for, before anything is drawn.

import { baseOf, speakIn, type Texts } from './say';

/** The translations, by language. English needs none. */
const languages: Record<string, () => Promise<{ default: Texts }>> = {
  de: () => import('./de.json'),
};

/** Returns the first wanted language that the page speaks: `en` if it is none of them. */
export function chosen(wanted: readonly string[], known: readonly string[]): string {
  for (const each of wanted) {
    const base = baseOf(each);
    if (base === 'en' || known.includes(base)) return base;
  }
  return 'en';
}

/** Loads it. Without an answer from the server the page speaks English. */
export async function loadWords(): Promise<void> {
  const language = chosen(navigator.languages, Object.keys(languages));
  const texts = await languages[language]?.().catch(() => undefined);
  if (!texts) return;
  speakIn(language, texts.default);
  document.documentElement.lang = language;
}
