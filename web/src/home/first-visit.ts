// The first visit of a new desktop: opens its phone next to the greeting.
//
// The number of the last change identifies the first visit: it is 0 once in the life of a data folder. Two pages that
// arrive at the same moment both request the window, and the server opens one.

import { createEffect, createSignal, onCleanup, untrack } from 'solid-js';

import type { Page } from '../desktop/page';
import type { WindowBounds } from '../protocol/os';
import type { SafeWindow } from '../protocol/wire';
import { firstColumn } from '../shell/arrangement';

/** Below this width the greeting has the page for itself. */
const wide = 900;

/**
 * How long to wait until this page's size has reached the server; after that, the phone is placed as well as possible.
 */
const patience = 2_000;

/** The least width left for the greeting. */
const greeting = 480;

/** Returns the phone's place: next to the first column of icons, as high as possible. Notices appear on the right. */
export function placeBeside(area: WindowBounds): WindowBounds {
  const margin = 24;
  const from = firstColumn + margin;
  const most = Math.min(area.h - 2 * margin, 860);
  const w = Math.round(Math.min(most * 0.58, area.w * 0.4, area.w - from - greeting));
  const h = Math.min(most, w * 2);
  return { x: area.x + from, y: area.y + Math.round((area.h - h) / 2), w, h };
}

/** Opens the phone if this is the first visit. */
export function useFirstVisit(page: Page): void {
  const { desktop, phones } = page;
  const [first, setFirst] = createSignal(false);
  const [late, setLate] = createSignal(false);
  createEffect(() => {
    if (!desktop.loaded() || untrack(() => desktop.state.seq) !== 0 || innerWidth < wide) return;
    setFirst(true);
    const timer = setTimeout(() => setLate(true), patience);
    onCleanup(() => clearTimeout(timer));
  });
  createEffect(() => {
    const phone = phones.all()[0];
    const monitor = desktop.state.monitors.find((one) => one.id === desktop.state.activeMonitor);
    const told = monitor?.viewport.w === document.querySelector('.surface-room')?.clientWidth;
    if (!first() || !phone || !monitor || !(told || late())) return;
    setFirst(false);
    if (untrack(() => desktop.keys().length) === 0) void show(page, phone.id, monitor.workArea);
  });
}

async function show(page: Page, phone: string, area: WindowBounds): Promise<void> {
  const { desktop, person } = page;
  const outcome = await person.act({ type: 'desktop.open', what: 'part', id: 'phone', target: phone });
  if (!outcome.ok) return;
  await desktop.reached(outcome.seq);
  const key = desktop.keys().find((each) => isPhone(desktop.state.windows[each], phone));
  if (key === undefined) return;
  const { x, y, w, h } = placeBeside(area);
  await person.act(
    { type: 'window.resize', windowId: key, w, h },
    { type: 'window.move', windowId: key, x, y },
  );
}

function isPhone(window: SafeWindow | undefined, phone: string): boolean {
  return window?.content.kind === 'part' && window.content.part === 'phone' && window.content.target === phone;
}
