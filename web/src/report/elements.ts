// The elements of a screen, and what touched them. Pure.

import type { MomentEvent, ReportElement, ReportStep } from '../protocol/report';

/** An action, with what it touched. */
export type Acted = Extract<MomentEvent, { kind: 'acted' }>;

/** The actions of a step that touched the screen. */
export function touchesOf(step: ReportStep | undefined): Acted[] {
  return (step?.moments ?? []).flatMap(({ event }) =>
    event.kind === 'acted' && (event.points.length > 0 || event.target?.bounds) ? [event] : [],
  );
}

/** Returns the smallest element at a point, in fractions of the screen. Pure. */
export function elementAt(elements: readonly ReportElement[], x: number, y: number): number {
  let best = -1;
  let least = Infinity;
  for (const [place, { bounds }] of elements.entries()) {
    const [left = 0, top = 0, width = 0, height = 0] = bounds ?? [];
    const inside = x >= left && y >= top && x <= left + width && y <= top + height;
    // Of two of the same size, the inner one comes later.
    if (!bounds || !inside || width * height > least || width * height === 0) continue;
    least = width * height;
    best = place;
  }
  return best;
}

/** Returns the places that no closed element contains. Pure. */
export function open(elements: readonly ReportElement[], closed: ReadonlySet<number>): number[] {
  const shown: number[] = [];
  let hiddenBelow = Infinity;
  for (const [place, element] of elements.entries()) {
    const depth = element.depth ?? 0;
    if (depth > hiddenBelow) continue;
    hiddenBelow = closed.has(place) ? depth : Infinity;
    shown.push(place);
  }
  return shown;
}

/** Whether an element contains others. Pure. */
export function contains(elements: readonly ReportElement[], place: number): boolean {
  return (elements[place + 1]?.depth ?? 0) > (elements[place]?.depth ?? 0);
}
