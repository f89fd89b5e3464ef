// The keys that lead to the command bar from anywhere: `/` outside of fields, and Ctrl+K.

import { onCleanup, onMount } from 'solid-js';

import type { Place } from './bar';

/** Which bar is meant where there are several: the largest that can be seen. */
const order: readonly Place[] = ['home', 'window', 'taskbar'];
const bars: { place: Place; field: () => HTMLInputElement }[] = [];

/** Whether somebody writes there: a slash is a slash then. */
export function takesText(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  return (
    element.isContentEditable ||
    element.matches('textarea, select, [role="textbox"], [role="application"]') ||
    (element instanceof HTMLInputElement &&
      !['checkbox', 'radio', 'button', 'submit', 'range', 'file'].includes(element.type))
  );
}

/** Whether this key press asks for the command bar. */
export function asks(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false;
  const command = event.ctrlKey || event.metaKey;
  if (command) return event.key.toLowerCase() === 'k' && !event.shiftKey;
  return event.key === '/' && !takesText(document.activeElement);
}

/** Whether a field is really in front of the person's eyes. */
function seen(field: HTMLInputElement): boolean {
  const { left, top, width, height } = field.getBoundingClientRect();
  if (width === 0) return false;
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there === field || field.contains(there);
}

/** Puts the caret into the best bar. */
export function focusBar(): void {
  const fields = order.flatMap((place) => bars.filter((bar) => bar.place === place));
  const best = fields.find((bar) => seen(bar.field())) ?? fields.at(-1);
  best?.field().focus();
  best?.field().select();
}

function hear(event: KeyboardEvent): void {
  // A question on screen comes first.
  if (!asks(event) || document.querySelector('dialog:modal')) return;
  event.preventDefault();
  focusBar();
}

/** Makes a bar reachable by the keys while it is there. */
export function useSlash(field: () => HTMLInputElement, place: Place): void {
  const entry = { place, field };
  onMount(() => {
    if (bars.length === 0) document.addEventListener('keydown', hear);
    bars.push(entry);
  });
  onCleanup(() => {
    bars.splice(bars.indexOf(entry), 1);
    if (bars.length === 0) document.removeEventListener('keydown', hear);
  });
}
