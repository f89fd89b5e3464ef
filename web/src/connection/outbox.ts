// The messages that the server has not answered yet.
//
// The link resends all of them after a reconnect; the server executes each number once. Nothing is stored beyond the
// page, because typed text may be a secret.

import type { Finding } from '../protocol/finding';
import type { ClientEvent } from '../protocol/wire';

type Without<Event, Key extends string> = Event extends unknown ? Omit<Event, Key> : never;

/** A message without its number. */
export type Message = Without<ClientEvent, 'n'>;

/** The result of a message. */
export type Outcome =
  | { ok: true; seq: number | undefined; note?: string; heard?: string[] }
  | { ok: false; errors: Finding[] };

/** How many messages may wait; beyond that, new ones are rejected here. */
export const capacity = 200;

interface Waiting {
  event: ClientEvent;
  settle: (outcome: Outcome) => void;
}

/** The unanswered messages of one page, in order. */
export class Outbox {
  private next = 1;
  private readonly waiting = new Map<number, Waiting>();

  /** Numbers a message and keeps it until it is answered. `event` is absent if there is no room. */
  add(message: Message): { event: ClientEvent | undefined; outcome: Promise<Outcome> } {
    if (this.waiting.size >= capacity) {
      const full: Finding = {
        code: 'out_of_range',
        path: '',
        message: `${capacity} messages wait for the server already; try again when the page is connected`,
      };
      return { event: undefined, outcome: Promise.resolve({ ok: false, errors: [full] }) };
    }
    const event: ClientEvent = { ...message, n: this.next };
    this.next += 1;
    const outcome = new Promise<Outcome>((settle) => {
      this.waiting.set(event.n, { event, settle });
    });
    return { event, outcome };
  }

  /** The server answered message `n`. A repeated answer is ignored. */
  answered(n: number, outcome: Outcome): void {
    const waiting = this.waiting.get(n);
    this.waiting.delete(n);
    waiting?.settle(outcome);
  }

  /** Returns all unanswered messages, oldest first. */
  pending(): ClientEvent[] {
    return [...this.waiting.values()].map((waiting) => waiting.event);
  }
}
