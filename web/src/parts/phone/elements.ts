// The elements of a phone's screen as a list with stable identities while the screen changes. Pure.

import type { PhoneElement } from '../../protocol/wire';
import { t } from '../../words/say';
import type { Point } from './deeds';

/** An element under a name that stays the same from one observation to the next. */
export interface Listed {
  id: string;
  element: PhoneElement;
}

/** The most elements listed: no screen has that many, and nobody reads that many. */
export const mostListed = 400;

/**
 * Names elements by their properties, so that an element that stays keeps its place in the page, and the focus stays
 * with it. Identical elements are told apart by their order.
 */
export function listed(elements: readonly PhoneElement[]): Listed[] {
  const seen = new Map<string, number>();
  return elements.slice(0, mostListed).map((element) => {
    const name = element.editable ? `field ${element.bounds.join()}` : `${element.role} ${element.label}`;
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    return { id: `${name} ${nth}`, element };
  });
}

/** Whether so little stayed that people would call it another screen. */
export function isAnotherScreen(before: readonly Listed[], now: readonly Listed[]): boolean {
  if (before.length === 0 || now.length === 0) return before.length !== now.length;
  const known = new Set(before.map((one) => one.id));
  const stayed = now.filter((one) => known.has(one.id)).length;
  return stayed * 2 < Math.max(before.length, now.length);
}

/** Announces a new screen: its first text, and how many elements it has. */
export function screenWords(now: readonly Listed[]): string {
  const first = now.find((one) => one.element.label !== '')?.element.label;
  const count = now.length === 1 ? t`1 element` : t`${now.length} elements`;
  return first === undefined ? t`New screen, ${count}` : t`New screen: ${first}, ${count}`;
}

/** Returns the centre of an element, inside the screen. */
export function middleOf(
  element: PhoneElement,
  screen: { width: number; height: number } | undefined,
): Point {
  const [left = 0, top = 0, right = 0, bottom = 0] = element.bounds;
  const within = (value: number, most: number): number =>
    Math.min(most - 1, Math.max(0, Math.floor(value)));
  const { width, height } = screen ?? { width: Infinity, height: Infinity };
  return {
    x: within((Math.max(0, left) + Math.min(width, right)) / 2, width),
    y: within((Math.max(0, top) + Math.min(height, bottom)) / 2, height),
  };
}

/** Returns a name for an element without a label. */
export function nameOf(element: PhoneElement): string {
  if (element.label !== '') return element.label;
  const kinds: Partial<Record<PhoneElement['role'], string>> = {
    field: t`Text field`,
    image: t`Picture`,
    list: t`List`,
    switch: t`Switch`,
    checkbox: t`Checkbox`,
  };
  return t`${kinds[element.role] ?? t`Button`} without a name`;
}
