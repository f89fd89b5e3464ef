// The surface below the windows, as large as this page has room.
//
// A page that a person uses reports its size to the server, which makes the desktop as large as the largest page. A
// smaller page shows the windows in its own room (`layout`).

import {
  createEffect,
  createSelector,
  For,
  onCleanup,
  onMount,
  Show,
  type JSX,
} from 'solid-js';

import { usePage } from '../desktop/page';
import { place } from '../narrow/place';
import { preview } from './dragging';
import { ExtentProvider } from './extent';
import type { Size } from './geometry';
import { forgetClosed, room, setRoom } from './layout';
import { createMounting } from './mounting';
import { narrow } from './narrow';
import { boundsOn } from './place';
import { Window, type Around } from './window';

/** How long the size must be stable before it is reported. */
const settled = 150;

/** All windows, and what is behind them. */
export function Surface(props: { children: JSX.Element }): JSX.Element {
  const page = usePage();
  const { state } = page.desktop;
  let box!: HTMLDivElement;

  const viewport = (): Size =>
    state.monitors.find((monitor) => monitor.id === state.activeMonitor)?.viewport ?? room();
  /** The monitor as this page shows it: not larger than the page. */
  const size = (): Size => ({ w: Math.min(viewport().w, room().w || viewport().w), h: Math.min(viewport().h, room().h || viewport().h) });

  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What was reported last on this connection. The server forgets a page that has left. */
  let reported = '';
  const tell = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { w, h } = room();
      const used = document.visibilityState === 'visible' && document.hasFocus() && !narrow();
      if (!used || w < 320 || h < 200 || page.connection().kind !== 'connected') return;
      const report = [state.activeMonitor, w, h, viewport().w, viewport().h].join(' ');
      if (report === reported) return;
      reported = report;
      void page.person.viewport(state.activeMonitor, w, h);
    }, settled);
  };

  onMount(() => {
    const observer = new ResizeObserver(() => {
      setRoom({ w: Math.round(box.clientWidth), h: Math.round(box.clientHeight) });
      tell();
    });
    observer.observe(box);
    // A larger page may have left meanwhile.
    const returned = (): void => {
      reported = '';
      tell();
    };
    addEventListener('focus', returned);
    onCleanup(() => {
      observer.disconnect();
      clearTimeout(timer);
      removeEventListener('focus', returned);
    });
  });
  createEffect(() => {
    if (page.connection().kind !== 'connected') reported = '';
    else if (page.desktop.loaded() && state.activeMonitor) tell();
  });
  // A frame swallows the pointer: a press in it only shows as the focus moving into it.
  onMount(() => {
    const entered = (): void => {
      const window = document.activeElement?.closest<HTMLElement>('[data-window]');
      const key = window?.dataset.window;
      if (
        key !== undefined &&
        document.activeElement instanceof HTMLIFrameElement &&
        state.focused !== key
      ) {
        void page.person.focus(key);
      }
    };
    addEventListener('blur', entered);
    onCleanup(() => removeEventListener('blur', entered));
  });

  const shown = (key: string): boolean => {
    const window = state.windows[key];
    if (!window) return false;
    if (!narrow()) return !window.minimized && window.monitorId === state.activeMonitor;
    const now = place();
    if (now.at === 'window') return now.key === key;
    // At home, a narrow page shows the widgets and panels, which are not ordinary windows.
    return (
      now.at === 'home' &&
      window.variant !== 'standard' &&
      !window.minimized &&
      window.monitorId === state.activeMonitor
    );
  };
  createEffect(() => forgetClosed(page.desktop.keys()));
  const mounting = createMounting(page.desktop, shown, (key, window) => boundsOn(page, key, window));
  const around: Around = {
    front: createSelector(() => state.focused),
    shown,
    filled: mounting.filled,
    point: (clientX, clientY) => {
      const { left, top } = box.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    },
  };

  /** The area that panels leave free, for elements on the desktop itself. */
  const free = () => {
    const monitor = state.monitors.find(({ id }) => id === state.activeMonitor);
    if (!monitor) return {};
    const { workArea, viewport: whole } = monitor;
    return {
      '--area-top': `${workArea.y}px`,
      '--area-bottom': `${whole.h - workArea.y - workArea.h}px`,
    };
  };

  return (
    <div class="surface-room" ref={box} style={free()}>
      <ExtentProvider value={{ room }}>{props.children}</ExtentProvider>
      <div
        class="surface"
        style={{
          '--surface-w': `${size().w}px`,
          '--surface-h': `${size().h}px`,
        }}
      >
        <For each={mounting.framed()}>{(key) => <Window key={key} around={around} />}</For>
        <Show when={preview()}>
          {(at) => (
            <div
              class="snap-preview"
              aria-hidden="true"
              style={{
                left: `${at().x}px`,
                top: `${at().y}px`,
                width: `${at().w}px`,
                height: `${at().h}px`,
              }}
            />
          )}
        </Show>
      </div>
    </div>
  );
}
