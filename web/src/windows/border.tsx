// The border that resizes a window: one element with a hole, whose eight grips are determined by position.

import type { JSX } from 'solid-js';

import { gripAt, type Grip } from './geometry';

const cursors: Record<Grip, string> = {
  n: 'ns-resize',
  s: 'ns-resize',
  e: 'ew-resize',
  w: 'ew-resize',
  ne: 'nesw-resize',
  sw: 'nesw-resize',
  nw: 'nwse-resize',
  se: 'nwse-resize',
};

/** How far a corner reaches along a side, for a pointer and for a finger. */
const reach = { fine: 24, coarse: 40 };

/** The border. Keys change the size from the window's menu. */
export function Border(props: {
  onGrab: (event: PointerEvent, grip: Grip) => void;
}): JSX.Element {
  const gripOf = (event: PointerEvent & { currentTarget: HTMLElement }): Grip => {
    const box = event.currentTarget.getBoundingClientRect();
    const far = event.pointerType === 'touch' ? reach.coarse : reach.fine;
    return gripAt(
      event.clientX - box.left,
      event.clientY - box.top,
      { w: box.width, h: box.height },
      far,
    );
  };
  return (
    <div
      class="border"
      aria-hidden="true"
      onPointerMove={(event) => {
        if (event.buttons === 0) event.currentTarget.style.cursor = cursors[gripOf(event)];
      }}
      onPointerDown={(event) => props.onGrab(event, gripOf(event))}
    />
  );
}
