// The socket of one phone: opens it, reconnects forever, numbers requests and matches the answers. It knows nothing
// about pictures.
//
// Nothing is sent twice: a lost touch belonged to a screen that may be gone.

import { waitBefore } from '../../connection/schedule';
import { isPhoneServerMessage, type PhoneClientMessage, type PhoneServerMessage } from '../../protocol/wire';
import { t } from '../../words/say';

/** The part of a WebSocket that is used. */
export type Wire = Pick<
  WebSocket,
  'send' | 'close' | 'onopen' | 'onclose' | 'onmessage' | 'binaryType'
>;

/** The result of a request. */
export type Done = { ok: true } | { ok: false; code: string; message: string };

/** A message that gets an answer, without its number. */
export type Asked = Unnumbered<Extract<PhoneClientMessage, { n: number }>>;
type Unnumbered<T> = T extends unknown ? Omit<T, 'n'> : never;

/** The services that the socket uses. */
export interface Surroundings {
  open: () => Wire;
  random: () => number;
  /** The connection is open. */
  opened: () => void;
  /** The connection is lost; the next attempt is automatic. */
  lost: (everOpened: boolean) => void;
  heard: (message: Exclude<PhoneServerMessage, { type: 'RESULT' } | { type: 'ERROR' }>) => void;
  frame: (data: ArrayBuffer) => void;
}

/** A connection that is not open by then is given up. */
const opening = 10_000;
/** The most open requests. */
const mostPending = 64;

/** Keeps one phone's socket open. */
export class PhoneSocket {
  private wire: Wire | undefined;
  private open = false;
  private everOpened = false;
  private attempt = 0;
  private number = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly pending = new Map<number, (done: Done) => void>();

  constructor(private readonly around: Surroundings) {}

  /** Connects now, regardless of the schedule. */
  start(): void {
    clearTimeout(this.timer);
    this.drop();
    const wire = this.around.open();
    wire.binaryType = 'arraybuffer';
    this.wire = wire;
    this.timer = setTimeout(() => this.failed(wire), opening);
    wire.onopen = () => {
      clearTimeout(this.timer);
      this.open = true;
      this.everOpened = true;
      this.around.opened();
    };
    wire.onclose = () => this.failed(wire);
    wire.onmessage = (message: MessageEvent<unknown>) => this.take(message.data);
  }

  /** Tries at once if it was waiting. */
  hurry(): void {
    if (!this.open) this.start();
  }

  /** Drops the connection after an invalid message, and reconnects in a while. */
  giveUp(): void {
    if (this.wire) this.failed(this.wire);
  }

  /** Closes it for good. */
  stop(): void {
    clearTimeout(this.timer);
    this.drop();
  }

  /** Sends a message that needs no answer. */
  tell(message: Exclude<PhoneClientMessage, { n: number }>): void {
    if (this.open) this.wire?.send(JSON.stringify(message));
  }

  /** Sends a request; resolves when the phone has done it, or refused. */
  ask(message: Asked): Promise<Done> {
    if (!this.open) return Promise.resolve(gone);
    if (this.pending.size >= mostPending)
      return Promise.resolve({ ok: false, code: 'limit', message: t`the phone does not keep up` });
    this.number += 1;
    const n = this.number;
    const done = new Promise<Done>((resolve) => this.pending.set(n, resolve));
    this.wire?.send(JSON.stringify({ ...message, n }));
    return done;
  }

  private take(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      this.attempt = 0;
      return this.around.frame(data);
    }
    const message = typeof data === 'string' ? read(data) : undefined;
    // A message newer than this page is ignored.
    if (!message) return;
    this.attempt = 0;
    if (message.type === 'RESULT') return this.answered(message.re, { ok: true });
    if (message.type === 'ERROR') {
      if (message.re === undefined) return;
      const { code, message: words } = message;
      return this.answered(message.re, { ok: false, code, message: words });
    }
    this.around.heard(message);
  }

  private answered(n: number, done: Done): void {
    this.pending.get(n)?.(done);
    this.pending.delete(n);
  }

  private failed(wire: Wire): void {
    if (wire !== this.wire) return;
    this.drop();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), waitBefore(this.attempt, this.around.random));
    this.attempt += 1;
    this.around.lost(this.everOpened);
  }

  private drop(): void {
    const wire = this.wire;
    this.wire = undefined;
    this.open = false;
    for (const resolve of this.pending.values()) resolve(gone);
    this.pending.clear();
    if (!wire) return;
    wire.onopen = wire.onclose = wire.onmessage = null;
    wire.close();
  }
}

const gone: Done = { ok: false, code: 'unreachable', message: t`the phone is not connected` };

function read(text: string): PhoneServerMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPhoneServerMessage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
