// Speaks with the browser's own voice.

import { createSignal } from 'solid-js';

import { baseOf, language, regional } from '../words/say';
import { voice, voiceName, voiceRate, volume } from './preferences';

/** The sentence that is being spoken, for people who do not hear it. */
const [caption, setCaption] = createSignal('');
export { caption };

/** Whether this browser can speak. */
export function canSpeak(): boolean {
  return 'speechSynthesis' in window;
}

/** Returns the voices of this browser. Some browsers load them late and fire `voiceschanged`. */
export function voices(): SpeechSynthesisVoice[] {
  return canSpeak() ? speechSynthesis.getVoices() : [];
}

/** How many sentences may wait; more would be out of date when spoken. */
const most = 5;
let waiting = 0;

/** How to speak a text. */
interface Manner {
  /** The language of the text; without it, that of the page. */
  lang?: string | undefined;
  /** Speaks also while the voice is off. */
  trial?: boolean;
}

/** Returns the voice for a language: the chosen one if it speaks it, else the browser's best. */
export function voiceFor<Voice extends Pick<SpeechSynthesisVoice, 'name' | 'lang'>>(
  all: readonly Voice[],
  chosen: string,
  lang: string,
): Voice | undefined {
  const fits = all.filter((one) => baseOf(one.lang) === baseOf(lang));
  return fits.find((one) => one.name === chosen) ?? fits.find((one) => one.lang === lang) ?? fits[0];
}

/** Speaks this after the current sentence. */
export function speak(text: string, { lang, trial = false }: Manner = {}): void {
  if (!canSpeak() || (!voice() && !trial) || text.trim() === '' || waiting >= most) return;
  const words = new SpeechSynthesisUtterance(text);
  // Without a voice of the language the browser still knows which one to look for.
  words.lang = regional(lang ?? language(), navigator.languages);
  const chosen = voiceFor(voices(), voiceName(), words.lang);
  if (chosen) {
    words.voice = chosen;
    words.lang = chosen.lang;
  }
  words.rate = voiceRate();
  words.volume = volume();
  waiting += 1;
  words.onstart = () => setCaption(text);
  words.onend = words.onerror = () => {
    setCaption((now) => (now === text ? '' : now));
    waiting = Math.max(0, waiting - 1);
  };
  speechSynthesis.speak(words);
}

/** Whether something is being spoken. */
export function speaking(): boolean {
  return canSpeak() && (speechSynthesis.speaking || speechSynthesis.pending);
}

/** Stops speaking at once. */
export function hush(): void {
  waiting = 0;
  setCaption('');
  if (canSpeak()) speechSynthesis.cancel();
}
