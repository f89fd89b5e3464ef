// Speaks with the browser's own voice.

import { voice, voiceName, voiceRate } from './preferences';

/** Whether this browser can speak. */
export function canSpeak(): boolean {
  return 'speechSynthesis' in window;
}

/** The voices of this browser. Some browsers have them only a moment later: `voiceschanged` says so. */
export function voices(): SpeechSynthesisVoice[] {
  return canSpeak() ? speechSynthesis.getVoices() : [];
}

/** So much may wait to be spoken; more would be heard when it is long past. */
const most = 5;
let waiting = 0;

/** Says this aloud, behind what is being said. `trial` speaks also while the voice is off. */
export function speak(text: string, trial = false): void {
  if (!canSpeak() || (!voice() && !trial) || text.trim() === '' || waiting >= most) return;
  const words = new SpeechSynthesisUtterance(text);
  const chosen = voices().find((one) => one.name === voiceName());
  if (chosen) {
    words.voice = chosen;
    words.lang = chosen.lang;
  }
  words.rate = voiceRate();
  waiting += 1;
  words.onend = words.onerror = () => {
    waiting = Math.max(0, waiting - 1);
  };
  speechSynthesis.speak(words);
}

/** Whether something is being said. */
export function speaking(): boolean {
  return canSpeak() && (speechSynthesis.speaking || speechSynthesis.pending);
}

/** Silence, at once. */
export function hush(): void {
  waiting = 0;
  if (canSpeak()) speechSynthesis.cancel();
}
