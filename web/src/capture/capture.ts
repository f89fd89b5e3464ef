// Draws a window as a picture when an agent requests one. The library for it is loaded on demand. No page can read a
// frame's content: an app that can draw itself is asked for its picture, which is pasted in.
//
// An answer is always sent: an agent must never wait for a page that has given up.

import type { Page } from '../desktop/page';
import type { ServerEvent } from '../protocol/wire';
import { fillNow } from '../windows/mounting';
import { allDrawn } from '../windows/slices';
import { askFrame } from './frame';

/** Longer pictures are drawn smaller: the server accepts 8 MiB. */
const mostBase64 = 8 * 1024 * 1024;

/** How long a picture waits for a busy desktop, in milliseconds; far less than an agent waits. */
const patience = 1_000;

/** Draws the window that the event names and sends the picture. */
export async function capture(
  page: Page,
  event: Extract<ServerEvent, { type: 'CAPTURE' }>,
): Promise<void> {
  const { key, request_id: requestId } = event;
  // Content that was never visible may be empty, and the latest change may not be drawn yet.
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

/** Returns the window as a picture; `partial` if a frame's content is missing. */
async function draw(element: HTMLElement): Promise<{ png: string; partial: boolean }> {
  const { snapdom } = await import('@zumer/snapdom');
  // A hidden window (minimised, or on another monitor) has no size, so it is laid out below the wallpaper meanwhile.
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

/** Paints a frame's picture where the frame is. */
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
