// One window: its place, its frame, its content.

import { createEffect, createMemo, createSignal, onCleanup, Show, type JSX } from 'solid-js';

import { titleOf } from '../desktop/naming';
import { usePage } from '../desktop/page';
import { hasMenu } from '../menu/menu';
import type { WindowBounds } from '../protocol/os';
import type { SafeWindow } from '../protocol/wire';
import { Content } from '../renderers/content';
import { isolated } from '../bidi';
import { t } from '../words/say';
import { Border } from './border';
import { dragMove, dragResize, type Dragged } from './dragging';
import { same, type Grip } from './geometry';
import { Mover, type Moving } from './mover';
import { narrow } from './narrow';
import { OwnerMark, spokenName } from './owner-mark';
import { unmaximised } from './layout';
import { areaOf, beforeSnap, boundsOn, isMaximised, monitorOf, moveTo, snap } from './place';
import type { Zone } from './snap';
import { splitStyle } from './styling';
import { TitleBar } from './title-bar';
import { offerMoving, windowMenu } from './window-menu';

/** The height of panels, above all widgets: there are at most 20,000 windows. */
const panels = 50_000;

/** What the desktop tells each of its windows. */
export interface Around {
  /** Whether the window is in front, shown, and has its content. */
  front: (key: string) => boolean;
  shown: (key: string) => boolean;
  filled: (key: string) => boolean;
  point: (clientX: number, clientY: number) => { x: number; y: number };
}

/** One window. It stays the same element for as long as it is open. */
export function Window(props: { key: string; around: Around }): JSX.Element {
  const page = usePage();
  return (
    <Show when={page.desktop.state.windows[props.key]}>
      {(window) => <Open key={props.key} window={window()} around={props.around} />}
    </Show>
  );
}

function Open(props: { key: string; window: SafeWindow; around: Around }): JSX.Element {
  const page = usePage();
  const [held, setHeld] = createSignal<WindowBounds>();
  const [moving, setMoving] = createSignal<Moving>();
  let element!: HTMLElement;

  const panel = (): boolean => props.window.variant === 'panel';
  const whole = (): boolean => isMaximised(page, props.key, props.window);
  const fixed = (): boolean => panel() || (whole() && held() === undefined);
  const bounds = (): WindowBounds => held() ?? boundsOn(page, props.key, props.window);
  const area = (): WindowBounds => areaOf(page, props.window);
  // A memo, because a window that moves over this one changes nothing here.
  // Panels lie between widgets and windows: a person's window may lie over an agent's panel, not under it.
  const height = createMemo((): number => {
    const above = props.window.variant === 'standard' ? panels + 1 : 0;
    return panel() ? panels : above + (page.desktop.heights().get(props.key) ?? 0);
  });

  /** Sends the window's new bounds, and shows it there until the server has confirmed them. */
  const settle = async (to: WindowBounds, zone?: Zone): Promise<void> => {
    if (!zone && same(boundsOn(page, props.key, props.window), to)) {
      setHeld(undefined);
      return;
    }
    setHeld(to);
    const outcome = await (zone ? snap(page, props.key, zone) : moveTo(page, props.key, to));
    await page.desktop.reached(outcome?.ok ? outcome.seq : undefined);
    setHeld((now) => (now === to ? undefined : now));
  };

  const dragged = (): Dragged => ({
    element,
    bounds: bounds(),
    back: whole()
      ? unmaximised(props.key, props.window, monitorOf(page, props.window.monitorId))
      : beforeSnap(page, props.key, props.window),
    area: area(),
    maximizable: props.window.variant === 'standard',
    point: props.around.point,
    hold: setHeld,
    drop: (to, zone) => void settle(to, zone),
  });
  const free = (event: PointerEvent): boolean => !panel() && !narrow() && event.button === 0;
  const grab = (event: PointerEvent): void => {
    if (free(event)) dragMove(event, dragged());
  };
  const pull = (event: PointerEvent, grip: Grip): void => {
    if (free(event)) dragResize(event, grip, dragged());
  };

  // A press fires two events, and both come before the answer to the first.
  let asked = false;
  const raise = async (): Promise<void> => {
    if (asked || panel() || props.around.front(props.key)) return;
    asked = true;
    await page.person.focus(props.key);
    asked = false;
  };

  onCleanup(offerMoving(props.key, setMoving));
  let styled: string[] = [];
  createEffect(() => {
    for (const property of styled) element.style.removeProperty(property);
    const style = Object.entries(splitStyle(props.window.windowStyle).window);
    styled = style.map(([property]) => property);
    for (const [property, value] of style) element.style.setProperty(property, value);
  });

  return (
    <section
      ref={(own) => {
        element = own;
        hasMenu(own, {
          label: () => t`Menu of ${isolated(titleOf(page, props.window))}`,
          entries: () => windowMenu(page, props.key),
        });
      }}
      class="window"
      classList={{
        'is-hidden': !props.around.shown(props.key),
        'is-front': props.around.front(props.key),
        'is-held': held() !== undefined,
        'is-maximized': fixed() && !panel(),
        'is-frameless': props.window.frameless ?? false,
        [`is-${props.window.variant}`]: true,
      }}
      data-window={props.key}
      data-dock={panel() ? (props.window.dockEdge ?? 'bottom') : undefined}
      aria-label={spokenName(titleOf(page, props.window), props.window)}
      tabindex="-1"
      style={
        narrow()
          ? {}
          : {
              left: `${bounds().x}px`,
              top: `${bounds().y}px`,
              width: `${bounds().w}px`,
              height: `${bounds().h}px`,
              'z-index': height(),
            }
      }
      onPointerDown={() => void raise()}
      onFocusIn={() => void raise()}
    >
      <TitleBar key={props.key} window={props.window} onGrab={grab} />
      <Show when={panel() || props.window.frameless}>
        <OwnerMark window={props.window} strip />
      </Show>
      <Show
        when={props.around.filled(props.key)}
        fallback={<div class="content" data-kind={props.window.content.kind} />}
      >
        <Content key={props.key} window={props.window} />
      </Show>
      <Show when={moving()}>
        {(how) => (
          <Mover
            how={how()}
            bounds={bounds()}
            area={area()}
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
      <Show when={!fixed() && !narrow()}>
        <Border onGrab={pull} />
      </Show>
    </section>
  );
}
