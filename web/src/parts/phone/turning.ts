// Makes the window of a phone follow its rotation: the picture keeps its size and turns, as the phone in a hand does.

import { createEffect, createMemo, on, onCleanup, untrack } from 'solid-js';

import type { Page } from '../../desktop/page';
import type { WindowBounds } from '../../protocol/os';
import { same, type Size } from '../../windows/geometry';
import { placeHere, shownAt } from '../../windows/layout';
import { narrow } from '../../windows/narrow';
import { actionsTo, areaOf, isHere, monitorOf } from '../../windows/place';
import { zoneOf } from '../../windows/snap';
import type { Screen } from './stream';
import { boundsFor, turnedPicture } from './turned';

/** How long a phone must stay as it is: one that is turned back and forth moves its window once. */
const calm = 400;

/** Turns the window `key` when the phone does. `stage` is the element around the picture. */
export function useTurning(page: Page, key: string, screen: () => Screen | undefined, stage: () => HTMLElement | null): void {
  /** The window's bounds before it was turned, for when the phone is turned back. */
  let earlier: { turned: WindowBounds; from: WindowBounds } | undefined;

  const turn = (): void => {
    const window = page.desktop.state.windows[key];
    const now = screen();
    const room = stage();
    const element = room?.closest<HTMLElement>('[data-window]');
    if (!window || !now || !room || !element || narrow() || document.visibilityState !== 'visible') return;
    if (window.minimized || window.maximized || window.monitorId !== page.desktop.state.activeMonitor) return;
    const bounds = { ...shownAt(key, window, monitorOf(page, window.monitorId)) };
    const area = areaOf(page, window);
    const picture = turnedPicture(sizeOf(room), { w: now.width, h: now.height });
    if (!picture || zoneOf(bounds, area) !== undefined) return;
    const back = earlier && same(earlier.turned, bounds) ? earlier.from : undefined;
    // A window of another shape has its buttons elsewhere, so it is measured in its new shape.
    const rough = boundsFor(bounds, picture, chromeOf(bounds, sizeOf(room)), area);
    const to = back ?? (rough && boundsFor(bounds, picture, chromeOf(rough, measured(element, room, rough)), area));
    if (!to) return;
    earlier = back ? undefined : { turned: to, from: bounds };
    if (isHere(page, window)) placeHere(key, to, window);
    else void page.person.act(...actionsTo(key, window, to));
  };
  const wide = createMemo(() => {
    const now = screen();
    return now && now.width > now.height;
  });
  createEffect(
    on(wide, (now, before) => {
      if (now === undefined || before === undefined || now === before) return;
      const timer = setTimeout(() => untrack(turn), calm);
      onCleanup(() => clearTimeout(timer));
    }),
  );
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): Size {
  return { w: clientWidth, h: clientHeight };
}

function chromeOf(bounds: WindowBounds, stage: Size): Size {
  return { w: bounds.w - stage.w, h: bounds.h - stage.h };
}

/** Returns the room for the picture in a window of another size; nothing is painted in between. */
function measured(window: HTMLElement, stage: HTMLElement, { w, h }: WindowBounds): Size {
  const { width, height } = window.style;
  Object.assign(window.style, { width: `${w}px`, height: `${h}px` });
  const size = sizeOf(stage);
  Object.assign(window.style, { width, height });
  return size;
}
