// The connection: what it says when, over sockets that this test holds in its hand.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Link, silence, type LinkState, type Position, type Socket } from '../src/connection/link';
import { capacity } from '../src/connection/outbox';
import { longestWait, waitBefore } from '../src/connection/schedule';
import type { Entry } from '../src/connection/session';

class FakeSocket implements Socket {
  readyState = 0;
  onopen: Socket['onopen'] = null;
  onclose: Socket['onclose'] = null;
  onmessage: Socket['onmessage'] = null;
  sent: string[] = [];
  closed = false;
  constructor(readonly since: Position | undefined) {}
  send(data: string): void {
    this.sent.push(data);
  }
  close(): void {
    this.closed = true;
  }
  opens(): void {
    this.onopen?.call({} as WebSocket, {} as Event);
  }
  breaks(): void {
    this.onclose?.call({} as WebSocket, {} as CloseEvent);
  }
  says(value: unknown): void {
    this.onmessage?.call({} as WebSocket, { data: JSON.stringify(value) } as MessageEvent);
  }
  numbers(): number[] {
    return this.sent.map((text) => (JSON.parse(text) as { n: number }).n);
  }
}

function world() {
  const sockets: FakeSocket[] = [];
  const states: LinkState[] = [];
  const around = {
    entry: 'unreachable' as Entry,
    alive: true,
    since: undefined as Position | undefined,
    takes: true,
  };
  const link = new Link({
    open: (since) => {
      const socket = new FakeSocket(since);
      sockets.push(socket);
      return socket;
    },
    probe: () => Promise.resolve(around.entry),
    alive: () => Promise.resolve(around.alive),
    random: () => 1,
    since: () => around.since,
    take: () => around.takes,
    changed: (state) => states.push(state),
  });
  const last = (): FakeSocket => sockets[sockets.length - 1] as FakeSocket;
  return { link, sockets, states, around, last, kind: () => states[states.length - 1]?.kind };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the schedule', () => {
  it('waits longer each time, up to a bound, never the same for all', () => {
    const most = [0, 1, 2, 3, 4, 5, 50].map((attempt) => waitBefore(attempt, () => 1));
    expect(most).toStrictEqual([500, 1000, 2000, 4000, 8000, longestWait, longestWait]);
    expect(waitBefore(3, () => 0)).toBe(2000);
  });
});

