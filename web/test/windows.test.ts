// The window manager's arithmetic: snapping, grips, keys, and what stands on the task bar.

import { describe, expect, it } from 'vitest';

import { isChord, keysIn, type Pressed } from '../src/keys/chord';
import { keyTable, type KeyEntry } from '../src/keys/table';
import { chunksOf } from '../src/renderers/chunks';
import { groupsOf, hueOf, layOut, letterOf, type Group } from '../src/shell/grouping';
import { gripAt, moved, resized, underPointer, type Grip, type Size } from '../src/windows/geometry';
import { boundsOf, sentTo, zoneAt, zoneNames, zoneOf, type Zone } from '../src/windows/snap';

// A panel of 40 pixels at the top.
const area = { x: 0, y: 40, w: 1001, h: 600 };

describe('inside the work area', () => {
  const bounds = { x: 100, y: 100, w: 300, h: 200 };
  it('moves below a panel and no further', () => {
    expect(moved(bounds, -500, -500, area)).toStrictEqual({ ...bounds, x: 0, y: 40 });
    expect(moved(bounds, 5000, 5000, area)).toStrictEqual({ ...bounds, x: 701, y: 440 });
  });
  it('grows up to a panel and no further', () => {
    expect(resized(bounds, 'nw', -500, -500, area)).toStrictEqual({ x: 0, y: 40, w: 400, h: 260 });
    expect(resized(bounds, 'se', 5000, 5000, area)).toStrictEqual({ ...bounds, w: 901, h: 540 });
  });
  it('comes back under the pointer', () => {
    const back = underPointer({ x: 7, y: 7, w: 400, h: 200 } as Size, { x: 750, y: 50 }, area, area);
    expect(back).toStrictEqual({ x: Math.round(750 - (750 / 1001) * 400), y: 40, w: 400, h: 200 });
  });
});

describe('grips', () => {
  const size = { w: 400, h: 300 };
  it.each<[number, number, Grip]>([
    [2, 2, 'nw'],
    [20, 1, 'nw'],
    [1, 20, 'nw'],
    [200, 1, 'n'],
    [200, 299, 's'],
    [1, 150, 'w'],
    [399, 150, 'e'],
    [398, 290, 'se'],
    [390, 3, 'ne'],
    [3, 299, 'sw'],
    [-4, -4, 'nw'],
    [404, 304, 'se'],
  ])('at %d, %d', (x, y, grip) => {
    expect(gripAt(x, y, size, 24)).toBe(grip);
  });
  it('leaves sides on a small window', () => {
    expect(gripAt(80, 0, { w: 160, h: 90 }, 100)).toBe('n');
  });
});

describe('snapping', () => {
  it.each<[number, number, Zone | undefined]>([
    [500, 300, undefined],
    [3, 340, 'left'],
    [998, 340, 'right'],
    [3, 60, 'top-left'],
    [3, 630, 'bottom-left'],
    [998, 60, 'top-right'],
    [998, 630, 'bottom-right'],
    [500, 41, 'whole'],
    [20, 41, 'top-left'],
    [980, 41, 'top-right'],
    [500, 638, undefined],
    [40, 638, 'bottom-left'],
    [-20, 340, 'left'],
  ])('a pointer at %d, %d', (x, y, zone) => {
    expect(zoneAt(x, y, area)).toBe(zone);
  });

  it('tiles the work area without gap or overlap', () => {
    const whole = area.w * area.h;
    const covered = (...zones: Zone[]): number =>
      zones.reduce((sum, zone) => sum + boundsOf(zone, area).w * boundsOf(zone, area).h, 0);
    expect(covered('left', 'right')).toBe(whole);
    expect(covered('top-left', 'top-right', 'bottom-left', 'bottom-right')).toBe(whole);
    expect(covered('whole')).toBe(whole);
  });
  it('knows each place again', () => {
    for (const zone of Object.keys(zoneNames) as Zone[]) {
      expect(zoneOf(boundsOf(zone, area), area)).toBe(zone);
    }
    expect(zoneOf({ x: 1, y: 40, w: 500, h: 600 }, area)).toBeUndefined();
  });
  it('makes no window smaller than the smallest', () => {
    const tiny = { x: 0, y: 0, w: 200, h: 120 };
    expect(boundsOf('top-right', tiny)).toStrictEqual({ x: 40, y: 0, w: 160, h: 90 });
  });

  it.each([
    [undefined, 'left', 'left'],
    ['left', 'up', 'top-left'],
    ['left', 'down', 'bottom-left'],
    ['top-left', 'down', 'left'],
    ['bottom-right', 'up', 'right'],
    ['top-left', 'right', 'top-right'],
    ['top-left', 'left', 'left'],
    ['left', 'right', 'right'],
    [undefined, 'up', 'whole'],
    ['whole', 'up', 'whole'],
    ['whole', 'down', 'restore'],
    ['whole', 'left', 'left'],
    [undefined, 'down', 'minimise'],
    ['bottom-left', 'down', 'minimise'],
  ] as const)('from %s it goes %s to %s', (now, direction, to) => {
    expect(sentTo(now, direction)).toBe(to);
  });
});

