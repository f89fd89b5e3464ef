// The keys of the table that lead to the command bar from anywhere.

import { onCleanup, onMount } from 'solid-js';

import { useKey } from '../keys/keys';
import type { Place } from './bar';

/** Which bar is meant where there are several: the largest that can be seen. */
const order: readonly Place[] = ['home', 'window', 'taskbar'];
const bars: { place: Place; field: () => HTMLInputElement }[] = [];

/** Whether a field is really in front of the person's eyes. */
function seen(field: HTMLInputElement): boolean {
  const { left, top, width, height } = field.getBoundingClientRect();
  if (width === 0) return false;
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there === field || field.contains(there);
}

/** Puts the caret into the best bar; `false` while a question on screen comes first. */
export function focusBar(): boolean {
  if (document.querySelector('dialog:modal')) return false;
  const fields = order.flatMap((place) => bars.filter((bar) => bar.place === place));
  const best = fields.find((bar) => seen(bar.field())) ?? fields.at(-1);
  best?.field().focus();
  best?.field().select();
  return true;
}

/** Makes a bar reachable by the keys while it is there. */
export function useAskKeys(field: () => HTMLInputElement, place: Place): void {
  const entry = { place, field };
  useKey('ask', focusBar);
  useKey('askSlash', focusBar);
  onMount(() => bars.push(entry));
  onCleanup(() => bars.splice(bars.indexOf(entry), 1));
}
