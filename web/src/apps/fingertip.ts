// The script that apps load: `<script src="fingertip.js"></script>`. It provides `fingertip`: messages with the agent
// that owns the app's window, a picture of the app on request, and the desktop's colours. There is nothing else.
//
// Served as `/frames/KEY/APP/fingertip.js`; documented in docs/apps.md. It runs inside the app, so nothing here
// protects anyone: that is the wrapper's job.

import { longestMessage, type AppTheme, type FromApp, type ToApp } from './messages';

type Size = { width: number; height: number; scale: number };
type Picture = HTMLCanvasElement | string;

let port: MessagePort | undefined;
let number = 0;
let theme: AppTheme | undefined;
let draw: ((size: Size) => Picture | Promise<Picture>) | undefined;
const unsent: FromApp[] = [];
const unanswered = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
const listeners = new Set<(data: unknown) => void>();
const themed = new Set<(theme: AppTheme) => void>();

function post(message: FromApp): void {
  if (port) port.postMessage(message);
  else unsent.push(message);
}

function wear(next: AppTheme): void {
  theme = next;
  const style = document.documentElement.style;
  style.colorScheme = next.scheme;
  for (const [name, colour] of Object.entries(next.colours))
    style.setProperty(`--fingertip-${name}`, colour);
  themed.forEach((listener) => listener(next));
}

function take(message: ToApp): void {
  if (message.kind === 'ping') post({ kind: 'pong', n: message.n });
  if (message.kind === 'theme') wear(message.theme);
  if (message.kind === 'message') {
    const data: unknown = JSON.parse(message.data);
    listeners.forEach((listener) => listener(data));
  }
  if (message.kind === 'answer') {
    const waits = unanswered.get(message.n);
    unanswered.delete(message.n);
    if (message.error === undefined) waits?.resolve();
    else waits?.reject(new Error(message.error));
  }
}

async function picture(size: Size): Promise<string | undefined> {
  const drawn = await draw?.(size);
  return drawn instanceof HTMLCanvasElement ? drawn.toDataURL('image/png') : drawn;
}

addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.source !== parent) return;
  const { type } = (event.data ?? {}) as { type?: unknown };
  const [given] = event.ports;
  if (type === 'fingertip.port' && given) {
    port = given;
    given.onmessage = (message: MessageEvent<ToApp>) => take(message.data);
    unsent.splice(0).forEach(post);
  }
  if (type === 'fingertip.capture' && given && draw) {
    const answer = (png?: string): void => given.postMessage({ png });
    void picture(event.data as Size).then(answer, () => answer());
  }
});
addEventListener('error', (event) => post({ kind: 'error', text: event.message }));
addEventListener('unhandledrejection', (event) =>
  post({ kind: 'error', text: String(event.reason) }),
);

/** The whole API for apps. */
const fingertip = {
  /**
   * Sends a message to the agent that owns this window; resolves when it was delivered, rejects with the reason if not.
   */
  send(data: unknown): Promise<void> {
    const text = JSON.stringify(data) ?? 'null';
    if (text.length > longestMessage)
      return Promise.reject(new Error(`a message has at most ${longestMessage} characters as JSON`));
    number += 1;
    const n = number;
    return new Promise((resolve, reject) => {
      unanswered.set(n, { resolve, reject });
      post({ kind: 'message', n, data: text });
    });
  },
  /** Listens for the agent's messages; returns a function that stops it. */
  onMessage(listener: (data: unknown) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** The desktop's scheme and colours, once they are known. */
  get theme(): AppTheme | undefined {
    return theme;
  },
  /** Listens for the theme: called now if it is known, and whenever it changes. */
  onTheme(listener: (theme: AppTheme) => void): () => void {
    themed.add(listener);
    if (theme) listener(theme);
    return () => themed.delete(listener);
  },
  /** Sets the function that draws the app when an agent requests a picture: a canvas, or a PNG as a `data:` address. */
  onCapture(drawing: (size: Size) => Picture | Promise<Picture>): void {
    draw = drawing;
  },
};
Object.defineProperty(globalThis, 'fingertip', { value: Object.freeze(fingertip) });
parent.postMessage({ type: 'fingertip.hello' }, '*');
