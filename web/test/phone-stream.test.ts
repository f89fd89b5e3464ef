// A phone's stream and the person's hand, over sockets and pictures that this test holds in its hand.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { act, key, text, type Deed } from '../src/parts/phone/deeds';
import { Hand, mostWaiting } from '../src/parts/phone/hand';
import type { Area, Picture, Pixels } from '../src/parts/phone/picture';
import type { Region } from '../src/parts/phone/frame';
import type { Done, Wire } from '../src/parts/phone/socket';
import { PhoneStream } from '../src/parts/phone/stream';

class FakeWire implements Wire {
  binaryType: BinaryType = 'blob';
  onopen: Wire['onopen'] = null;
  onclose: Wire['onclose'] = null;
  onmessage: Wire['onmessage'] = null;
  sent: { type: string; n?: number; frame?: number; on?: boolean }[] = [];
  closed = false;
  send(data: string): void {
    this.sent.push(JSON.parse(data) as { type: string });
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
  raw(data: unknown): void {
    this.onmessage?.call({} as WebSocket, { data } as MessageEvent);
  }
  types(): string[] {
    return this.sent.map((one) => one.type);
  }
}

/** A picture whose regions are decoded when the test says so. */
class FakePicture implements Picture {
  put_: Area[] = [];
  size = '';
  closed = 0;
  waiting: { region: Region; done: (pixels: Pixels) => void; fail: () => void }[] = [];
  resize(width: number, height: number): void {
    this.size = `${width}x${height}`;
  }
  decode(region: Region): Promise<Pixels> {
    return new Promise((resolve, reject) =>
      this.waiting.push({ region, done: resolve, fail: () => reject(new Error('broken')) }),
    );
  }
  put(_pixels: Pixels, { x, y, w, h }: Area): void {
    this.put_.push({ x, y, w, h });
  }
  /** Decodes one, with the size it was said to have or another. */
  decodes(nth: number, size?: { width: number; height: number }): void {
    const one = this.waiting[nth];
    const { w, h } = one?.region ?? { w: 0, h: 0 };
    one?.done({ width: w, height: h, ...size, close: () => void (this.closed += 1) });
  }
}

function frame(number: number, x: number, bytes = [1, 2, 3]): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(32 + bytes.length));
  view.setUint8(0, 1);
  view.setUint16(2, 1, true);
  view.setUint32(4, number, true);
  [x, 0, 10, 10].forEach((value, nth) => view.setUint16(16 + 2 * nth, value, true));
  view.setUint32(28, bytes.length, true);
  bytes.forEach((byte, nth) => view.setUint8(32 + nth, byte));
  return view.buffer;
}

const screen = { type: 'SCREEN', width: 100, height: 200, secure: false };
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

