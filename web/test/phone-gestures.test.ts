// What a hand on the picture becomes on the phone, as data.

import { describe, expect, it } from 'vitest';

import { act, key, keys, merged, text, type Deed } from '../src/parts/phone/deeds';
import { Gestures, pixelAt, wheel } from '../src/parts/phone/gestures';
import { inputDeed, keyDeed, type Pressed } from '../src/parts/phone/keyboard';
import { keysOf, toolFor } from '../src/parts/phone/shortcuts';
import { keyTable } from '../src/keys/table';

type Step =
  | ['down' | 'move' | 'up', number, number, number, number?]
  | ['wait', number]
  | ['cancel'];

function play(steps: Step[], live: boolean): Deed[] {
  const gestures = new Gestures(() => 20);
  gestures.live = live;
  return steps.flatMap((step) => {
    if (step[0] === 'wait') return gestures.wait(step[1]);
    if (step[0] === 'cancel') return gestures.cancel(1);
    const [what, x, y, now, pointer = 1] = step;
    return gestures[what](pointer, { x, y }, now);
  });
}

const touch = (phase: 'down' | 'move' | 'up' | 'cancel', x: number, y: number): Deed => ({
  type: 'TOUCH',
  phase,
  x,
  y,
});
const tap = act({ type: 'tap', x: 100, y: 200 });

describe('a gesture', () => {
  it.each<[string, Step[], Deed[]]>([
    ['a quick press taps', [['down', 100, 200, 0], ['up', 100, 200, 90]], [tap]],
    ['a tremble is no drag', [['down', 100, 200, 0], ['move', 110, 210, 20], ['up', 112, 208, 90]], [tap]],
    [
      'a finger that stays is put down, and the phone sees for how long',
      [['down', 100, 200, 0], ['wait', 180], ['up', 100, 200, 900]],
      [touch('down', 100, 200), touch('up', 100, 200)],
    ],
    ['waiting too early does nothing', [['down', 100, 200, 0], ['wait', 100]], []],
    [
      'a drag begins where the finger went down',
      [['down', 100, 200, 0], ['move', 100, 300, 30], ['move', 100, 301, 35], ['move', 100, 400, 60], ['up', 100, 500, 80]],
      [touch('down', 100, 200), touch('move', 100, 300), touch('move', 100, 400), touch('up', 100, 500)],
    ],
    ['what was taken away never was', [['down', 100, 200, 0], ['wait', 200], ['cancel']], [touch('down', 100, 200), touch('cancel', 100, 200)]],
    ['nor was what had not begun', [['down', 100, 200, 0], ['cancel']], []],
    ['another pointer moves nothing', [['down', 100, 200, 0], ['move', 500, 500, 50, 7], ['up', 500, 500, 60, 7]], []],
    [
      'two fingers pinch',
      [['down', 100, 200, 0], ['down', 300, 200, 10, 2], ['move', 0, 200, 50], ['move', 400, 200, 50, 2], ['up', 400, 200, 90, 2], ['up', 0, 200, 95]],
      [{ type: 'PINCH', x: 200, y: 200, scale: 2 }],
    ],
    [
      'a finger that was down is taken back when a second comes',
      [['down', 100, 200, 0], ['wait', 200], ['down', 300, 200, 300, 2], ['up', 300, 200, 400, 2]],
      [touch('down', 100, 200), touch('cancel', 100, 200)],
    ],
  ])('live: %s', (_name, steps, deeds) => {
    expect(play(steps, true)).toEqual(deeds);
  });

  it.each<[string, Step[], Deed[]]>([
    ['tap', [['down', 100, 200, 0], ['wait', 180], ['up', 100, 200, 400]], [tap]],
    [
      'long press',
      [['down', 100, 200, 0], ['wait', 180], ['up', 100, 200, 700]],
      [act({ type: 'long_press', x: 100, y: 200, durationMs: 1000 })],
    ],
    [
      'swipe',
      [['down', 100, 200, 0], ['move', 100, 300, 30], ['up', 100, 900, 250]],
      [act({ type: 'swipe', x1: 100, y1: 200, x2: 100, y2: 900, durationMs: 250 })],
    ],
    [
      'drag, after holding still',
      [['down', 100, 200, 0], ['move', 100, 300, 600], ['up', 100, 900, 900]],
      [act({ type: 'drag', x1: 100, y1: 200, x2: 100, y2: 900 })],
    ],
  ])('as a whole: %s', (_name, steps, deeds) => {
    expect(play(steps, false)).toEqual(deeds);
  });

  it('goes on as a whole when the phone says that it follows no finger', () => {
    const gestures = new Gestures(() => 20);
    gestures.down(1, { x: 100, y: 200 }, 0);
    expect(gestures.move(1, { x: 100, y: 300 }, 30)).toHaveLength(2);
    gestures.live = false;
    expect(gestures.move(1, { x: 100, y: 600 }, 100)).toEqual([]);
    expect(gestures.up(1, { x: 100, y: 900 }, 200)).toEqual([
      act({ type: 'swipe', x1: 100, y1: 200, x2: 100, y2: 900, durationMs: 200 }),
    ]);
  });
});

describe('the wheel', () => {
  const turn = { deltaX: 0, deltaY: 100, deltaMode: 0, ctrlKey: false, shiftKey: false };
  const at = { x: 5, y: 6 };
  it.each<[string, Partial<typeof turn>, Deed]>([
    ['down moves what is shown up', {}, { type: 'SCROLL', ...at, dx: 0, dy: 400 }],
    ['lines', { deltaY: -3, deltaMode: 1 }, { type: 'SCROLL', ...at, dx: 0, dy: -192 }],
    ['with Shift sideways', { shiftKey: true }, { type: 'SCROLL', ...at, dx: 400, dy: 0 }],
    ['with Ctrl far out', { ctrlKey: true, deltaY: 1e6 }, { type: 'PINCH', ...at, scale: 0.25 }],
    ['with Ctrl nothing', { ctrlKey: true, deltaY: 0 }, { type: 'PINCH', ...at, scale: 1 }],
  ])('%s', (_name, change, deed) => {
    expect(wheel(at, { ...turn, ...change }, 0.25)).toEqual(deed);
  });
});

