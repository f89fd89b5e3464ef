// The speech and sound preferences, stored in this browser.

import { createSignal } from 'solid-js';

/** The name of a stored value. */
type Name = 'dictation' | 'voice' | 'voiceName' | 'voiceRate' | 'volume' | 'sounds';

const place = (name: Name): string => `fingertip.${name}`;

/** Returns a stored value; `undefined` without storage. */
export function kept(name: Name): string | undefined {
  try {
    return localStorage.getItem(place(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value; an empty text removes it. */
export function keep(name: Name, value: string): void {
  try {
    if (value === '') localStorage.removeItem(place(name));
    else localStorage.setItem(place(name), value);
  } catch {
    // Without storage this holds until the page is closed.
  }
}

/** The range of the speaking rate. */
export const rates = { slowest: 0.5, fastest: 3 } as const;

function rateIn(text: string | undefined): number {
  const rate = Number(text);
  return rate >= rates.slowest && rate <= rates.fastest ? rate : 1;
}

const [voice, setVoiceSignal] = createSignal(kept('voice') === 'on');
const [sounds, setSoundsSignal] = createSignal(kept('sounds') === 'on');
const [voiceName, setNameSignal] = createSignal(kept('voiceName') ?? '');
const [voiceRate, setRateSignal] = createSignal(rateIn(kept('voiceRate')));

/** How loud voice and sounds are: from 0 to 1. */
const [volume, setVolumeSignal] = createSignal(volumeIn(kept('volume')));

function volumeIn(text: string | undefined): number {
  const share = text === undefined || text === '' ? 1 : Number(text);
  return share >= 0 && share <= 1 ? share : 1;
}

export { sounds, voice, voiceName, voiceRate, volume };

/** Sets whether the messages of tasks are spoken. */
export function setVoice(on: boolean): void {
  setVoiceSignal(on);
  keep('voice', on ? 'on' : '');
}

/** Sets whether there are sounds. */
export function setSounds(on: boolean): void {
  setSoundsSignal(on);
  keep('sounds', on ? 'on' : '');
}

/** Sets the voice; empty for the browser's default. */
export function setVoiceName(name: string): void {
  setNameSignal(name);
  keep('voiceName', name);
}

/** Sets how loud voice and sounds are. */
export function setVolume(share: number): void {
  setVolumeSignal(volumeIn(String(share)));
  keep('volume', String(share));
}

/** Sets the speaking rate; 1 is normal. */
export function setVoiceRate(rate: number): void {
  setRateSignal(rateIn(String(rate)));
  keep('voiceRate', String(rate));
}
