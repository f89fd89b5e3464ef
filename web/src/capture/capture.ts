// Draws a window as a picture when an agent asks for one. The library that does it is loaded on demand.
//
// Whatever happens, an answer goes out: an agent must never wait for a page that has given up.

import type { Page } from '../desktop/page';
import type { ServerEvent } from '../protocol/wire';

/** Pictures that are longer than this are drawn smaller: the server takes 8 MiB. */
const mostBase64 = 8 * 1024 * 1024;

/** Draws the window that the event names and sends the picture. */
export async function capture(
  page: Page,
  event: Extract<ServerEvent, { type: 'CAPTURE' }>,
): Promise<void> {
  const { key, request_id: requestId } = event;
  const element = [...document.querySelectorAll<HTMLElement>('[data-window]')].find(
    (window) => window.dataset.window === key,
  );
  const failed = (error: string): void => {
    void page.person.feedback({ type: 'RENDERING_FEEDBACK', requestId, key, ok: false, error });
  };
  if (!element) return failed(`the page does not show the window \`${key}\``);
  try {
    const partial = element.querySelector('iframe') !== null;
    const png = await draw(element);
    void page.person.feedback({
      type: 'RENDERING_FEEDBACK',
      requestId,
      key,
      ok: true,
      partial,
      png,
    });
  } catch (error) {
    failed(
      `the page could not draw the window: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function draw(element: HTMLElement): Promise<string> {
  const { snapdom } = await import('@zumer/snapdom');
  // A window that is hidden (minimised, or on another monitor) has no size: it is laid out below the
  // wallpaper for as long as it takes.
  element.classList.add('is-drawn');
  try {
    for (const scale of [1, 0.5, 0.25]) {
      const canvas = await snapdom.toCanvas(element, { scale, dpr: 1, embedFonts: true });
      const png = canvas.toDataURL('image/png');
      const base64 = png.slice(png.indexOf(',') + 1);
      if (base64.length <= mostBase64) return base64;
    }
    throw new Error('the picture is larger than 8 MiB at a quarter of its size');
  } finally {
    element.classList.remove('is-drawn');
  }
}
