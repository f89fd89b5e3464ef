// What each change of the server does to the page's copy, as data.

import { describe, expect, it } from 'vitest';

import { apply, historyBound } from '../src/desktop/apply';
import { nothing } from '../src/desktop/store';
import type { Change, HistoryEntry, SafeState, SafeWindow } from '../src/protocol/wire';

function text(id: string, more: Partial<SafeWindow> = {}): SafeWindow {
  return {
    id,
    monitorId: 'monitor-0',
    title: id,
    bounds: { x: 0, y: 0, w: 300, h: 200 },
    variant: 'standard',
    minimized: false,
    maximized: false,
    content: { kind: 'text', text: 'a' },
    ...more,
  };
}

function withWindows(...keys: string[]): Partial<SafeState> {
  return {
    windows: Object.fromEntries(keys.map((key) => [key, text(key.split('/')[1] ?? '')])),
    zOrder: keys,
  };
}

const markup = (...html: string[]): SafeWindow =>
  text('a', {
    content: {
      kind: 'markup',
      renderer: 'markdown',
      blocks: html.map((one, id) => ({ id, html: one })),
    },
  });
const { content: _content, ...plainFrame } = text('a');
const dialog = { id: 'd', title: 'Sure?', message: 'm', shownAt: 1, from: 'x' };
const toast = { id: 't', message: 'm', shownAt: 1, from: 'x', held: false };
const note = { id: 'n', title: 't', body: 'b', shownAt: 1, from: 'x' };
const question = { id: 'q', kind: 'ask', from: 'x', title: 't', message: 'm' } as const;
const shortcut = (id: string, label = id) =>
  ({ id, label, icon: '📁', type: 'url', target: 'x', createdAt: 1 }) as const;
const entry = (id: string): HistoryEntry => ({
  kind: 'toast',
  id,
  title: 't',
  body: '',
  from: 'x',
  at: 1,
});
const monitor = (n: number, w = 1280) => ({ id: `monitor-${n}`, viewport: { w, h: 720 }, workArea: { x: 0, y: 0, w, h: 720 } });
const full = Array.from({ length: historyBound }, (_, index) => entry(String(index)));

interface Case {
  name: string;
  before?: Partial<SafeState>;
  changes: Change[];
  after: Partial<SafeState>;
}

