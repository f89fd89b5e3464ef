// The surface below the windows: as large as the monitor, scaled down if this page has less room.
//
// A page that a person uses reports its size to the server, and the desktop adopts it. An unused page never does, so
// that two pages of different size do not fight: it shows the whole desktop scaled down.

import {
  createEffect,
  createSelector,
  createSignal,
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
import { createMounting } from './mounting';
import { narrow } from './narrow';
import { Window, type Around } from './window';

/** How long the size must be stable before it is reported. */
const settled = 150;

/** All windows, and what is behind them. */
export function Surface(props: { children: JSX.Element }): JSX.Element {
  const page = usePage();
  const { state } = page.desktop;
  const [room, setRoom] = createSignal<Size>({ w: 0, h: 0 });
  let box!: HTMLDivElement;

  const viewport = (): Size =>
    state.monitors.find((monitor) => monitor.id === state.activeMonitor)?.viewport ?? room();
  const scale = (): number => {
    if (room().w === 0) return 1;
    return Math.min(1, room().w / viewport().w, room().h / viewport().h);
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { w, h } = room();
      const used = document.visibilityState === 'visible' && document.hasFocus() && !narrow();
      if (!used || w < 320 || h < 200 || page.connection().kind !== 'connected') return;
      if (w === viewport().w && h === viewport().h) return;
      void page.person.viewport(state.activeMonitor, w, h);
    }, settled);
  };

  onMount(() => {
    const observer = new ResizeObserver(() => {
      setRoom({ w: Math.round(box.clientWidth), h: Math.round(box.clientHeight) });
      tell();
    });
    observer.observe(box);
    addEventListener('focus', tell);
    onCleanup(() => {
      observer.disconnect();
      clearTimeout(timer);
      removeEventListener('focus', tell);
    });
  });
  createEffect(() => {
    if (page.connection().kind === 'connected' && page.desktop.loaded() && state.activeMonitor)
      tell();
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
  const mounting = createMounting(page.desktop, shown);
  const around: Around = {
    front: createSelector(() => state.focused),
    shown,
    filled: mounting.filled,
    scale,
    point: (clientX, clientY) => {
      const { left, top } = box.getBoundingClientRect();
      return { x: (clientX - left) / scale(), y: (clientY - top) / scale() };
    },
  };

  /** The area that panels leave free, for elements on the desktop itself. */
  const free = () => {
    const monitor = state.monitors.find(({ id }) => id === state.activeMonitor);
    if (!monitor) return {};
    const { workArea, viewport: whole } = monitor;
    return {
      '--area-top': `${workArea.y * scale()}px`,
      '--area-bottom': `${(whole.h - workArea.y - workArea.h) * scale()}px`,
    };
  };

  return (
    <div class="surface-room" ref={box} style={free()}>
      <ExtentProvider value={{ room, scale }}>{props.children}</ExtentProvider>
      <div
        class="surface"
        style={{
          '--surface-w': `${viewport().w}px`,
          '--surface-h': `${viewport().h}px`,
          '--surface-scale': String(scale()),
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