describe('a point of the page', () => {
  const box = { left: 10, top: 20, width: 270, height: 600 };
  const screen = { width: 1080, height: 2400 };
  it.each<[string, number, number, [number, number]]>([
    ['the first pixel', 10, 20, [0, 0]],
    ['inside', 10.3, 20.3, [1, 1]],
    ['the middle', 145, 320, [540, 1200]],
    ['the last pixel', 279.9, 619.9, [1079, 2399]],
    ['the edge belongs to the last', 280, 620, [1079, 2399]],
    ['outside', -50, 9000, [0, 2399]],
  ])('%s', (_name, x, y, [px, py]) => {
    expect(pixelAt({ x, y }, box, screen)).toEqual({ x: px, y: py });
  });
  it('is exact at any size: each pixel is hit in its middle', () => {
    for (const width of [97.3, 411.5, 1080, 2160.7])
      for (const pixel of [0, 1, 539, 540, 1078, 1079]) {
        const x = ((pixel + 0.5) / 1080) * width;
        expect(pixelAt({ x, y: 0 }, { left: 0, top: 0, width, height: 1 }, screen).x).toBe(pixel);
      }
  });
});

describe('keys', () => {
  const plain = {
    ctrlKey: false,
    altKey: false,
    shiftKey: false,
    metaKey: false,
    isComposing: false,
  };
  it.each<[string, Partial<Pressed> & { key: string }, Deed | undefined]>([
    ['a letter is text', { key: 'a' }, undefined],
    ['Enter', { key: 'Enter' }, key('ENTER')],
    ['Backspace', { key: 'Backspace' }, key('DEL')],
    ['Escape goes back', { key: 'Escape' }, key('BACK')],
    ['Tab leaves', { key: 'Tab' }, undefined],
    ['F6 is the desktop’s', { key: 'F6' }, undefined],
    ['selecting', { key: 'ArrowLeft', shiftKey: true }, keys('SHIFT_LEFT', 'DPAD_LEFT')],
    ['a word further', { key: 'ArrowRight', ctrlKey: true }, keys('CTRL_LEFT', 'DPAD_RIGHT')],
    ['all', { key: 'a', ctrlKey: true }, keys('CTRL_LEFT', 'A')],
    ['undo on the phone', { key: 'z', ctrlKey: true }, keys('CTRL_LEFT', 'Z')],
    ['redo on the phone', { key: 'Z', ctrlKey: true, shiftKey: true }, keys('CTRL_LEFT', 'SHIFT_LEFT', 'Z')],
    ['on a Mac', { key: 'a', metaKey: true }, keys('CTRL_LEFT', 'A')],
    ['paste comes as text', { key: 'v', ctrlKey: true }, undefined],
    ['the browser’s own', { key: 't', ctrlKey: true }, undefined],
    ['with Alt', { key: 'ArrowUp', altKey: true, shiftKey: true }, undefined],
    ['of an input method', { key: 'Enter', isComposing: true }, undefined],
    ['a name that objects have', { key: 'constructor' }, undefined],
  ])('%s', (_name, pressed, deed) => {
    expect(keyDeed({ ...plain, ...pressed })).toEqual(deed);
  });
  it.each<[string, Deed | undefined]>([
    ['deleteContentBackward', key('DEL')],
    ['insertLineBreak', key('ENTER')],
    ['insertText', undefined],
  ])('a soft keyboard’s %s', (type, deed) => {
    expect(inputDeed(type)).toEqual(deed);
  });
  it.each([
    ['KeyS', true, true, false, 'stop'],
    ['KeyO', true, true, false, 'hold'],
    ['KeyS', true, false, false, undefined],
    ['KeyS', true, true, true, undefined],
    ['KeyQ', true, true, false, undefined],
  ])('%s is a button’s key only with Alt and Shift', (code, altKey, shiftKey, ctrlKey, tool) => {
    expect(toolFor({ code, altKey, shiftKey, ctrlKey, metaKey: false })).toBe(tool);
  });
});

it('the list of the desktop’s keys says the same of the phone’s', () => {
  expect([
    [keysOf('hold'), keysOf('pause'), keysOf('stop'), keysOf('help')],
  ]).toEqual([
    [keyTable.phoneHold, keyTable.phonePause, keyTable.phoneStop, keyTable.phoneHelp].map(
      (line) => line.chords[0],
    ),
  ]);
});

describe('two deeds in a row', () => {
  const scroll = (dy: number): Deed => ({ type: 'SCROLL', x: 1, y: 1, dx: 1, dy });
  it.each<[string, Deed, Deed, Deed | undefined]>([
    ['text is put together', text('a'), text('b👋'), text('ab👋')],
    ['text and a key are not', text('a'), key('DEL'), undefined],
    ['keys are not', key('DEL'), key('DEL'), undefined],
    ['taps are not', tap, tap, undefined],
    ['turns are added up', scroll(2), scroll(3), { type: 'SCROLL', x: 1, y: 1, dx: 2, dy: 5 }],
    ['of moves the latest counts', touch('move', 1, 1), touch('move', 2, 2), touch('move', 2, 2)],
    ['where a finger went down counts', touch('down', 1, 1), touch('move', 2, 2), undefined],
  ])('%s', (_name, first, second, both) => {
    expect(merged(first, second)).toEqual(both);
  });
});
