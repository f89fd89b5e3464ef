// The first visit of a desktop on which nothing has ever happened: its phone is opened beside the greeting.
//
// The number of the last change says that it is the first: it is 0 once in the life of a data folder. Two pages that
// come at the same moment both ask for the window, and the server has one.

import { createEffect, createSignal, untrack } from 'solid-js';

import type { Page } from '../desktop/page';
import type { WindowBounds } from '../protocol/os';

/** Below this width the greeting has the page for itself. */
const wide = 900;

/** Where the phone stands: at the right edge, as high as there is room. */
export function placeBeside(area: WindowBounds): WindowBounds {
  const margin = 24;
  const h = Math.min(area.h - 2 * margin, 860);
  const w = Math.min(Math.round(h * 0.56), Math.round(area.w * 0.4));
  return { x: area.x + area.w - w - 2 * margin, y: area.y + Math.round((area.h - h) / 2), w, h };
}

/** Opens the phone if this is the first visit. */
export function useFirstVisit(page: Page): void {
  const { desktop, phones } = page;
  const [first, setFirst] = createSignal(false);
  createEffect(() => {
    if (desktop.loaded() && untrack(() => desktop.state.seq) === 0 && innerWidth >= wide) setFirst(true);
  });
  createEffect(() => {
    const phone = phones.all()[0];
    if (!first() || !phone) return;
    setFirst(false);
    if (untrack(() => desktop.keys().length) === 0) void show(page, phone.id);
  });
}

async function show(page: Page, phone: string): Promise<void> {
  const { desktop, person } = page;
  const before = new Set(desktop.keys());
  const outcome = await person.act({ type: 'desktop.open', what: 'part', id: 'phone', target: phone });
  if (!outcome.ok) return;
  await desktop.reached(outcome.seq);
  const key = desktop.keys().find((each) => !before.has(each));
  const monitor = desktop.state.monitors.find((one) => one.id === desktop.state.activeMonitor);
  if (key === undefined || !monitor) return;
  // The size of this page is told a moment later than its first wish: the place is found by what is seen.
  const seen = { x: 0, y: 0, w: monitor.workArea.w, h: monitor.workArea.h };
  const { x, y, w, h } = placeBeside(monitor.viewport.w === innerWidth ? monitor.workArea : seen);
  await person.act(
    { type: 'window.resize', windowId: key, w, h },
    { type: 'window.move', windowId: key, x, y },
  );
}
