// One window: its place, its frame, what it shows.

import { createEffect, createSignal, createUniqueId, For, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { partsOf } from '../desktop/person';
import type { WindowBounds } from '../protocol/os';
import type { SafeWindow } from '../protocol/wire';
import { Content } from '../renderers/content';
import { followPointer } from './drag';
import { grips, moved, resized, same, type Area, type Grip } from './geometry';
import { Mover, type Moving } from './mover';
import { narrow } from './surface';
import { TitleBar } from './title-bar';

/** One window. It stays the same element for as long as it is open. */
export function Window(props: { key: string; area: Area; scale: number }): JSX.Element {
  const page = usePage();
  return (
    <Show when={page.desktop.state.windows[props.key]}>
      {(window) => <Open key={props.key} window={window()} area={props.area} scale={props.scale} />}
    </Show>
  );
}

function Open(props: { key: string; window: SafeWindow; area: Area; scale: number }): JSX.Element {
  const page = usePage();
  const { state } = page.desktop;
  const titleId = createUniqueId();
  const [held, setHeld] = createSignal<WindowBounds>();
  const [moving, setMoving] = createSignal<Moving>();
  let element!: HTMLElement;

  const shown = (): boolean =>
    !props.window.minimized && partsOf(props.key).monitorId === state.activeMonitor;
  const inFront = (): boolean => state.focused === props.key;
  const fixed = (): boolean => props.window.variant === 'panel' || props.window.maximized;
  const bounds = (): WindowBounds => held() ?? props.window.bounds;
  const height = (): number =>
    props.window.variant === 'panel' ? 100_000 : (page.desktop.heights().get(props.key) ?? 0);

  /** Sends where the person left the window, and shows it there until the server has said where it is. */
  const settle = async (to: WindowBounds): Promise<void> => {
    const from = props.window.bounds;
    if (same(from, to)) {
      setHeld(undefined);
      return;
    }
    setHeld(to);
    const windowId = props.key;
    const outcome = await page.person.act(
      ...(to.x !== from.x || to.y !== from.y
        ? [{ type: 'window.move', windowId, x: to.x, y: to.y } as const]
        : []),
      ...(to.w !== from.w || to.h !== from.h
        ? [{ type: 'window.resize', windowId, w: to.w, h: to.h } as const]
        : []),
    );
    await page.desktop.reached(outcome.ok ? outcome.seq : undefined);
    setHeld((now) => (now === to ? undefined : now));
  };

  const drag = (event: PointerEvent, grip?: Grip): void => {
    if (fixed() || narrow.matches || event.button !== 0) return;
    const from = bounds();
    const at = (dx: number, dy: number): WindowBounds =>
      grip === undefined
        ? moved(from, dx / props.scale, dy / props.scale, props.area)
        : resized(from, grip, dx / props.scale, dy / props.scale, props.area);
    followPointer(event, {
      moved: (dx, dy) => setHeld(at(dx, dy)),
      dropped: (dx, dy) => void settle(at(dx, dy)),
      // Escape, or the system took the pointer away.
      cancelled: () => setHeld(undefined),
    });
  };

  // A press gives two events, and both come before the answer to the first.
  let asked = false;
  const raise = async (): Promise<void> => {
    if (asked || inFront() || props.window.variant === 'panel') return;
    asked = true;
    await page.person.focus(props.key);
    asked = false;
  };

  let styled: string[] = [];
  createEffect(() => {
    for (const property of styled) element.style.removeProperty(property);
    const style = Object.entries(props.window.windowStyle ?? {});
    styled = style.map(([property]) => property);
    for (const [property, value] of style) element.style.setProperty(property, value);
  });
  // On a narrow page windows do not lie above each other: the one in front is brought into view.
  createEffect(() => {
    if (inFront() && shown() && narrow.matches) element.scrollIntoView({ block: 'nearest' });
  });

  return (
    <section
      ref={element}
      class="window"
      classList={{
        'is-hidden': !shown(),
        'is-front': inFront(),
        'is-held': held() !== undefined,
        'is-maximized': props.window.maximized,
        'is-frameless': props.window.frameless ?? false,
        [`is-${props.window.variant}`]: true,
      }}
      data-window={props.key}
      data-dock={props.window.variant === 'panel' ? (props.window.dockEdge ?? 'bottom') : undefined}
      aria-labelledby={titleId}
      tabindex="-1"
      style={{
        '--x': `${bounds().x}px`,
        '--y': `${bounds().y}px`,
        '--w': `${bounds().w}px`,
        '--h': `${bounds().h}px`,
        'z-index': height(),
      }}
      onPointerDown={() => void raise()}
      onFocusIn={() => void raise()}
    >
      <TitleBar
        key={props.key}
        window={props.window}
        titleId={titleId}
        onGrab={(event) => drag(event)}
        onMove={setMoving}
      />
      <Content key={props.key} window={props.window} />
      <Show when={moving()}>
        {(how) => (
          <Mover
            how={how()}
            bounds={bounds()}
            area={props.area}
            onChange={setHeld}
            onDone={(keep) => {
              const to = held();
              setMoving(undefined);
              if (keep && to) void settle(to);
              else setHeld(undefined);
              element.focus();
            }}
          />
        )}
      </Show>
      <Show when={!fixed()}>
        <For each={grips}>
          {(grip) => (
            <div
              class={`grip grip-${grip}`}
              aria-hidden="true"
              onPointerDown={(event) => drag(event, grip)}
            />
          )}
        </For>
      </Show>
    </section>
  );
}
