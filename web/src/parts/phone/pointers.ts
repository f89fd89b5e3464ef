// Passes pointers and the wheel over the picture to the gestures, in the phone's pixels.

import { key, type Deed, type Point } from './deeds';
import { pixelAt, tapTime, wheel } from './gestures';
import { isOthers } from './holder';
import type { PhoneView } from './view';

/** Follows pointers over the picture until the returned function is called. */
export function tracePointers(
  glass: HTMLElement,
  view: PhoneView,
  focusKeys: () => void,
): () => void {
  const { gestures } = view;
  const stop = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    hear: (event: HTMLElementEventMap[K]) => void,
  ): void => glass.addEventListener(type, hear, { signal: stop.signal, passive: false });

  const pointOf = (event: MouseEvent): Point | undefined => {
    const screen = view.stream.screen();
    const box = glass.getBoundingClientRect();
    if (!screen || box.width === 0) return undefined;
    return pixelAt({ x: event.clientX, y: event.clientY }, box, screen);
  };
  const use = (deeds: Deed[]): void => view.use(...deeds);
  let finger = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  on('pointerdown', (event) => {
    finger = event.pointerType === 'touch';
    const at = pointOf(event);
    if (!at || event.target !== glass.querySelector('canvas')) return;
    if (event.button === 1) return use([key('HOME')]);
    if (event.button === 2) return use([key('BACK')]);
    if (event.button !== 0) return;
    if (isOthers(view.control.hold())) return view.ask(true);
    glass.setPointerCapture(event.pointerId);
    use(gestures.down(event.pointerId, at, event.timeStamp));
    clearTimeout(timer);
    timer = setTimeout(() => use(gestures.wait(performance.now())), tapTime);
  });
  on('pointermove', (event) => {
    const at = gestures.pressed ? pointOf(event) : undefined;
    if (at) use(gestures.move(event.pointerId, at, event.timeStamp));
  });
  on('pointerup', (event) => {
    const at = pointOf(event);
    use(at ? gestures.up(event.pointerId, at, event.timeStamp) : gestures.cancel(event.pointerId));
  });
  on('pointercancel', (event) => use(gestures.cancel(event.pointerId)));
  // The focus goes to the key catcher. Not for a finger, which would open the device's own keyboard.
  on('mousedown', (event) => {
    if (!(event.target instanceof HTMLCanvasElement)) return;
    event.preventDefault();
    if (!finger) focusKeys();
  });
  // A right click means back, so there is no menu; the middle button must not start scrolling or pasting.
  on('contextmenu', (event) => {
    event.preventDefault();
    event.stopPropagation();
  });
  on('auxclick', (event) => event.preventDefault());
  on('wheel', (event) => {
    const at = pointOf(event);
    if (!at) return;
    event.preventDefault();
    const deed = wheel(at, event, view.zoom());
    if (deed.type === 'SCROLL' && deed.dx === 0 && deed.dy === 0) return;
    use([deed]);
  });

  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
