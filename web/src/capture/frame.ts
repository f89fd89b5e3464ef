// Asks the content of a frame for a picture of itself. An app answers if it can; nothing else can see inside.
//
// The answer is untrusted: only a PNG of bounded size is accepted.

/** How long an app may draw. Shorter than an agent waits. */
const patience = 2_000;
/** The longest picture that is accepted, as text. */
const longest = 8 * 1024 * 1024;
/** The largest side, in pixels: a small file can contain a picture that fills the memory. */
const largest = 8_192;

const beginning = 'data:image/png;base64,';

/** Returns the picture, if the frame sends one in time. */
export async function askFrame(frame: HTMLIFrameElement): Promise<HTMLImageElement | undefined> {
  const png = pictureIn(await reply(frame));
  if (png === undefined) return undefined;
  const image = new Image();
  image.src = beginning + png;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  return image;
}

/** Returns the PNG in an answer, as base64; `undefined` for anything else. */
export function pictureIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('png' in answer)) return undefined;
  if (typeof answer.png !== 'string' || answer.png.length > longest) return undefined;
  const base64 = answer.png.startsWith(beginning)
    ? answer.png.slice(beginning.length)
    : answer.png;
  // The signature and the first chunk, which contains the size: 24 bytes, 32 letters.
  if (!/^iVBORw0KGgo[A-Za-z0-9+/]{21}[A-Za-z0-9+/]*={0,2}$/.test(base64)) return undefined;
  const head = Uint8Array.from(atob(base64.slice(0, 32)), (letter) => letter.charCodeAt(0));
  const view = new DataView(head.buffer);
  const sides = [view.getUint32(16), view.getUint32(20)];
  return sides.every((side) => side > 0 && side <= largest) ? base64 : undefined;
}

/** Returns the frame's answer, over a private channel; `undefined` if there is none. */
function reply(frame: HTMLIFrameElement): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const settle = (answer: unknown): void => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(() => settle(undefined), patience);
    port1.onmessage = (event) => settle(event.data);
    const { width, height } = frame.getBoundingClientRect();
    const ask = { type: 'fingertip.capture', width, height, scale: devicePixelRatio };
    // An app's frame has no origin that could be named; the message contains nothing secret.
    frame.contentWindow?.postMessage(ask, '*', [port2]);
  });
}
