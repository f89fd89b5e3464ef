// A window being dragged: moved or resized by a pointer, shown at once, sent at the end.
//
// While it moves, only its transform changes, at most once per frame: nothing is laid out, however many windows are
// open.

import { createSignal } from 'solid-js';

import type { WindowBounds } from '../protocol/os';
import { followPointer } from './drag';
import { moved, resized, underPointer, type Grip, type Size } from './geometry';
import { boundsOf, zoneAt, type Zone } from './snap';

/** Where the window would go if it were released now. */
const [preview, setPreview] = createSignal<WindowBounds>();
export { preview };

/** A dragged window. */
export interface Dragged {
  element: HTMLElement;
  bounds: WindowBounds;
  /** The size it returns to when it is dragged out of a maximised or snapped place. */
  back: Size | undefined;
  area: WindowBounds;
  /** Whether it may be snapped to the whole area. */
  maximizable: boolean;
  /** Converts a point of the page to one of the desktop. */
  point: (clientX: number, clientY: number) => { x: number; y: number };
  /** Shows the window at these bounds. */
  hold: (bounds: WindowBounds | undefined) => void;
  /** It was released. */
  drop: (bounds: WindowBounds, zone: Zone | undefined) => void;
}

/** Calls `paint` at most once per frame, with the latest request. */
function paced(paint: () => void): { ask: () => void; stop: () => void } {
  let request: number | undefined;
  return {
    ask: () => {
      request ??= requestAnimationFrame(() => {
        request = undefined;
        paint();
      });
    },
    stop: () => {
      if (request !== undefined) cancelAnimationFrame(request);
      request = undefined;
    },
  };
}

/** Moves a window with the pointer of a `pointerdown`. */
export function dragMove(event: PointerEvent, dragged: Dragged): void {
  const { element, area } = dragged;
  const start = dragged.point(event.clientX, event.clientY);
  let from = dragged.bounds;
  let to = from;
  let zone: Zone | undefined;
  let loosened = false;
  const loosen = (): void => {
    if (loosened) return;
    loosened = true;
    element.classList.add('is-carried');
    if (!dragged.back) return;
    from = underPointer(dragged.back, start, dragged.bounds, area);
    dragged.hold(from);
  };
  const frame = paced(() => {
    element.style.transform = `translate(${to.x - from.x}px, ${to.y - from.y}px)`;
    setPreview((now) => {
      if (zone === undefined) return undefined;
      const next = boundsOf(zone, area);
      return now && now.x === next.x && now.y === next.y && now.w === next.w && now.h === next.h
        ? now
        : next;
    });
  });
  const follow = (dx: number, dy: number): void => {
    loosen();
    const at = { x: start.x + dx, y: start.y + dy };
    const found = zoneAt(at.x, at.y, area);
    zone = found === 'whole' && !dragged.maximizable ? undefined : found;
    to = moved(from, dx, dy, area);
  };
  const end = (): void => {
    frame.stop();
    setPreview(undefined);
    element.classList.remove('is-carried');
    element.style.transform = '';
  };
  followPointer(event, {
    moved: (dx, dy) => {
      follow(dx, dy);
      frame.ask();
    },
    dropped: (dx, dy) => {
      follow(dx, dy);
      end();
      dragged.drop(to, zone);
    },
    // Escape, or the system took the pointer away.
    cancelled: () => {
      end();
      dragged.hold(undefined);
    },
  });
}

/** Resizes a window with the pointer of a `pointerdown`. */
export function dragResize(event: PointerEvent, grip: Grip, dragged: Dragged): void {
  const { bounds, area } = dragged;
  let to = bounds;
  const frame = paced(() => dragged.hold(to));
  const follow = (dx: number, dy: number): void => {
    to = resized(bounds, grip, dx, dy, area);
  };
  followPointer(event, {
    moved: (dx, dy) => {
      follow(dx, dy);
      frame.ask();
    },
    dropped: (dx, dy) => {
      follow(dx, dy);
      frame.stop();
      dragged.drop(to, undefined);
    },
    cancelled: () => {
      frame.stop();
      dragged.hold(undefined);
    },
  });
}
