// Short sounds about the progress of tasks, synthesised by the browser.

import { sounds, volume } from './preferences';

/** A tone: its pitch in hertz, its start and its length in seconds. */
interface Tone {
  pitch: number;
  at: number;
  lasts: number;
}

/** Rising is good, falling is not; a question rises at its end. */
const earcons: Record<string, Tone[]> = {
  begin: [{ pitch: 523, at: 0, lasts: 0.09 }],
  step: [{ pitch: 880, at: 0, lasts: 0.04 }],
  question: [
    { pitch: 587, at: 0, lasts: 0.11 },
    { pitch: 784, at: 0.12, lasts: 0.16 },
  ],
  success: [
    { pitch: 523, at: 0, lasts: 0.09 },
    { pitch: 659, at: 0.09, lasts: 0.09 },
    { pitch: 784, at: 0.18, lasts: 0.16 },
  ],
  failure: [
    { pitch: 392, at: 0, lasts: 0.13 },
    { pitch: 294, at: 0.14, lasts: 0.2 },
  ],
  pause: [{ pitch: 440, at: 0, lasts: 0.12 }],
};

const loudness = 0.08;
let context: AudioContext | undefined;

/** Plays the sound of this name; an unknown one is silent. `trial` also plays while sounds are off. */
export function playEarcon(name: string, trial = false): void {
  const tones = Object.hasOwn(earcons, name) ? earcons[name] : undefined;
  if (!tones || volume() === 0 || (!sounds() && !trial) || !('AudioContext' in window)) return;
  context ??= new AudioContext();
  // A page that nobody has touched yet may not play sounds; then there is none.
  void context.resume().catch(() => undefined);
  for (const tone of tones) {
    const source = context.createOscillator();
    const gain = context.createGain();
    const start = context.currentTime + tone.at;
    source.frequency.value = tone.pitch;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loudness * volume(), start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + tone.lasts);
    source.connect(gain).connect(context.destination);
    source.start(start);
    source.stop(start + tone.lasts + 0.02);
  }
}
