// The wrapper of an app: our document in a frame without an origin, with the app in a frame inside. Its policy keeps
// the app's frame from navigating elsewhere; this script checks, counts and forwards the app's messages, and stops an
// app that floods or tries to leave. It knows nothing that the app must not know.
//
// Served as `/frames/wrapper.js`. It only reads messages of its page (the parent, which brings a port) and of its app
// (the frame, which gets one).

import {
  Allowance,
  perSecond,
  readFromApp,
  type FromWrapper,
  type ToApp,
  type ToWrapper,
} from './messages';

/** The permissions an app can get in addition, if the page lists them after the `#`. */
const granted = ['allow-downloads', 'allow-forms', 'allow-modals', 'allow-scripts'];

const frame = document.createElement('iframe');
const allowance = new Allowance(perSecond, performance.now());
let page: MessagePort | undefined;
let app: MessagePort | undefined;
let theme: ToApp | undefined;
/** Whether the document in the frame has requested its port. */
let greeted = false;
let stopped: string | undefined;
/** The messages to the page until it connects. */
const waiting: FromWrapper[] = [];

function tell(message: FromWrapper): void {
  if (page) page.postMessage(message);
  else if (waiting.length < 20) waiting.push(message);
}

/** Removes the app for good: only a reload brings it back. */
function stop(why: string): void {
  if (stopped !== undefined) return;
  stopped = why;
  app?.close();
  frame.remove();
  // Pending messages do not matter any more.
  waiting.length = 0;
  tell({ kind: 'stopped', why });
}

/** Counts one message of the app; stops an app that floods. */
function counts(): boolean {
  if (stopped !== undefined) return false;
  if (allowance.take(performance.now())) return true;
  stop('it sent too many messages');
  return false;
}

function fromApp(value: unknown): void {
  const message = readFromApp(value);
  if (!message) return;
  if (message.kind === 'too long')
    app?.postMessage({ kind: 'answer', n: message.n, error: 'the message is too long' } satisfies ToApp);
  else tell(message);
}

function fromPage(message: ToWrapper): void {
  if (message.kind === 'theme') theme = message;
  // An app without our script cannot be asked; that the wrapper can answer is enough.
  if (message.kind === 'ping' && !app) return tell({ kind: 'pong', n: message.n });
  app?.postMessage(message satisfies ToApp);
}

/** The app's script requests its port. Each document in the frame gets its own. */
function greet(): void {
  greeted = true;
  app?.close();
  const { port1, port2 } = new MessageChannel();
  app = port1;
  port1.onmessage = (event) => {
    if (counts()) fromApp(event.data);
  };
  // The frame has no origin that could be named.
  frame.contentWindow?.postMessage({ type: 'fingertip.port' }, '*', [port2]);
  if (theme) port1.postMessage(theme);
}

addEventListener('message', (event: MessageEvent<unknown>) => {
  const type = (event.data as { type?: unknown } | null)?.type;
  if (event.source === parent && parent !== window) {
    const [port] = event.ports;
    if (!port) return;
    if (type === 'fingertip.wrapper' && !page) {
      page = port;
      port.onmessage = (message: MessageEvent<ToWrapper>) => fromPage(message.data);
      waiting.splice(0).forEach(tell);
    } else if (type === 'fingertip.capture') {
      frame.contentWindow?.postMessage(event.data, '*', [port]);
    }
    return;
  }
  if (counts() && event.source === frame.contentWindow && type === 'fingertip.hello') greet();
});

document.addEventListener('securitypolicyviolation', (event) => {
  if (event.effectiveDirective === 'frame-src') stop('it tried to open another page');
});

frame.addEventListener('load', () => {
  // A document without our script was loaded into the frame, so the port leads nowhere.
  if (!greeted) {
    app?.close();
    app = undefined;
  }
  greeted = false;
  tell({ kind: 'loaded' });
});

const asked = decodeURIComponent(location.hash.slice(1)).split(' ');
frame.setAttribute('sandbox', granted.filter((flag) => asked.includes(flag)).join(' '));
frame.title = 'App';
frame.referrerPolicy = 'no-referrer';
Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0' });
frame.src = location.pathname.replace('/.wrap/', '/') + location.search;
document.documentElement.append(frame);
