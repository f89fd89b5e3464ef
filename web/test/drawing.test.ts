// What is drawn when: covered windows, lots of blocks, work in slices.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { heightOf, lotsOf } from '../src/renderers/lots';
import { isCovered } from '../src/windows/covering';

const rect = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });

describe('a window below others', () => {
  const own = rect(10, 10, 100, 100);
  it.each([
    ['nothing', [], false],
    ['one that is larger', [rect(0, 0, 200, 200)], true],
    ['one of the same size', [own], true],
    ['one that leaves a line', [rect(10, 10, 100, 99)], false],
    ['two halves', [rect(0, 0, 60, 200), rect(60, 0, 200, 200)], true],
    ['two halves with a gap', [rect(0, 0, 60, 200), rect(61, 0, 200, 200)], false],
    ['four corners', [rect(0, 0, 70, 70), rect(50, 0, 70, 70), rect(0, 50, 70, 70), rect(50, 50, 70, 70)], true],
    ['a hole in the middle', [rect(0, 0, 120, 50), rect(0, 60, 120, 60), rect(0, 0, 50, 120), rect(60, 0, 60, 120)], false],
    ['one beside it', [rect(110, 10, 100, 100)], false],
  ])('%s', (_name, above, covered) => {
    expect(isCovered(own, above)).toBe(covered);
  });
  it('is taken for visible when it would take long to find out', () => {
    const dots = Array.from({ length: 100 }, (_, at) => rect(10 + (at % 10) * 10, 10 + Math.floor(at / 10) * 10, 2, 2));
    expect(isCovered(own, [...dots, own])).toBe(false);
  });
});

describe('lots', () => {
  const blocks = (...sizes: number[]) => sizes.map((size, id) => ({ id, html: 'x'.repeat(size) }));
  it.each([
    ['nothing', [], []],
    ['little', [10, 10], [0]],
    ['one that is large', [100_000], [0]],
    ['a large one and what follows', [100_000, 1, 1], [0, 1]],
    ['many', [1_000, 1_000, 1_000, 1_000, 1_000], [0, 2, 4]],
  ])('%s', (_name, sizes, starts) => {
    expect(lotsOf(blocks(...sizes))).toStrictEqual(starts);
  });
  it('begin where they did when something is added, and are fewer when something goes', () => {
    const before = lotsOf(blocks(1_500, 1_500, 10));
    expect(before).toStrictEqual([0, 2]);
    expect(lotsOf(blocks(1_500, 1_500, 10, 10, 3_000, 1), before)).toStrictEqual([0, 2, 5]);
    expect(lotsOf(blocks(1_500), before)).toStrictEqual([0]);
    expect(lotsOf([], before)).toStrictEqual([]);
  });
  it('have some height before they are drawn', () => {
    expect(heightOf(blocks(900, 90))).toBeGreaterThan(heightOf(blocks(90)));
  });
});

describe('work in slices', () => {
  let frame: (() => void)[] = [];
  let time = 0;
  beforeEach(() => {
    vi.resetModules();
    frame = [];
    time = 0;
    vi.stubGlobal('requestAnimationFrame', (go: () => void) => frame.push(go));
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
    vi.spyOn(performance, 'now').mockImplementation(() => time);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const runFrame = (): void => {
    for (const go of frame.splice(0)) go();
  };

  it('does nothing before the frame, and no more in a frame than there is time for', async () => {
    const { inSlices } = await import('../src/windows/slices');
    let left = 10;
    const wake = inSlices('windows', () =>
      left === 0
        ? undefined
        : () => {
            left -= 1;
            time += 3;
          },
    );
    wake();
    expect(left).toBe(10);
    runFrame();
    expect(left).toBe(8);
    runFrame();
    expect(left).toBe(6);
    for (let count = 0; count < 5; count += 1) runFrame();
    expect(left).toBe(0);
  });

  it('does what is in sight first, and what comes after drawing last', async () => {
    const { afterDrawing, inSlices } = await import('../src/windows/slices');
    const done: string[] = [];
    const once = (lane: 'windows' | 'content' | 'unseen'): void => {
      const pieces = [() => void done.push(lane)];
      inSlices(lane, () => pieces.pop())();
    };
    afterDrawing(() => void done.push('after'));
    once('unseen');
    once('content');
    once('windows');
    runFrame();
    expect(done).toStrictEqual(['windows', 'content', 'unseen', 'after']);
  });

  it('draws once what was changed twice, as it is then', async () => {
    const { drawNever, drawSoon } = await import('../src/renderers/drawing');
    const drawn: number[] = [];
    let value = 1;
    const draw = (): void => void drawn.push(value);
    drawSoon(draw, false);
    value = 2;
    drawSoon(draw, true);
    runFrame();
    expect(drawn).toStrictEqual([2]);
    drawSoon(draw, true);
    drawNever(draw);
    runFrame();
    expect(drawn).toStrictEqual([2]);
  });
});
