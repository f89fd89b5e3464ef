// Alerts a person who looks elsewhere: always by the title and the icon of the tab; by a browser notification and a
// sound if they want them. The preferences are stored in this browser.

import { createEffect, createSignal, onCleanup, type Accessor } from 'solid-js';

import { visible } from '../bidi';
import { volume } from '../speech/preferences';
import { t } from '../words/say';
import type { Waiting } from './waiting';

/** How the person wants to be alerted. */
export interface Wants {
  /** By a browser notification. */
  notification: boolean;
  /** By a sound. */
  sound: boolean;
}

const place = 'fingertip.attention';

function stored(): Wants {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '{}');
    const has = (name: string): boolean =>
      typeof kept === 'object' && kept !== null && (kept as Record<string, unknown>)[name] === true;
    return { notification: has('notification') && mayNotify(), sound: has('sound') };
  } catch {
    return { notification: false, sound: false };
  }
}

function mayNotify(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'granted';
}

const [wanted, write] = createSignal<Wants>(stored());

/** Returns the preferences of the person at this page. */
export function wants(): Wants {
  return wanted();
}

/**
 * Changes the preferences. Only call it from a click: the browser asks the person whether pages may notify them.
 * Returns an error for people to read, if any.
 */
export async function setWants(change: Partial<Wants>): Promise<string | undefined> {
  let problem: string | undefined;
  const next = { ...wanted(), ...change };
  if (change.notification) {
    if (!('Notification' in globalThis)) {
      problem = t`This browser does not support notifications, or not on pages over plain HTTP.`;
    } else if ((await Notification.requestPermission()) !== 'granted') {
      problem = t`The browser blocks notifications from this page. You can allow them in its settings.`;
    }
    if (problem !== undefined) next.notification = false;
  }
  write(next);
  try {
    localStorage.setItem(place, JSON.stringify(next));
  } catch {
    // Without storage this holds until the page is closed.
  }
  if (change.sound) chime();
  return problem;
}

/** The loudness of the tones at full volume. */
const loudness = 0.12;

/** Plays two soft tones, as loud as Settings say. A browser stays silent until the person has clicked in the page. */
export function chime(): void {
  if (volume() === 0) return;
  try {
    const sound = new AudioContext();
    for (const [index, pitch] of [660, 880].entries()) {
      const tone = sound.createOscillator();
      const loud = sound.createGain();
      const begin = sound.currentTime + index * 0.16;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0, begin);
      loud.gain.linearRampToValueAtTime(loudness * volume(), begin + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.001, begin + 0.3);
      tone.connect(loud).connect(sound.destination);
      tone.start(begin);
      tone.stop(begin + 0.32);
    }
    setTimeout(() => void sound.close(), 800);
  } catch {
    // There is no sound here.
  }
}

/** The least time between two alerts, in milliseconds: a flood of questions is one alert. */
const calm = 5_000;

/** Alerts the person whenever something new waits. */
export function callAttention(
  waiting: Accessor<Waiting[]>,
  titleOf: (which: Waiting) => string,
): void {
  let known = new Set<Waiting>();
  let called = -Infinity;
  let shown: Notification | undefined;
  createEffect(() => {
    const all = waiting();
    document.title = all.length > 0 ? t`(${all.length}) Fingertip desktop` : t`Fingertip desktop`;
    setIcon(all.length > 0);
    const fresh = all.find((one) => !known.has(one));
    known = new Set(all);
    if (all.length === 0) shown?.close();
    if (fresh === undefined || performance.now() - called < calm) return;
    called = performance.now();
    if (wants().sound) chime();
    // A person who looks at the page sees it.
    if (!wants().notification || !mayNotify() || document.visibilityState === 'visible') return;
    shown?.close();
    shown = notify(visible(titleOf(fresh)));
  });
  onCleanup(() => shown?.close());
}

/** Omits the question's text, because people who walk by see it too. */
function notify(title: string): Notification | undefined {
  try {
    const made = new Notification(t`Fingertip needs you`, {
      body: title.slice(0, 120),
      tag: 'fingertip-waits',
      icon: '/assets/icon.svg',
    });
    made.onclick = () => {
      window.focus();
      made.close();
    };
    return made;
  } catch {
    // Some phones only support notifications of service workers.
    return undefined;
  }
}

function setIcon(waits: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const address = waits ? '/assets/icon-waits.svg' : '/assets/icon.svg';
  if (link && link.getAttribute('href') !== address) link.href = address;
}
