// Speaks with the browser's own voice.

import { createSignal } from 'solid-js';

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

/** Speaks this after the current sentence. `trial` also speaks while the voice is off. */
export function speak(text: string, trial = false): void {
  if (!canSpeak() || (!voice() && !trial) || text.trim() === '' || waiting >= most) return;
  const words = new SpeechSynthesisUtterance(text);
  const chosen = voices().find((one) => one.name === voiceName());
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
