// Follows a pointer from press to release, also across frames and outside the window.

/** The events of a drag; distances are from the press, in pixels of the screen. */
export interface Course {
  moved: (dx: number, dy: number) => void;
  dropped: (dx: number, dy: number) => void;
  cancelled: () => void;
}

/** How far the pointer may move before it is a drag: a click on a title must not move the window. */
const tremble = 3;

/** Follows the pointer of a `pointerdown`. */
export function followPointer(event: PointerEvent, course: Course): void {
  const target = event.currentTarget;
  if (!(target instanceof HTMLElement)) return;
  const { pointerId, clientX, clientY } = event;
  const stop = new AbortController();
  const options = { signal: stop.signal };
  let dragged = false;
  target.setPointerCapture(pointerId);

  const end = (): void => {
    stop.abort();
    if (target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId);
    // Frames ignore the pointer while something is dragged over them.
    document.documentElement.classList.remove('is-dragging');
  };
  target.addEventListener(
    'pointermove',
    (next) => {
      const [dx, dy] = [next.clientX - clientX, next.clientY - clientY];
      if (!dragged && Math.hypot(dx, dy) < tremble) return;
      dragged = true;
      document.documentElement.classList.add('is-dragging');
      course.moved(dx, dy);
    },
    options,
  );
  target.addEventListener(
    'pointerup',
    (last) => {
      end();
      if (dragged) course.dropped(last.clientX - clientX, last.clientY - clientY);
    },
    options,
  );
  const cancel = (): void => {
    end();
    if (dragged) course.cancelled();
  };
  target.addEventListener('pointercancel', cancel, options);
  addEventListener('keydown', (key) => key.key === 'Escape' && cancel(), options);
}