describe('keys', () => {
  const press = (key: string, ...held: ('ctrl' | 'alt' | 'shift' | 'meta')[]): Pressed => ({
    key,
    code: key === 'Dead' || key === '`' || key === '~' ? 'Backquote' : '',
    ctrlKey: held.includes('ctrl'),
    altKey: held.includes('alt'),
    shiftKey: held.includes('shift'),
    metaKey: held.includes('meta'),
  });
  it.each<[Pressed, string, boolean, boolean]>([
    [press('ArrowLeft', 'ctrl', 'alt'), 'Ctrl+Alt+ArrowLeft', false, true],
    [press('ArrowLeft', 'ctrl'), 'Ctrl+Alt+ArrowLeft', false, false],
    [press('ArrowLeft', 'ctrl', 'alt', 'shift'), 'Ctrl+Alt+ArrowLeft', false, false],
    [press('z', 'ctrl'), 'Mod+Z', false, true],
    [press('z', 'meta'), 'Mod+Z', false, false],
    [press('z', 'meta'), 'Mod+Z', true, true],
    [press('Z', 'ctrl', 'shift'), 'Mod+Shift+Z', false, true],
    [press('Z', 'ctrl', 'shift'), 'Mod+Z', false, false],
    [press('?', 'shift'), '?', false, true],
    [press('?'), '?', false, true],
    [press('?', 'ctrl'), '?', false, false],
    [press('Dead', 'alt'), 'Alt+`', true, true],
    [press('~', 'alt', 'shift'), 'Alt+Shift+`', false, true],
    [press('ą', 'ctrl', 'alt'), 'Ctrl+Alt+A', false, false],
  ])('%j is %s (on Apple: %s): %s', (event, chord, onApple, expected) => {
    expect(isChord(event, chord, onApple)).toBe(expected);
  });
  it('reads well', () => {
    expect(keysIn('Mod+Shift+Z', false)).toStrictEqual(['Ctrl', 'Shift', 'Z']);
    expect(keysIn('Ctrl+Alt+ArrowLeft', true)).toStrictEqual(['Ctrl', '⌥', '←']);
  });
  it('gives no chord to two', () => {
    const chords = (Object.values(keyTable) as KeyEntry[]).flatMap((entry) => entry.chords);
    expect(new Set(chords).size).toBe(chords.length);
  });
});

describe('the task bar', () => {
  const agents: Record<string, string> = { a1: 'a', a2: 'a', a3: 'a', b1: 'b', b2: 'b', c1: 'c' };
  const keys = ['a1', 'b1', 'mine', 'a2', 'c1', 'b2', 'a3'];
  const groups = groupsOf(keys, (key) => agents[key]);
  const shown = (room: number): string[] =>
    layOut(groups, room).map((entry) =>
      entry.kind === 'window'
        ? entry.key
        : entry.kind === 'group'
          ? `${entry.group.agent}(${entry.group.keys.length})`
          : `+${entry.keys.length}`,
    );
  it('puts the windows of an agent side by side', () => {
    expect(groups.map((group) => [group.agent, group.keys.length])).toStrictEqual([
      ['a', 3],
      ['b', 2],
      [undefined, 1],
      ['c', 1],
    ]);
  });
  it.each([
    [9, ['a1', 'a2', 'a3', 'b1', 'b2', 'mine', 'c1']],
    [7, ['a1', 'a2', 'a3', 'b1', 'b2', 'mine', 'c1']],
    [6, ['a(3)', 'b1', 'b2', 'mine', 'c1']],
    [4, ['a(3)', 'b(2)', 'mine', 'c1']],
    [3, ['a(3)', 'b(2)', '+2']],
    [1, ['+7']],
    [0, ['+7']],
  ])('with room for %d', (room, expected) => {
    expect(shown(room)).toStrictEqual(expected);
  });
  it('keeps buttons of a group that would leave the bar empty', () => {
    const many = Array.from({ length: 9 }, (_, index) => `w${index}`);
    const alone = layOut(groupsOf(many, () => 'a'), 6);
    expect(alone.map((entry) => (entry.kind === 'window' ? entry.key : entry.kind))).toStrictEqual([
      'w0',
      'w1',
      'w2',
      'w3',
      'w4',
      'more',
    ]);
    expect(alone.at(-1)).toStrictEqual({ kind: 'more', keys: many.slice(5) });
  });
  it('loses no window, whatever the room', () => {
    for (let room = 0; room < 9; room += 1) {
      const all = layOut(groups, room).flatMap((entry) =>
        entry.kind === 'window' ? [entry.key] : entry.kind === 'group' ? entry.group.keys : entry.keys,
      );
      expect([...all].sort()).toStrictEqual([...keys].sort());
    }
  });
  it('has a sign for every name', () => {
    expect(['ada', '  bob', '__x', '🎉', '', 'ßa', 'é'].map(letterOf)).toStrictEqual([
      'A',
      'B',
      'X',
      '•',
      '•',
      'SS',
      'É',
    ]);
    expect(hueOf('ada')).toBe(hueOf('ada'));
    expect(hueOf('ada')).not.toBe(hueOf('bob'));
    const none: Group[] = [];
    expect(layOut(none, 3)).toStrictEqual([]);
  });
});

describe('a long text in pieces', () => {
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index} of the text`).join('\n');
  it('is the same text', () => {
    for (const text of ['', 'a', 'a\n', lines, `${lines}\n`, 'x'.repeat(50_000)]) {
      expect(chunksOf(text).join('')).toBe(text);
    }
  });
  it('ends each piece but the last with a line', () => {
    const chunks = chunksOf(lines);
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks.slice(0, -1)) expect(chunk.endsWith('\n')).toBe(true);
  });
  it('keeps the pieces that stay when the text grows', () => {
    const before = chunksOf(lines);
    const after = chunksOf(`${lines}\nand ${lines}`, before);
    expect(after.join('')).toBe(`${lines}\nand ${lines}`);
    expect(after.slice(0, before.length - 1)).toStrictEqual(before.slice(0, -1));
  });
  it('begins anew with another text', () => {
    expect(chunksOf('other', chunksOf(lines))).toStrictEqual(['other']);
    const changed = `!${lines}`;
    expect(chunksOf(changed, chunksOf(lines)).join('')).toBe(changed);
  });
});
