// A phone's frame by its bytes: what is read, and what is refused.

import { describe, expect, it } from 'vitest';

import { readFrame, type Frame } from '../src/parts/phone/frame';

interface Written {
  x: number;
  y: number;
  w: number;
  h: number;
  format?: number;
  bytes?: number[];
  length?: number;
}

function write(regions: Written[], more: { version?: number; flags?: number; count?: number } = {}) {
  const size = regions.reduce((sum, one) => sum + 16 + (one.bytes ?? [1]).length, 16);
  const view = new DataView(new ArrayBuffer(size));
  view.setUint8(0, more.version ?? 1);
  view.setUint8(1, more.flags ?? 0);
  view.setUint16(2, more.count ?? regions.length, true);
  view.setUint32(4, 4_000_000_000, true);
  view.setBigUint64(8, 1_795_000_000_123n, true);
  let at = 16;
  for (const { x, y, w, h, format = 0, bytes = [1], length = bytes.length } of regions) {
    [x, y, w, h].forEach((value, nth) => view.setUint16(at + 2 * nth, value, true));
    view.setUint8(at + 8, format);
    view.setUint32(at + 12, length, true);
    bytes.forEach((byte, nth) => view.setUint8(at + 16 + nth, byte));
    at += 16 + bytes.length;
  }
  return view.buffer;
}

const screen = { width: 1080, height: 2400 };
const whole = { x: 0, y: 0, w: 1080, h: 2400 };

describe('a frame', () => {
  it('has its number, its time and its regions in order', () => {
    const frame = readFrame(
      write(
        [
          { x: 1, y: 2, w: 3, h: 4, bytes: [9, 8] },
          { x: 1000, y: 2300, w: 80, h: 100, format: 2, bytes: [7] },
        ],
        { flags: 1 },
      ),
      screen,
    ) as Frame;
    expect({ ...frame, regions: frame.regions.map((one) => ({ ...one, bytes: [...one.bytes] })) }).toEqual({
      number: 4_000_000_000,
      whole: true,
      capturedAt: 1_795_000_000_123,
      regions: [
        { x: 1, y: 2, w: 3, h: 4, type: 'image/png', bytes: [9, 8] },
        { x: 1000, y: 2300, w: 80, h: 100, type: 'image/jpeg', bytes: [7] },
      ],
    });
  });

  it('may be empty', () => {
    expect((readFrame(write([]), screen) as Frame).regions).toEqual([]);
  });

  it.each<[string, ArrayBuffer, string]>([
    ['nothing', new ArrayBuffer(0), 'cut off'],
    ['half a head', write([]).slice(0, 15), 'cut off'],
    ['another version', write([], { version: 2 }), 'version 2'],
    ['more regions than there are', write([whole], { count: 2 }), 'cut off'],
    ['fewer regions than there are', write([whole, whole], { count: 1 }), 'behind the last'],
    ['half a head of a region', write([whole]).slice(0, 20), 'cut off'],
    ['a region without its bytes', write([whole]).slice(0, 32), 'cut off'],
    ['a length beyond the end', write([{ ...whole, length: 2 }]), 'cut off'],
    ['the largest length', write([{ ...whole, length: 0xffff_ffff }]), 'cut off'],
    ['an empty region', write([{ ...whole, bytes: [] }]), 'cut off'],
    ['an unknown format', write([{ ...whole, format: 3 }]), 'unknown format'],
    ['no width', write([{ ...whole, w: 0 }]), 'outside'],
    ['no height', write([{ ...whole, h: 0 }]), 'outside'],
    ['too far right', write([{ ...whole, x: 1 }]), 'outside'],
    ['too far down', write([{ ...whole, y: 1 }]), 'outside'],
    ['far outside', write([{ x: 65535, y: 65535, w: 65535, h: 65535 }]), 'outside'],
  ])('is refused: %s', (_name, bytes, why) => {
    expect(readFrame(bytes, screen)).toContain(why);
  });

  it('is never read beyond its end, wherever it is cut', () => {
    const bytes = write([whole, { x: 5, y: 5, w: 5, h: 5, bytes: [1, 2, 3, 4, 5] }]);
    for (let length = 0; length < bytes.byteLength; length += 1)
      expect(typeof readFrame(bytes.slice(0, length), screen), `cut at ${length}`).toBe('string');
  });
});