function world() {
  const wires: FakeWire[] = [];
  const picture = new FakePicture();
  const stream = new PhoneStream({
    open: () => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    },
    random: () => 1,
    picture,
  });
  const last = (): FakeWire => wires[wires.length - 1] as FakeWire;
  return { wires, picture, stream, last };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a stream', () => {
  it('has one socket for all windows, and closes it with the last', () => {
    const { wires, stream } = world();
    const [one, two] = [stream.join(), stream.join()];
    expect(wires).toHaveLength(1);
    one.leave();
    expect(wires[0]?.closed).toBe(false);
    two.leave();
    expect(wires[0]?.closed).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
  });

  it('paints frames in the order in which they came, and says when each is shown', async () => {
    const { picture, stream, last } = world();
    stream.join();
    const painted: number[] = [];
    stream.onPaint(({ number }) => painted.push(number));
    last().opens();
    last().says(screen);
    last().raw(frame(1, 0));
    last().raw(frame(2, 50));
    picture.decodes(1);
    await settle();
    expect(last().types()).toEqual([]);
    picture.decodes(0);
    await settle();
    expect(picture.put_.map((area) => area.x)).toEqual([0, 50]);
    expect(painted).toEqual([1, 2]);
    expect(last().sent).toEqual([
      { type: 'SHOWN', frame: 1 },
      { type: 'SHOWN', frame: 2 },
    ]);
    expect(picture.closed).toBe(2);
  });

  it('answers a frame of another size and does not paint it', async () => {
    const { picture, stream, last } = world();
    stream.join();
    last().opens();
    last().says(screen);
    last().raw(frame(1, 0));
    last().says({ ...screen, width: 200, height: 100 });
    picture.decodes(0);
    await settle();
    expect(picture.size).toBe('200x100');
    expect(picture.put_).toEqual([]);
    expect(last().sent).toEqual([{ type: 'SHOWN', frame: 1 }]);
  });

  it.each<[string, (wire: FakeWire, picture: FakePicture) => Promise<void> | void]>([
    ['bytes that are no frame', (wire) => wire.raw(new ArrayBuffer(3))],
    ['a screen that cannot be', (wire) => wire.says({ ...screen, width: 4_000_000_000 })],
    [
      'a region that cannot be decoded',
      async (wire, picture) => {
        wire.raw(frame(1, 0));
        picture.waiting[0]?.fail();
        await settle();
      },
    ],
    [
      'a region of another size than it says',
      async (wire, picture) => {
        wire.raw(frame(1, 0));
        picture.decodes(0, { width: 5_000, height: 5_000 });
        await settle();
        expect(picture.closed).toBe(1);
      },
    ],
  ])('begins again after %s', async (_name, harm) => {
    const { wires, picture, stream, last } = world();
    stream.join();
    last().opens();
    last().says(screen);
    await harm(last(), picture);
    expect(wires[0]?.closed).toBe(true);
    expect(stream.standing()).toEqual({ kind: 'lost', ever: true });
    vi.advanceTimersByTime(600);
    expect(wires).toHaveLength(2);
  });

  it('takes no notice of words it does not know', () => {
    const { stream, last } = world();
    stream.join();
    last().opens();
    for (const odd of ['', '{', '[]', 'null', '{"type":"NEWER"}', '{"type":"SCREEN"}']) last().raw(odd);
    last().raw(7);
    last().says(screen);
    expect(stream.standing()).toEqual({ kind: 'live' });
  });

  it('comes back ever more slowly, and at once when asked', () => {
    const { wires, stream, last } = world();
    stream.join();
    last().breaks();
    expect(stream.standing()).toEqual({ kind: 'lost', ever: false });
    vi.advanceTimersByTime(499);
    expect(wires).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(wires).toHaveLength(2);
    last().breaks();
    vi.advanceTimersByTime(999);
    expect(wires).toHaveLength(2);
    stream.hurry();
    expect(wires).toHaveLength(3);
    last().opens();
    stream.hurry();
    expect(wires).toHaveLength(3);
  });

  it('pauses when no window is seen, and says what is watched on every connection', () => {
    const { stream, last } = world();
    const [one, two] = [stream.join(), stream.join()];
    last().opens();
    one.see(false);
    expect(last().types()).toEqual([]);
    two.see(false);
    two.see(false);
    expect(last().types()).toEqual(['PAUSE']);
    one.watch(true);
    one.see(true);
    expect(last().sent.slice(1)).toEqual([{ type: 'WATCH_ELEMENTS', on: true }, { type: 'GO_ON' }]);
    last().breaks();
    vi.advanceTimersByTime(600);
    last().opens();
    expect(last().sent).toEqual([{ type: 'WATCH_ELEMENTS', on: true }]);
  });

  it('tells of trouble, and of its end', () => {
    const { stream, last } = world();
    stream.join();
    last().opens();
    last().says(screen);
    last().says({ type: 'TROUBLE', message: 'unplugged' });
    expect(stream.standing()).toEqual({ kind: 'trouble', message: 'unplugged' });
    last().says({ type: 'BACK' });
    expect(stream.standing()).toEqual({ kind: 'live' });
  });

  it('matches answers, and answers what is left when the connection breaks', async () => {
    const { stream, last } = world();
    stream.join();
    expect(await stream.ask(key('HOME'))).toMatchObject({ ok: false, code: 'unreachable' });
    last().opens();
    const all = [stream.ask(key('HOME')), stream.ask(key('BACK')), stream.ask(key('ENTER'))];
    const [first, second] = last().sent.map((one) => one.n);
    last().says({ type: 'ERROR', re: second, code: 'held', message: 'a task has it' });
    last().says({ type: 'RESULT', re: first });
    last().says({ type: 'RESULT', re: 77 });
    last().breaks();
    expect(await Promise.all(all)).toMatchObject([
      { ok: true },
      { ok: false, code: 'held', message: 'a task has it' },
      { ok: false, code: 'unreachable' },
    ]);
  });
});

describe('a hand', () => {
  function hand() {
    const sent: { deed: Deed; done: (done: Done) => void }[] = [];
    const failed: string[] = [];
    const it = new Hand({
      send: (deed) => new Promise((done) => sent.push({ deed, done })),
      failed: (_deed, why) => failed.push(why.code),
    });
    return { it, sent, failed };
  }

  it('does one thing after the other, and what is typed meanwhile in one go', async () => {
    const { it: subject, sent } = hand();
    subject.do(text('a'), text('b'));
    subject.do(text('c'));
    expect(sent.map((one) => one.deed)).toEqual([text('ab')]);
    subject.do(text('d'), key('DEL'), text('e'));
    sent[0]?.done({ ok: true });
    await settle();
    expect(sent[1]?.deed).toEqual(text('cd'));
    sent[1]?.done({ ok: true });
    await settle();
    sent[2]?.done({ ok: true });
    await settle();
    expect(sent.slice(2).map((one) => one.deed)).toEqual([key('DEL'), text('e')]);
  });

  it('forgets what was to follow when something fails', async () => {
    const { it: subject, sent, failed } = hand();
    subject.do(key('HOME'), key('BACK'));
    sent[0]?.done({ ok: false, code: 'held', message: '' });
    await settle();
    expect([sent.length, failed]).toEqual([1, ['held']]);
    subject.do(key('BACK'));
    expect(sent).toHaveLength(2);
  });

  it('goes on after a finger that cannot be followed', async () => {
    const { it: subject, sent, failed } = hand();
    const tap = act({ type: 'tap', x: 1, y: 1 });
    subject.do({ type: 'TOUCH', phase: 'down', x: 1, y: 1 }, tap);
    sent[0]?.done({ ok: false, code: 'unsupported', message: '' });
    await settle();
    expect([sent[1]?.deed, failed]).toEqual([tap, ['unsupported']]);
  });

  it('lets only so much wait', () => {
    const { it: subject, sent, failed } = hand();
    for (let nth = 0; nth < mostWaiting + 1; nth += 1) subject.do(key('DEL'));
    expect(failed).toEqual([]);
    subject.do(key('DEL'));
    expect([sent.length, failed]).toEqual([1, ['limit']]);
  });
});
