// The live picture, and the person's hand on it.

import { createEffect, createSignal, onCleanup, onMount, Show, type JSX } from 'solid-js';

import { t } from '../../words/say';
import { GlassMessage } from './glass-message';
import { KeyCatcher } from './key-catcher';
import { Numbers, Touches } from './overlay';
import { drawScaled } from './picture';
import { tracePointers } from './pointers';
import type { PhoneView } from './view';

/** The picture. */
export function PictureView(props: {
  view: PhoneView;
  name: string;
  keysRef: (element: HTMLTextAreaElement) => void;
}): JSX.Element {
  const { stream } = props.view;
  const [painted, setPainted] = createSignal(false);
  let stage!: HTMLDivElement;
  let glass!: HTMLDivElement;
  let canvas!: HTMLCanvasElement;
  let catcher!: HTMLTextAreaElement;

  const drawAll = (): void => {
    const { width, height } = stream.picture.canvas;
    if (painted()) drawScaled(stream.picture.canvas, canvas, [{ x: 0, y: 0, w: width, h: height }]);
  };
  /**
   * Fits the picture into the available space, with as many pixels as the page shows, and never more than the phone
   * has.
   */
  const fit = (): void => {
    const screen = stream.screen() ?? { width: 9, height: 20 };
    const scale = Math.min(stage.clientWidth / screen.width, stage.clientHeight / screen.height);
    if (scale === 0) return;
    glass.style.width = `${screen.width * scale}px`;
    glass.style.height = `${screen.height * scale}px`;
    if (!stream.screen()) return;
    props.view.setZoom(scale);
    const sharp = Math.min(1, scale * devicePixelRatio);
    const [width, height] = [screen.width, screen.height].map((side) =>
      Math.max(1, Math.round(side * sharp)),
    ) as [number, number];
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    drawAll();
  };

  onMount(() => {
    const observer = new ResizeObserver(fit);
    observer.observe(stage);
    const stop = stream.onPaint(({ number, capturedAt, areas }) => {
      if (!painted()) {
        setPainted(true);
        drawAll();
      } else drawScaled(stream.picture.canvas, canvas, areas);
      // For measurements: which frame is on the canvas, and how old it was when it arrived.
      canvas.dataset.frame = String(number);
      canvas.dataset.age = String(Date.now() - capturedAt);
    });
    const trace = tracePointers(glass, props.view, () => catcher.focus({ preventScroll: true }));
    onCleanup(() => {
      observer.disconnect();
      stop();
      trace();
    });
  });
  // Another window may have painted long ago, so this one starts with the current picture.
  createEffect(() => {
    if (stream.screen()) fit();
  });

  const live = (): boolean => stream.standing().kind === 'live';
  return (
    <div class="phone-stage" ref={stage}>
      <div
        ref={glass}
        class="phone-glass"
        classList={{ 'is-stale': !live() && stream.screen() !== undefined }}
        data-standing={stream.standing().kind}
      >
        <canvas
          ref={canvas}
          class="phone-canvas"
          width="1"
          height="1"
          role="img"
          aria-label={t`The screen of ${props.name}. “Show as list” reads it out.`}
        />
        <Show when={props.view.shown().numbers && live() && stream.screen()}>
          {(screen) => <Numbers elements={stream.elements()} screen={screen()} />}
        </Show>
        <Touches touches={props.view.touches()} />
        <KeyCatcher
          view={props.view}
          name={props.name}
          ref={(element) => {
            catcher = element;
            props.keysRef(element);
          }}
        />
        <GlassMessage
          view={props.view}
          painted={painted()}
          focusKeys={() => catcher.focus({ preventScroll: true })}
        />
      </div>
    </div>
  );
}
