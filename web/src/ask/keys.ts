// The global keys that lead to the command bar.

import { onCleanup, onMount } from 'solid-js';

import { useKey } from '../keys/keys';

/** The place of a bar: large on the desktop, small in the task bar, or at the end of a conversation. */
export type Place = 'home' | 'taskbar' | 'window';

/** The preferred bar if there are several: the largest visible one. */
const order: readonly Place[] = ['home', 'window', 'taskbar'];
interface Bar {
  place: Place;
  field: () => HTMLInputElement;
  write: (text: string) => void;
}
const bars: Bar[] = [];

/** Whether a field is actually visible. */
function seen(field: HTMLInputElement): boolean {
  const { left, top, width, height } = field.getBoundingClientRect();
  if (width === 0) return false;
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there === field || field.contains(there);
}

/** Focuses the best bar; returns `false` while a question on screen comes first. */
export function focusBar(): boolean {
  if (document.querySelector('dialog:modal')) return false;
  const best = bestBar();
  best?.field().focus();
  best?.field().select();
  return true;
}

function bestBar(): Bar | undefined {
  const fields = order.flatMap((place) => bars.filter((bar) => bar.place === place));
  return fields.find((bar) => seen(bar.field())) ?? fields.at(-1);
}

/** Puts a request into the best bar, for the person to change and send. */
export function fillBar(text: string): void {
  const best = bestBar();
  if (!best) return;
  best.write(text);
  best.field().focus();
}

/** Makes a bar reachable by the keys while it exists. */
export function useAskKeys(field: () => HTMLInputElement, place: Place, write: (text: string) => void): void {
  const entry = { place, field, write };
  useKey('ask', focusBar);
  useKey('askSlash', focusBar);
  onMount(() => bars.push(entry));
  onCleanup(() => bars.splice(bars.indexOf(entry), 1));
}
