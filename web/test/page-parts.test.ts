// The small pure parts of the page, as data.

import { describe, expect, it } from 'vitest';

import { pictureIn } from '../src/capture/frame';
import { tokenIn } from '../src/connection/session';
import { partsOf } from '../src/desktop/person';
import { newestFirst } from '../src/notices/order';
import { valuesOf, type Field } from '../src/renderers/form';
import { setStylesAside } from '../src/renderers/styled';
import { readApp } from '../src/shell/apps';
import { iconNamed } from '../src/shell/icons';
import { moved, resized, type Grip } from '../src/windows/geometry';
import { isolated, visible } from '../src/bidi';

const field = (name: string, value: string, more: Partial<Field> = {}): Field => ({
  name,
  value,
  disabled: false,
  type: 'text',
  ...more,
});

describe('a form', () => {
  it.each<[string, Field[], Record<string, string | boolean>]>([
    ['nothing', [], {}],
    ['texts', [field('a', '1'), field('b', '')], { a: '1', b: '' }],
    ['what is disabled does not count', [field('a', '1', { disabled: true })], {}],
    ['the last of two counts', [field('a', '1'), field('a', '2')], { a: '2' }],
    [
      'a box is a yes or a no',
      [
        field('a', 'on', { type: 'checkbox', checked: true }),
        field('b', 'on', { type: 'checkbox' }),
      ],
      { a: true, b: false },
    ],
    [
      'a name that objects have already',
      [field('__proto__', 'x')],
      Object.fromEntries([['__proto__', 'x']]),
    ],
  ])('%s', (_name, fields, expected) => {
    expect(Object.entries(valuesOf(fields))).toStrictEqual(Object.entries(expected));
  });
});

describe('moving and resizing', () => {
  const area = { x: 0, y: 0, w: 1000, h: 600 };
  const bounds = { x: 100, y: 100, w: 300, h: 200 };
  it.each([
    [20, -30, { ...bounds, x: 120, y: 70 }],
    [-500, -500, { ...bounds, x: 0, y: 0 }],
    [5000, 5000, { ...bounds, x: 700, y: 400 }],
    [0.6, 0.4, { ...bounds, x: 101, y: 100 }],
  ])('moves by %d, %d', (dx, dy, expected) => {
    expect(moved(bounds, dx, dy, area)).toStrictEqual(expected);
  });
  it.each<[Grip, number, number, object]>([
    ['se', 50, 60, { x: 100, y: 100, w: 350, h: 260 }],
    ['nw', 50, 60, { x: 150, y: 160, w: 250, h: 140 }],
    ['nw', 900, 900, { x: 240, y: 210, w: 160, h: 90 }],
    ['nw', -900, -900, { x: 0, y: 0, w: 400, h: 300 }],
    ['e', 5000, 10, { x: 100, y: 100, w: 900, h: 200 }],
    ['s', 10, 5000, { x: 100, y: 100, w: 300, h: 500 }],
    ['sw', -20, 20, { x: 80, y: 100, w: 320, h: 220 }],
    ['ne', -5000, -10, { x: 100, y: 90, w: 160, h: 210 }],
  ])('resizes by %s', (grip, dx, dy, expected) => {
    expect(resized(bounds, grip, dx, dy, area)).toStrictEqual(expected);
  });
});

it.each([
  ['#token=abc', 'abc'],
  ['http://127.0.0.1:7717/#token=a%2Bb', 'a+b'],
  ['#x=1&token=abc&y=2', 'abc'],
  ['  #token=abc\n', 'abc'],
  ['token=%zz', '%zz'],
  ['#mytoken=abc', undefined],
  ['#token=', undefined],
  ['abc', undefined],
])('the token in %j', (text, token) => {
  expect(tokenIn(text)).toBe(token);
});

it('takes a key apart at its first slash', () => {
  expect(partsOf('monitor-1/a')).toStrictEqual({ monitorId: 'monitor-1', windowId: 'a' });
});

it('puts the newest notification first', () => {
  const note = (id: string, shownAt: number) => ({ id, title: '', body: '', from: '', shownAt });
  expect(newestFirst({ a: note('a', 1), b: note('b', 3), c: note('c', 2) })).toStrictEqual([
    'b',
    'c',
    'a',
  ]);
});

