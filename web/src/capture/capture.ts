// Draws a window as a picture when an agent asks for one. The library that does it is loaded on demand.
// What a frame shows no page can read: an app that draws itself is asked for its picture, which is put in.
//
// Whatever happens, an answer goes out: an agent must never wait for a page that has given up.

import type { Page } from '../desktop/page';
import type { ServerEvent } from '../protocol/wire';
import { fillNow } from '../windows/mounting';
import { allDrawn } from '../windows/slices';
import { askFrame } from './frame';

/** Pictures that are longer than this are drawn smaller: the server takes 8 MiB. */
const mostBase64 = 8 * 1024 * 1024;

/** So long a picture waits for a desktop that is busy drawing; far less than an agent waits, in milliseconds. */
const patience = 1_000;

/** Draws the window that the event names and sends the picture. */
export async function capture(
  page: Page,
  event: Extract<ServerEvent, { type: 'CAPTURE' }>,
): Promise<void> {
  const { key, request_id: requestId } = event;
  // What nobody has seen yet may be empty, and what came last may not be drawn.
  fillNow(key);
  await allDrawn(patience);
  const element = [...document.querySelectorAll<HTMLElement>('[data-window]')].find(
    (window) => window.dataset.window === key,
  );
  const failed = (error: string): void => {
    void page.person.feedback({ type: 'RENDERING_FEEDBACK', requestId, key, ok: false, error });
  };
  if (!element) return failed(`the page does not show the window \`${key}\``);
  try {
    const picture = await draw(element);
    void page.person.feedback({ type: 'RENDERING_FEEDBACK', requestId, key, ok: true, ...picture });
  } catch (error) {
    failed(
      `the page could not draw the window: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The window as a picture; `partial` when what a frame shows is not in it. */
async function draw(element: HTMLElement): Promise<{ png: string; partial: boolean }> {
  const { snapdom } = await import('@zumer/snapdom');
  // A window that is hidden (minimised, or on another monitor) has no size: it is laid out below the
  // wallpaper for as long as it takes.
  element.classList.add('is-drawn');
  try {
    const frame = element.querySelector('iframe');
    const inside = frame ? await askFrame(frame) : undefined;
    for (const scale of [1, 0.5, 0.25]) {
      const canvas = await snapdom.toCanvas(element, { scale, dpr: 1, embedFonts: true });
      if (frame && inside) putIn(canvas, element, frame, inside);
      const png = canvas.toDataURL('image/png');
      const base64 = png.slice(png.indexOf(',') + 1);
      if (base64.length <= mostBase64)
        return { png: base64, partial: frame !== null && inside === undefined };
    }
    throw new Error('the picture is larger than 8 MiB at a quarter of its size');
  } finally {
    element.classList.remove('is-drawn');
  }
}

/** Paints what a frame shows where the frame is. */
function putIn(
  canvas: HTMLCanvasElement,
  element: HTMLElement,
  frame: HTMLIFrameElement,
  inside: HTMLImageElement,
): void {
  const whole = element.getBoundingClientRect();
  const part = frame.getBoundingClientRect();
  const across = canvas.width / whole.width;
  const down = canvas.height / whole.height;
  canvas
    .getContext('2d')
    ?.drawImage(
      inside,
      (part.left - whole.left) * across,
      (part.top - whole.top) * down,
      part.width * across,
      part.height * down,
    );
}
