// The page's end of an app's wrapper: the port, whether the app still answers, and which messages it may send to its
// agent.
//
// In browsers that isolate sandboxed frames, app and wrapper share a process: an app that hangs takes its wrapper
// along, and the page hears nothing. That silence is how a hanging app is detected.

import { Allowance, perSecond, readFromWrapper, type FromWrapper, type ToWrapper } from './messages';

/** How often to ping an app, and how long it may take to answer. */
const every = 3_000;
const patience = 8_000;

/** The state of an app. */
export type AppState =
  | { kind: 'loading' }
  | { kind: 'running' }
  | { kind: 'silent' }
  | { kind: 'stopped'; why: string };

/** The listener of an app's events. */
export interface Listener {
  state(state: AppState): void;
  loaded(): void;
  error(text: string): void;
  /** Passes a message to the agent; returns the reason if that failed. */
  message(data: string): Promise<string | undefined>;
}

/** One app in its wrapper, from one load to the next. */
export class Host {
  private readonly port: MessagePort;
  private readonly allowance = new Allowance(perSecond * 2, performance.now());
  private readonly timer: ReturnType<typeof setInterval>;
  private number = 0;
  private asked: number | undefined;
  private over = false;
  private readonly waiting = new Set<(answers: boolean) => void>();

  constructor(
    private readonly wrapper: Window,
    private readonly listener: Listener,
  ) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = (event) => this.take(event.data);
    // A frame without an origin cannot be addressed by origin. It can only contain our wrapper, because its address is
    // our own.
    wrapper.postMessage({ type: 'fingertip.wrapper' }, '*', [port2]);
    this.timer = setInterval(() => this.ask(), every);
    addEventListener('message', this.overheard);
  }

  send(message: ToWrapper): void {
    this.port.postMessage(message);
  }

  /** Whether the app answers now. */
  answers(within: number): Promise<boolean> {
    // It has not answered for a while, so there is no need to ask again.
    if (this.over || (this.asked !== undefined && performance.now() - this.asked > within))
      return Promise.resolve(false);
    return new Promise((resolve) => {
      this.waiting.add(resolve);
      setTimeout(() => resolve(false), within);
      this.asked ??= performance.now();
      this.number += 1;
      this.send({ kind: 'ping', n: this.number });
    });
  }

  close(): void {
    this.over = true;
    this.answered(false);
    clearInterval(this.timer);
    removeEventListener('message', this.overheard);
    this.port.close();
  }

  private stop(why: string): void {
    this.close();
    this.listener.state({ kind: 'stopped', why });
  }

  private ask(): void {
    // The timers of a hidden page run late, and so do the app's.
    if (document.hidden) this.asked = undefined;
    else if (this.asked === undefined) {
      this.asked = performance.now();
      this.number += 1;
      this.send({ kind: 'ping', n: this.number });
    } else if (performance.now() - this.asked > patience) this.listener.state({ kind: 'silent' });
  }

  private take(value: unknown): void {
    if (this.over) return;
    if (!this.allowance.take(performance.now())) return this.stop('it sent too many messages');
    const message = readFromWrapper(value);
    if (message) this.heed(message);
  }

  private answered(answers: boolean): void {
    for (const resolve of this.waiting) resolve(answers);
    this.waiting.clear();
  }

  private heed(message: FromWrapper): void {
    if (message.kind === 'loaded') this.listener.loaded();
    if (message.kind === 'error') this.listener.error(message.text);
    if (message.kind === 'stopped') this.stop(message.why);
    if (message.kind === 'pong' && message.n === this.number) {
      this.asked = undefined;
      this.answered(true);
      this.listener.state({ kind: 'running' });
    }
    if (message.kind === 'message') {
      const { n } = message;
      void this.listener.message(message.data).then((error) => {
        if (!this.over) this.send({ kind: 'answer', n, ...(error === undefined ? {} : { error }) });
      });
    }
  }

  /** Nothing in a wrapper may message the page itself: an app that floods it is stopped. */
  private readonly overheard = (event: MessageEvent): void => {
    let source = event.source as Window | null;
    for (let depth = 0; source && depth < 10; depth += 1) {
      if (source === this.wrapper) {
        if (!this.allowance.take(performance.now())) this.stop('it sent too many messages');
        return;
      }
      if (source === source.parent) return;
      source = source.parent;
    }
  };
}
