// The only WebSocket of a page: opens it, reconnects forever, tells the server the last known change, and resends
// unanswered messages. It knows nothing about windows.

import type { ServerEvent } from '../protocol/wire';
import { Outbox, type Message, type Outcome } from './outbox';
import { readServerEvent } from './read';
import { waitBefore } from './schedule';
import type { Entry } from './session';

/** The state of the connection. */
export type LinkState =
  | { kind: 'connecting' }
  | { kind: 'connected' }
  /** The connection is lost; the next attempt is at this time, in milliseconds since 1970. */
  | { kind: 'waiting'; until: number }
  | { kind: 'signedOut' }
  /** The server sends events that this page does not know; the page must be reloaded. */
  | { kind: 'outdated' };

/** The part of a WebSocket that the link uses. */
export type Socket = Pick<
  WebSocket,
  'send' | 'close' | 'onopen' | 'onclose' | 'onmessage' | 'readyState'
>;

/** The page's position in the server's sequence of changes. */
export interface Position {
  seq: number;
  epoch: string;
}

/** The services that the link uses. */
export interface Surroundings {
  /** Opens a socket that continues after this position; starts with a snapshot if there is none. */
  open: (since: Position | undefined) => Socket;
  /** Whether there is a session. */
  probe: () => Promise<Entry>;
  /** Whether the server answers. */
  alive: () => Promise<boolean>;
  random: () => number;
  /** The last change that the page has. */
  since: () => Position | undefined;
  /** Applies an event; `false` requests the missing ones before it. */
  take: (event: ServerEvent) => boolean;
  changed: (state: LinkState) => void;
}

/** After this much silence the link checks whether the server is still there. */
export const silence = 10_000;
/** An unanswered message makes it check sooner. */
const patience = 4_000;
/** A connection that is not open by then is given up. */
const opening = 10_000;

/** Keeps the page connected. */
export class Link {
  private readonly outbox = new Outbox();
  private socket: Socket | undefined;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private state: LinkState = { kind: 'connecting' };

  constructor(private readonly around: Surroundings) {}

  /** Connects now, regardless of the schedule. */
  start(): void {
    clearTimeout(this.timer);
    this.drop();
    if (this.state.kind !== 'waiting') this.become({ kind: 'connecting' });
    const socket = this.around.open(this.around.since());
    this.socket = socket;
    let opened = false;
    this.timer = setTimeout(() => this.lost(socket, opened), opening);
    socket.onopen = () => {
      opened = true;
      clearTimeout(this.timer);
      this.become({ kind: 'connected' });
      for (const event of this.outbox.pending()) socket.send(JSON.stringify(event));
      this.listen(silence);
    };
    socket.onmessage = (message: MessageEvent<unknown>) => this.heard(message.data);
    socket.onclose = () => this.lost(socket, opened);
  }

  /** Tries at once if it was waiting: the person asked for it, or the network is back. */
  hurry(): void {
    if (this.state.kind === 'waiting') this.start();
  }

  /** Checks at once whether an open connection still works. */
  check(): void {
    if (this.state.kind === 'connected') void this.look();
  }

  /** Sends a message; resolves when the server has answered, however long that takes. */
  send(message: Message): Promise<Outcome> {
    const { event, outcome } = this.outbox.add(message);
    if (event && this.state.kind === 'connected') {
      this.socket?.send(JSON.stringify(event));
      this.listen(patience);
    }
    return outcome;
  }

  private heard(data: unknown): void {
    const event = typeof data === 'string' ? readServerEvent(data) : undefined;
    if (!event) {
      this.drop();
      this.become({ kind: 'outdated' });
      return;
    }
    this.attempt = 0;
    if (event.type === 'RESULT') {
      const { re, seq, note, heard } = event;
      const said = { ...(note === undefined ? {} : { note }), ...(heard === undefined ? {} : { heard }) };
      this.outbox.answered(re, { ok: true, seq, ...said });
    }
    if (event.type === 'ERROR' && event.re !== undefined) {
      this.outbox.answered(event.re, { ok: false, errors: event.errors });
    }
    // An event is missing: reconnecting with the last known number brings it.
    if (!this.around.take(event)) this.start();
    else this.listen(silence);
  }

  /** Checks on the server unless it sends something before. */
  private listen(after: number): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => void this.look(), after);
  }

  private async look(): Promise<void> {
    const socket = this.socket;
    const there = await this.around.alive();
    if (socket === undefined || socket !== this.socket || this.state.kind !== 'connected') return;
    if (!there) this.lost(socket, true);
    else this.listen(silence);
  }

  private lost(socket: Socket, opened: boolean): void {
    if (socket !== this.socket) return;
    this.drop();
    clearTimeout(this.timer);
    const wait = waitBefore(this.attempt, this.around.random);
    this.attempt += 1;
    this.become({ kind: 'waiting', until: Date.now() + wait });
    this.timer = setTimeout(() => this.start(), wait);
    if (!opened) void this.whyRefused();
  }

  private async whyRefused(): Promise<void> {
    const entry = await this.around.probe();
    if (entry !== 'refused' || this.state.kind === 'connected') return;
    clearTimeout(this.timer);
    this.drop();
    this.become({ kind: 'signedOut' });
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = undefined;
    clearTimeout(this.watch);
    if (!socket) return;
    socket.onopen = socket.onclose = socket.onmessage = null;
    socket.close();
  }

  private become(state: LinkState): void {
    this.state = state;
    this.around.changed(state);
  }
}
