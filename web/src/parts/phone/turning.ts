// Makes the window of a phone follow its rotation: the picture keeps its size and turns, as the phone in a hand does.

import { createEffect, createMemo, on, onCleanup, untrack } from 'solid-js';

import type { Page } from '../../desktop/page';
import type { WindowBounds } from '../../protocol/os';
import { same, type Size } from '../../windows/geometry';
import { placeHere } from '../../windows/layout';
import { narrow } from '../../windows/narrow';
import { areaOf, boundsOn, isHere, isMaximised } from '../../windows/place';
import { zoneOf } from '../../windows/snap';
import type { Screen } from './stream';
import { boundsFor, patience, turnedPicture } from './turned';

/** How many turns are remembered. */
const mostTurns = 8;

/** Turns the window `key` when the phone does. `stage` is the element around the picture. */
export function useTurning(page: Page, key: string, screen: () => Screen | undefined, stage: () => HTMLElement | null): void {
  /** The window's bounds before it was turned, for when the phone is turned back. */
  let earlier: { turned: WindowBounds; from: WindowBounds } | undefined;

  /** When the window turned. */
  let turns: number[] = [];

  const turn = (): void => {
    const window = page.desktop.state.windows[key];
    const now = screen();
    const room = stage();
    const element = room?.closest<HTMLElement>('[data-window]');
    if (!window || !now || !room || !element || narrow() || document.visibilityState !== 'visible') return;
    if (window.minimized || isMaximised(page, key, window) || window.monitorId !== page.desktop.state.activeMonitor) return;
    const bounds = { ...boundsOn(page, key, window) };
    const area = areaOf(page, window);
    const picture = turnedPicture(sizeOf(room), { w: now.width, h: now.height });
    if (!picture || zoneOf(bounds, area) !== undefined) return;
    const back = earlier && same(earlier.turned, bounds) ? earlier.from : undefined;
    // A window of another shape has its buttons elsewhere, so it is measured in its new shape.
    const rough = boundsFor(bounds, picture, chromeOf(bounds, sizeOf(room)), area);
    const to = back ?? (rough && boundsFor(bounds, picture, chromeOf(rough, measured(element, room, rough)), area));
    if (!to) return;
    earlier = back ? undefined : { turned: to, from: bounds };
    turns = [...turns.slice(1 - mostTurns), performance.now()];
    if (isHere(page, window)) placeHere(key, to, window);
    else void page.person.fit(key, bounds, to);
  };
  const wide = createMemo(() => {
    const now = screen();
    return now && now.width > now.height;
  });
  const turnSoon = (): void => {
    const timer = setTimeout(() => untrack(turn), patience(turns, performance.now()));
    onCleanup(() => clearTimeout(timer));
  };
  createEffect(
    on(wide, (now, before) => {
      if (now !== undefined && before !== undefined && now !== before) turnSoon();
    }),
  );
  // Where there is less room, or more again, the server shows a window as a person placed it: upright.
  const area = createMemo(() => {
    const window = page.desktop.state.windows[key];
    return window ? Object.values(areaOf(page, window)).join() : '';
  });
  createEffect(on(area, () => earlier && turnSoon(), { defer: true }));
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