describe('the link', () => {
  it('comes back for ever, and says what it has', async () => {
    const { link, sockets, last, around, kind } = world();
    link.start();
    last().opens();
    expect([kind(), last().since]).toStrictEqual(['connected', undefined]);
    around.since = { seq: 41, epoch: 'e' };
    for (let attempt = 0; attempt < 20; attempt += 1) {
      last().breaks();
      expect(kind()).toBe('waiting');
      await vi.advanceTimersToNextTimerAsync();
      expect([sockets.length, last().since]).toStrictEqual([attempt + 2, { seq: 41, epoch: 'e' }]);
    }
    last().opens();
    expect(kind()).toBe('connected');
  });

  it('begins with short waits again once the server has spoken', async () => {
    const { link, states, last } = world();
    link.start();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      last().breaks();
      await vi.advanceTimersToNextTimerAsync();
    }
    last().opens();
    last().says({ type: 'RESULT', re: 99 });
    last().breaks();
    expect(states[states.length - 1]).toStrictEqual({ kind: 'waiting', until: Date.now() + 500 });
  });

  it('tries at once when asked', async () => {
    const { link, sockets, last } = world();
    link.start();
    link.hurry();
    expect(sockets.length).toBe(1);
    last().breaks();
    await vi.advanceTimersByTimeAsync(1);
    link.hurry();
    expect(sockets.length).toBe(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sockets.length).toBe(2);
  });

  it('gives up an attempt that leads nowhere', async () => {
    const { link, sockets, kind } = world();
    link.start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([kind(), sockets[0]?.closed]).toStrictEqual(['waiting', true]);
  });

  it('notices a silence in which nobody is there', async () => {
    const { link, sockets, last, around, kind } = world();
    link.start();
    last().opens();
    await vi.advanceTimersByTimeAsync(silence * 3);
    expect(kind()).toBe('connected');
    around.alive = false;
    await vi.advanceTimersByTimeAsync(silence);
    expect([kind(), sockets[0]?.closed]).toStrictEqual(['waiting', true]);
  });

  it('sends again what is unanswered, in order, with the same numbers', async () => {
    const { link, last } = world();
    const outcomes: unknown[] = [];
    const say = (text: string): void =>
      void link
        .send({ type: 'USER_MESSAGE', text })
        .then((outcome) => outcomes.push([text, outcome]));
    say('before');
    link.start();
    last().opens();
    say('one');
    say('two');
    say('three');
    expect(last().numbers()).toStrictEqual([1, 2, 3, 4]);
    last().says({ type: 'RESULT', re: 2, seq: 7 });
    last().says({ type: 'ERROR', re: 3, errors: [{ code: 'missing', path: 'a', message: 'b' }] });
    last().breaks();
    say('away');
    await vi.advanceTimersByTimeAsync(1_000);
    last().opens();
    expect(last().numbers()).toStrictEqual([1, 4, 5]);
    last().says({ type: 'RESULT', re: 1 });
    last().says({ type: 'RESULT', re: 1 });
    last().says({ type: 'ERROR', errors: [] });
    await vi.advanceTimersByTimeAsync(0);
    expect(outcomes).toStrictEqual([
      ['one', { ok: true, seq: 7 }],
      ['two', { ok: false, errors: [{ code: 'missing', path: 'a', message: 'b' }] }],
      ['before', { ok: true, seq: undefined }],
    ]);
  });

  it('refuses more than it can keep', async () => {
    const { link } = world();
    for (let index = 0; index < capacity; index += 1)
      void link.send({ type: 'USER_MESSAGE', text: 'x' });
    expect(await link.send({ type: 'USER_MESSAGE', text: 'y' })).toMatchObject({ ok: false });
  });

  it('asks again when a change is missing', () => {
    const { link, sockets, last, around } = world();
    link.start();
    last().opens();
    around.since = { seq: 5, epoch: 'e' };
    around.takes = false;
    last().says({ type: 'ACTIONS', seq: 9, actor: { kind: 'system' }, changes: [] });
    expect([sockets.length, sockets[0]?.closed, last().since]).toStrictEqual([
      2,
      true,
      { seq: 5, epoch: 'e' },
    ]);
  });

  it('stops when nobody is signed in, and begins again when somebody is', async () => {
    const { link, sockets, last, around, kind } = world();
    around.entry = 'refused';
    link.start();
    last().breaks();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([kind(), sockets.length]).toStrictEqual(['signedOut', 1]);
    link.start();
    last().opens();
    expect(kind()).toBe('connected');
  });

  it.each([
    ['not JSON'],
    ['{"type":"NEW"}'],
    ['{"type":"ACTIONS","seq":1,"actor":{"kind":"system"},"changes":[{"kind":"new"}]}'],
  ])('says that it is too old for %s', (data) => {
    const { link, last, kind } = world();
    link.start();
    last().opens();
    last().onmessage?.call({} as WebSocket, { data } as MessageEvent);
    expect(kind()).toBe('outdated');
  });

  it('does not mind what was asked for, nor a reason that it does not know', () => {
    const { link, last, kind } = world();
    link.start();
    last().opens();
    last().says({
      type: 'ACTIONS',
      seq: 1,
      actor: { kind: 'system' },
      changes: [],
      actions: [{ type: 'new' }],
    });
    last().says({ type: 'ERROR', errors: [{ code: 'brand_new', path: '', message: 'x' }] });
    expect(kind()).toBe('connected');
  });
});
