// Tasks in plain words: states, actions on phones, durations. Pure.

import type { TaskState } from '../protocol/http';
import * as is from '../protocol-runtime';
import { dollars } from '../words/numbers';
import { t } from '../words/say';

const states: Record<TaskState, string> = {
  queued: t`Waiting for the phone`,
  running: t`Working`,
  paused: t`Paused`,
  success: t`Done`,
  failed: t`Not done`,
  timeout: t`Stopped at a limit`,
  interrupted: t`Stopped`,
};

/** Describes the state of a task. */
export function stateWords(state: TaskState): string {
  return states[state];
}

const deeds: Record<string, string> = {
  tap: t`Tap`,
  long_press: t`Press and hold`,
  double_tap: t`Tap twice`,
  swipe: t`Swipe`,
  drag: t`Drag`,
  scroll: t`Scroll`,
  pinch: t`Pinch`,
  type: t`Type`,
  keyevent: t`Press a key`,
  launch_app: t`Open an app`,
  open_app: t`Open an app`,
  shell: t`Ask Android for it`,
  wait: t`Wait`,
  finish: t`Done`,
  back: t`Go back`,
  home: t`Go to the home screen`,
};

/** Describes an action on a phone, as found in events (JSON), in a few words. */
export function actionWords(json: string | null | undefined): string {
  if (!json) return '';
  let action: unknown;
  try {
    action = JSON.parse(json);
  } catch {
    return '';
  }
  if (!is.object(action) || typeof action.type !== 'string') return '';
  const { type } = action;
  if (type === 'type' && typeof action.text === 'string') return t`Type “${cut(action.text, 60)}”`;
  if (type === 'open_app' && typeof action.name === 'string') return t`Open ${action.name}`;
  return Object.hasOwn(deeds, type) ? (deeds[type] ?? '') : capital(type.replaceAll('_', ' ').trim());
}

/** Capitalises the first letter. */
export function capital(text: string): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase() + rest.join('');
}

/** Shortens a text to this many characters. */
export function cut(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}

/** Formats seconds for people. */
export function durationWords(seconds: number): string {
  if (seconds < 1) return t`under a second`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? t`${minutes} min` : t`${minutes} min ${whole % 60} s`;
  return t`${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Describes the cost of a task: its time, its tokens if a model was asked, and money if that is known. */
export function costWords(cost: { seconds?: number; tokens?: number; money?: number }): string {
  const said: string[] = [];
  if (cost.seconds !== undefined) said.push(durationWords(cost.seconds));
  if (cost.tokens) said.push(t`${cost.tokens.toLocaleString()} tokens`);
  if (cost.money) said.push(dollars(cost.money));
  return said.join(' · ');
}

/** Joins names: `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return t`${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
