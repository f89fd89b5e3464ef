// Translates pointers and wheels over the picture into a finger on the phone.
//
// Pure: times are passed in, points are in the phone's pixels. A quick press is a tap. A finger that stays or moves is
// followed live if the phone supports that; otherwise the whole gesture is sent when it is over.

import { act, type Deed, type Point } from './deeds';

/** After this long a press is no longer a tap, in milliseconds. */
export const tapTime = 180;
/** After this long a press without movement is a long press: Android itself uses 400 to 500. */
export const longTime = 500;
/** The least time between two reported positions of a finger: at most 60 per second. */
const moveEvery = 16;

interface Press {
  pointer: number;
  from: Point;
  at: Point;
  began: number;
  /** When it first left its position. */
  moved: number | undefined;
  /** Whether the phone has been told that a finger is down. */
  down: boolean;
  told: number;
}

interface TwoFingers {
  pointers: [number, number];
  points: [Point, Point];
  middle: Point;
  distance: number;
}

/** Follows the pointers over one picture. */
export class Gestures {
  /** Whether the phone can follow a finger live, as far as is known. */
  live = true;
  private press: Press | undefined;
  private pair: TwoFingers | undefined;

  /** `slop` is how far a finger may stray and still count as unmoved, in the phone's pixels. */
  constructor(private readonly slop: () => number) {}

  /** Whether a finger is down. */
  get pressed(): boolean {
    return this.press !== undefined || this.pair !== undefined;
  }

  down(pointer: number, at: Point, now: number): Deed[] {
    if (this.pair) return [];
    if (this.press) {
      const { press } = this;
      this.press = undefined;
      this.pair = {
        pointers: [press.pointer, pointer],
        points: [press.at, at],
        middle: between(press.at, at),
        distance: apart(press.at, at),
      };
      return press.down ? [touch('cancel', press.at)] : [];
    }
    this.press = { pointer, from: at, at, began: now, moved: undefined, down: false, told: now };
    return [];
  }

  move(pointer: number, at: Point, now: number): Deed[] {
    const { press, pair } = this;
    if (pair) {
      if (pointer === pair.pointers[0]) pair.points[0] = at;
      if (pointer === pair.pointers[1]) pair.points[1] = at;
      return [];
    }
    if (press?.pointer !== pointer) return [];
    press.at = at;
    if (press.moved === undefined && apart(press.from, at) > this.slop()) press.moved = now;
    if (!this.live || press.moved === undefined) return [];
    if (!press.down) return this.putDown(press, now);
    if (now - press.told < moveEvery) return [];
    press.told = now;
    return [touch('move', at)];
  }

  /** Time has passed: a finger that stayed is put down, so that the phone sees how long it stays. */
  wait(now: number): Deed[] {
    const { press } = this;
    if (!press || press.down || !this.live || now - press.began < tapTime) return [];
    return this.putDown(press, now);
  }

  up(pointer: number, at: Point, now: number): Deed[] {
    const { press, pair } = this;
    if (pair?.pointers.includes(pointer)) {
      this.pair = undefined;
      const scale = apart(...pair.points) / Math.max(1, pair.distance);
      return Math.abs(scale - 1) < 0.05 ? [] : [{ type: 'PINCH', ...pair.middle, scale }];
    }
    if (press?.pointer !== pointer) return [];
    this.press = undefined;
    press.at = at;
    if (press.down && this.live) return [touch('up', at)];
    return [act(this.whole(press, now))];
  }

  /** The system took the pointer away. */
  cancel(pointer: number): Deed[] {
    const { press, pair } = this;
    if (pair?.pointers.includes(pointer)) this.pair = undefined;
    if (press?.pointer !== pointer) return [];
    this.press = undefined;
    return press.down && this.live ? [touch('cancel', press.at)] : [];
  }

  private putDown(press: Press, now: number): Deed[] {
    press.down = true;
    press.told = now;
    const strayed = press.moved !== undefined;
    return [touch('down', press.from), ...(strayed ? [touch('move', press.at)] : [])];
  }

  private whole(press: Press, now: number) {
    const { from, at } = press;
    const held = Math.round(now - press.began);
    if (press.moved === undefined && apart(from, at) <= this.slop()) {
      if (held < longTime) return { type: 'tap', ...from } as const;
      return { type: 'long_press', ...from, durationMs: Math.max(held, 1_000) } as const;
    }
    const path = { x1: from.x, y1: from.y, x2: at.x, y2: at.y };
    const stayed = (press.moved ?? now) - press.began;
    if (stayed >= longTime) return { type: 'drag', ...path } as const;
    return { type: 'swipe', ...path, durationMs: Math.max(50, held) } as const;
  }
}

/** The wheel: scrolls, or zooms when Ctrl is held, as a pinch on a touchpad does. */
export function wheel(
  at: Point,
  turn: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'shiftKey'>,
  zoom: number,
): Deed {
  // Firefox counts in lines; a line of text is about 16 of the page's pixels, a page about 400.
  const unit = [1, 16, 400][turn.deltaMode] ?? 1;
  if (turn.ctrlKey) {
    const scale = Math.exp((-turn.deltaY * unit) / 240);
    return { type: 'PINCH', ...at, scale: Math.min(4, Math.max(0.25, scale)) };
  }
  const [across, down] =
    turn.shiftKey && turn.deltaX === 0 ? [turn.deltaY, 0] : [turn.deltaX, turn.deltaY];
  const pixels = (delta: number): number => Math.round((delta * unit) / zoom) || 0;
  return { type: 'SCROLL', ...at, dx: pixels(across), dy: pixels(down) };
}

/**
 * Returns the phone's pixel under a point of the page. `box` is the picture's place in the page; a point on its edge
 * belongs to the last pixel.
 */
export function pixelAt(
  point: Point,
  box: { left: number; top: number; width: number; height: number },
  screen: { width: number; height: number },
): Point {
  const pixel = (offset: number, size: number, pixels: number): number =>
    Math.min(pixels - 1, Math.max(0, Math.floor((offset / size) * pixels)));
  return {
    x: pixel(point.x - box.left, box.width, screen.width),
    y: pixel(point.y - box.top, box.height, screen.height),
  };
}

function touch(phase: 'down' | 'move' | 'up' | 'cancel', at: Point): Deed {
  return { type: 'TOUCH', phase, ...at };
}

function between(a: Point, b: Point): Point {
  return { x: Math.round((a.x + b.x) / 2), y: Math.round((a.y + b.y) / 2) };
}

function apart(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