const cases: Case[] = [
  {
    name: 'a monitor in the order of numbers',
    before: { monitors: [monitor(0), monitor(10)] },
    changes: [{ kind: 'monitor', monitor: monitor(2) }],
    after: { monitors: [monitor(0), monitor(2), monitor(10)] },
  },
  {
    name: 'a monitor of another size',
    changes: [{ kind: 'monitor', monitor: monitor(0, 800) }],
    after: { monitors: [monitor(0, 800)] },
  },
  {
    name: 'another active monitor',
    changes: [{ kind: 'active', monitorId: 'monitor-3' }],
    after: { activeMonitor: 'monitor-3' },
  },
  {
    name: 'a new window',
    changes: [{ kind: 'window', key: 'monitor-0/a', window: text('a') }],
    after: { windows: { 'monitor-0/a': text('a') } },
  },
  {
    name: 'another window under the key drops what the old one had',
    before: { windows: { 'monitor-0/a': text('a', { lockedBy: 'x', frameless: true }) } },
    changes: [{ kind: 'window', key: 'monitor-0/a', window: text('a', { title: 'new' }) }],
    after: { windows: { 'monitor-0/a': text('a', { title: 'new' }) } },
  },
  {
    name: 'a frame keeps the content and drops what is absent',
    before: {
      windows: {
        'monitor-0/a': text('a', {
          lockedBy: 'x',
          previousBounds: { x: 1, y: 1, w: 1, h: 1 },
          windowStyle: { color: 'red' },
          requestId: 'r',
          dockEdge: 'top',
          frameless: true,
        }),
      },
    },
    changes: [
      { kind: 'frame', key: 'monitor-0/a', frame: { ...plainFrame, title: 'T', maximized: true } },
    ],
    after: { windows: { 'monitor-0/a': text('a', { title: 'T', maximized: true }) } },
  },
  {
    name: 'a frame of no window',
    changes: [{ kind: 'frame', key: 'monitor-0/a', frame: plainFrame }],
    after: { windows: {} },
  },
  {
    name: 'a closed window leaves the order too',
    before: withWindows('monitor-0/a', 'monitor-0/b'),
    changes: [{ kind: 'closed', key: 'monitor-0/a' }],
    after: withWindows('monitor-0/b'),
  },
  {
    name: 'raised above another',
    before: { zOrder: ['monitor-0/a', 'monitor-0/b', 'monitor-0/c'] },
    changes: [{ kind: 'stack', key: 'monitor-0/a', above: 'monitor-0/c' }],
    after: { zOrder: ['monitor-0/b', 'monitor-0/c', 'monitor-0/a'] },
  },
  {
    name: 'put to the bottom of its own monitor',
    before: { zOrder: ['monitor-0/a', 'monitor-1/b', 'monitor-1/c', 'monitor-10/d'] },
    changes: [{ kind: 'stack', key: 'monitor-1/c', above: null }],
    after: { zOrder: ['monitor-0/a', 'monitor-1/c', 'monitor-1/b', 'monitor-10/d'] },
  },
  {
    name: 'first of a monitor between others',
    before: { zOrder: ['monitor-0/a', 'monitor-10/d'] },
    changes: [{ kind: 'stack', key: 'monitor-2/x' }],
    after: { zOrder: ['monitor-0/a', 'monitor-2/x', 'monitor-10/d'] },
  },
  {
    name: 'first of the last monitor',
    before: { zOrder: ['monitor-0/a'] },
    changes: [{ kind: 'stack', key: 'monitor-1/x', above: null }],
    after: { zOrder: ['monitor-0/a', 'monitor-1/x'] },
  },
  {
    name: 'focus',
    changes: [{ kind: 'focused', key: 'monitor-0/a' }],
    after: { focused: 'monitor-0/a' },
  },
  {
    name: 'focus on nothing',
    before: { focused: 'monitor-0/a' },
    changes: [{ kind: 'focused' }],
    after: { focused: null },
  },
  {
    name: 'other content',
    before: withWindows('monitor-0/a'),
    changes: [
      {
        kind: 'content',
        key: 'monitor-0/a',
        content: { kind: 'table', headers: ['h'], rows: [['c']] },
      },
    ],
    after: {
      windows: {
        'monitor-0/a': text('a', { content: { kind: 'table', headers: ['h'], rows: [['c']] } }),
      },
    },
  },
  {
    name: 'blocks from the middle on',
    before: { windows: { k: markup('1', '2', '3') } },
    changes: [
      {
        kind: 'blocks',
        key: 'k',
        keep: 1,
        blocks: [
          { id: 1, html: '2+' },
          { id: 9, html: 'new' },
          { id: 10, html: 'more' },
        ],
      },
    ],
    after: {
      windows: {
        k: text('a', {
          content: {
            kind: 'markup',
            renderer: 'markdown',
            blocks: [
              { id: 0, html: '1' },
              { id: 1, html: '2+' },
              { id: 9, html: 'new' },
              { id: 10, html: 'more' },
            ],
          },
        }),
      },
    },
  },
  {
    name: 'fewer blocks',
    before: { windows: { k: markup('1', '2', '3') } },
    changes: [{ kind: 'blocks', key: 'k', keep: 1, blocks: [] }],
    after: { windows: { k: markup('1') } },
  },
  {
    name: 'blocks for plain text are nothing',
    before: withWindows('k/a'),
    changes: [{ kind: 'blocks', key: 'k/a', keep: 0, blocks: [{ id: 1, html: 'x' }] }],
    after: withWindows('k/a'),
  },
  {
    name: 'text goes on',
    before: withWindows('monitor-0/a'),
    changes: [{ kind: 'textAppended', key: 'monitor-0/a', text: 'bc' }],
    after: { windows: { 'monitor-0/a': text('a', { content: { kind: 'text', text: 'abc' } }) } },
  },
  {
    name: 'a notification',
    changes: [{ kind: 'notification', notification: note }],
    after: { notifications: { n: note } },
  },
  {
    name: 'a notification goes',
    before: { notifications: { n: note } },
    changes: [{ kind: 'notificationGone', id: 'n' }],
    after: { notifications: {} },
  },
  {
    name: 'a toast, replaced',
    before: { toasts: { t: { ...toast, variant: 'error' } } },
    changes: [{ kind: 'toast', toast }],
    after: { toasts: { t: toast } },
  },
  {
    name: 'a toast goes',
    before: { toasts: { t: toast } },
    changes: [{ kind: 'toastGone', id: 't' }],
    after: { toasts: {} },
  },
  { name: 'a dialog', changes: [{ kind: 'dialog', dialog }], after: { dialogs: { d: dialog } } },
  {
    name: 'a dialog goes',
    before: { dialogs: { d: dialog } },
    changes: [{ kind: 'dialogGone', id: 'd' }],
    after: { dialogs: {} },
  },
  {
    name: 'a question',
    changes: [{ kind: 'question', question }],
    after: { questions: { q: question } },
  },
  {
    name: 'a question goes',
    before: { questions: { q: question } },
    changes: [{ kind: 'questionGone', id: 'q' }],
    after: { questions: {} },
  },
  {
    name: 'history',
    changes: [{ kind: 'history', entry: entry('x') }],
    after: { history: [entry('x')] },
  },
  {
    name: 'history past its bound',
    before: { history: full },
    changes: [{ kind: 'history', entry: entry('x') }],
    after: { history: [...full.slice(1), entry('x')] },
  },
  {
    name: 'a badge',
    changes: [{ kind: 'badge', appId: 'mail', count: 3 }],
    after: { badges: { mail: 3 } },
  },
  {
    name: 'a badge of nought goes',
    before: { badges: { mail: 3 } },
    changes: [{ kind: 'badge', appId: 'mail', count: 0 }],
    after: { badges: {} },
  },
  {
    name: 'a new shortcut',
    before: { shortcuts: [shortcut('a')] },
    changes: [{ kind: 'shortcut', shortcut: shortcut('b'), at: 1 }],
    after: { shortcuts: [shortcut('a'), shortcut('b')] },
  },
  {
    name: 'another shortcut in its place',
    before: { shortcuts: [shortcut('a'), shortcut('b')] },
    changes: [{ kind: 'shortcut', shortcut: shortcut('a', 'A'), at: 0 }],
    after: { shortcuts: [shortcut('a', 'A'), shortcut('b')] },
  },
  {
    name: 'a shortcut that undo brings back stands where it stood',
    before: { shortcuts: [shortcut('b')] },
    changes: [{ kind: 'shortcut', shortcut: shortcut('a'), at: 0 }],
    after: { shortcuts: [shortcut('a'), shortcut('b')] },
  },
  {
    name: 'a shortcut that a person moved',
    before: { shortcuts: [shortcut('a'), shortcut('b'), shortcut('c')] },
    changes: [{ kind: 'shortcut', shortcut: shortcut('a'), at: 2 }],
    after: { shortcuts: [shortcut('b'), shortcut('c'), shortcut('a')] },
  },
  {
    name: 'a shortcut goes',
    before: { shortcuts: [shortcut('a'), shortcut('b')] },
    changes: [{ kind: 'shortcutGone', id: 'a' }],
    after: { shortcuts: [shortcut('b')] },
  },
  { name: 'the list of apps', changes: [{ kind: 'apps', version: 7 }], after: { appsVersion: 7 } },
];

describe('apply', () => {
  it.each(cases)('$name', ({ before, changes, after }) => {
    const start = { ...nothing(), ...before };
    const state = structuredClone(start);
    for (const change of changes) apply(state, structuredClone(change));
    expect(state).toStrictEqual({ ...start, ...after });
  });

  it('has a case for every kind of change', () => {
    const kinds = new Set(cases.flatMap(({ changes }) => changes.map(({ kind }) => kind)));
    const known: Record<Change['kind'], true> = {
      monitor: true,
      active: true,
      window: true,
      frame: true,
      closed: true,
      stack: true,
      focused: true,
      content: true,
      blocks: true,
      textAppended: true,
      notification: true,
      notificationGone: true,
      toast: true,
      toastGone: true,
      dialog: true,
      dialogGone: true,
      question: true,
      questionGone: true,
      history: true,
      badge: true,
      shortcut: true,
      shortcutGone: true,
      apps: true,
    };
    expect([...kinds].sort()).toStrictEqual(Object.keys(known).sort());
  });
});
