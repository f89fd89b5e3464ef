// What somebody wants to hear, kept in this browser.

import { createSignal } from 'solid-js';

/** What is kept, by its name. */
type Name = 'dictation' | 'voice' | 'voiceName' | 'voiceRate' | 'sounds';

const place = (name: Name): string => `fingertip.${name}`;

/** What is kept under a name; nothing where the browser keeps nothing. */
export function kept(name: Name): string | undefined {
  try {
    return localStorage.getItem(place(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it; an empty text forgets it. */
export function keep(name: Name, value: string): void {
  try {
    if (value === '') localStorage.removeItem(place(name));
    else localStorage.setItem(place(name), value);
  } catch {
    // A browser that keeps nothing does as it was told until the page is closed.
  }
}

/** How fast a voice may speak. */
export const rates = { slowest: 0.5, fastest: 3 } as const;

function rateIn(text: string | undefined): number {
  const rate = Number(text);
  return rate >= rates.slowest && rate <= rates.fastest ? rate : 1;
}

const [voice, setVoiceSignal] = createSignal(kept('voice') === 'on');
const [sounds, setSoundsSignal] = createSignal(kept('sounds') === 'on');
const [voiceName, setNameSignal] = createSignal(kept('voiceName') ?? '');
const [voiceRate, setRateSignal] = createSignal(rateIn(kept('voiceRate')));

export { sounds, voice, voiceName, voiceRate };

/** Whether what tasks say is spoken. */
export function setVoice(on: boolean): void {
  setVoiceSignal(on);
  keep('voice', on ? 'on' : '');
}

/** Whether there are sounds. */
export function setSounds(on: boolean): void {
  setSoundsSignal(on);
  keep('sounds', on ? 'on' : '');
}

/** Which voice speaks; empty for the browser's own choice. */
export function setVoiceName(name: string): void {
  setNameSignal(name);
  keep('voiceName', name);
}

/** How fast it speaks; 1 is as usual. */
export function setVoiceRate(rate: number): void {
  setRateSignal(rateIn(String(rate)));
  keep('voiceRate', String(rate));
}
