// The first visit of a desktop on which nothing has ever happened: its phone is opened beside the greeting.
//
// The number of the last change says that it is the first: it is 0 once in the life of a data folder. Two pages that
// come at the same moment both ask for the window, and the server has one.

import { createEffect, createSignal, onCleanup, untrack } from 'solid-js';

import type { Page } from '../desktop/page';
import type { WindowBounds } from '../protocol/os';
import type { SafeWindow } from '../protocol/wire';
import { firstColumn } from '../shell/arrangement';

/** Below this width the greeting has the page for itself. */
const wide = 900;

/** This page tells its size to the server; who waits longer for that puts the phone where it can. */
const patience = 2_000;

/** The least room that is left for the greeting. */
const greeting = 480;

/** Where the phone stands: beside the first column of icons, as high as there is room. Notices come on the right. */
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
