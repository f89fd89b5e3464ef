// What the windows lie on: as large as the monitor, made smaller when this page has less room.
//
// The page that a person uses tells the server its size, and the desktop takes it on. A page that nobody
// uses never does, so that two of different size do not fight: it shows the whole desktop scaled down.

import { createEffect, createSignal, For, onCleanup, onMount, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import type { Area } from './geometry';
import { Window } from './window';

/** Below this width windows stand in one column, and the page's size is told to nobody. */
export const narrow = matchMedia('(max-width: 639px)');

/** How long the size has to stay the same before it is told. */
const settled = 150;

/** All windows, and what stands behind them. */
export function Surface(props: { children: JSX.Element }): JSX.Element {
  const page = usePage();
  const { state } = page.desktop;
  const [room, setRoom] = createSignal<Area>({ w: 0, h: 0 });
  let box!: HTMLDivElement;

  const viewport = (): Area =>
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
      const used = document.visibilityState === 'visible' && document.hasFocus() && !narrow.matches;
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
  // A frame swallows the pointer: that it was pressed shows only in that the focus went into it.
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

  return (
    <div class="surface-room" ref={box}>
      {props.children}
      <div
        class="surface"
        style={{
          '--surface-w': `${viewport().w}px`,
          '--surface-h': `${viewport().h}px`,
          '--surface-scale': String(scale()),
        }}
      >
        <For each={page.desktop.keys()}>
          {(key) => <Window key={key} area={viewport()} scale={scale()} />}
        </For>
      </div>
    </div>
  );
}