it.each([
  ['check', 'check'],
  [' Trash ', 'trash'],
  ['delete', 'trash'],
  ['constructor', undefined],
  ['', undefined],
  [undefined, undefined],
])('the icon called %j', (name, icon) => {
  expect(iconNamed(name)).toBe(icon);
});

it.each([
  [{ id: 'mail' }, { id: 'mail', name: 'mail', icon: '', url: '/apps/mail/', error: undefined }],
  [
    { id: 'a b', name: 'A', icon: '✉️' },
    { id: 'a b', name: 'A', icon: '✉️', url: '/apps/a%20b/', error: undefined },
  ],
  [
    { id: 'a', icon: 'icon.svg', url: 'javascript:1' },
    { id: 'a', name: 'a', icon: '/apps/a/icon.svg', url: '/apps/a/', error: undefined },
  ],
  [
    { id: 'a', url: '//evil.example', error: 'broken' },
    { id: 'a', name: 'a', icon: '', url: '/apps/a/', error: 'broken' },
  ],
  [
    { id: 'a', url: '/apps/x/a/' },
    { id: 'a', name: 'a', icon: '', url: '/apps/x/a/', error: undefined },
  ],
  [{ name: 'nameless' }, undefined],
  ['text', undefined],
])('the app %j', (value, app) => {
  expect(readApp(value)).toStrictEqual(app);
});

it.each([
  ['<p>no style="color: red" here</p>', '<p>no style="color: red" here</p>'],
  ['<p style="color: red">x</p>', '<p data-style="color: red">x</p>'],
  [
    '<p title="a" style="b">x</p><i style="c">y</i>',
    '<p title="a" data-style="b">x</p><i data-style="c">y</i>',
  ],
  ['<p title="a style=" class="b">', '<p title="a style=" class="b">'],
  ['<p title="x > y" style="b">', '<p title="x > y" data-style="b">'],
  [
    '<p title="<i style=&quot;x&quot;>" lang="en">',
    '<p title="<i style=&quot;x&quot;>" lang="en">',
  ],
  ['a &lt;p style="b"&gt; c', 'a &lt;p style="b"&gt; c'],
])('styles set aside in %j', (html, expected) => {
  expect(setStylesAside(html)).toBe(expected);
});

describe('words from outside', () => {
  it.each([
    ['Send', 'Send'],
    ['שלח', '\u2068שלח\u2069'],
    ['a\u202eb', '\u2068a\u202eb\u2069'],
    ['🎉 naïve', '🎉 naïve'],
  ])('%j in an attribute is %j', (text, expected) => {
    expect(isolated(text)).toBe(expected);
  });

  it.each([
    ['Delete nothing?', 'Delete nothing?'],
    ['photo\u202egpj.exe', 'photo⟨U+202E⟩gpj.exe'],
    ['שלום, Sam', 'שלום, Sam'],
    ['a\u2067b\u2069c', 'a⟨U+2067⟩b⟨U+2069⟩c'],
    ['pay\u200bpal \u{e0041}', 'pay⟨U+200B⟩pal ⟨U+E0041⟩'],
    ['👩‍👧', '👩‍👧'],
  ])('%j in a question is %j', (text, expected) => {
    expect(visible(text)).toBe(expected);
  });
});

describe('the picture that an app gives', () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  it.each<[string, unknown, string | undefined]>([
    ['a PNG', { png }, png],
    ['a PNG as an address', { png: `data:image/png;base64,${png}` }, png],
    ['nothing', undefined, undefined],
    ['a word', 'png', undefined],
    ['a number', { png: 7 }, undefined],
    ['another kind', { png: 'data:image/svg+xml;base64,PHN2Zy8+' }, undefined],
    ['an address', { png: 'https://outside.example/x.png' }, undefined],
    ['a beginning', { png: 'iVBORw0KGgo=' }, undefined],
    ['a giant', { png: 'iVBORw0KGgoAAAANSUhEUgAP//8AD///CAYAAAA=' }, undefined],
    ['too much', { png: `${png.slice(0, -2)}${'A'.repeat(8 * 1024 * 1024)}` }, undefined],
  ])('%s', (_, answer, expected) => {
    expect(pictureIn(answer)).toBe(expected);
  });
});
