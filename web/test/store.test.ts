// The numbered stream: nothing is applied twice, nothing is left out, and no frame changes places.

import { createRoot } from 'solid-js';
import { expect, it } from 'vitest';

import { createDesktop, nothing, type Desktop } from '../src/desktop/store';
import type { Change, SafeWindow, ServerEvent } from '../src/protocol/wire';

const actions = (seq: number, ...changes: Change[]): ServerEvent => ({
  type: 'ACTIONS',
  seq,
  actor: { kind: 'system' },
  changes,
});
const appended = (seq: number, text: string): ServerEvent =>
  actions(seq, { kind: 'textAppended', key: 'monitor-0/a', text });
const window = (id: string, text: string): SafeWindow => ({
  id,
  monitorId: 'monitor-0',
  title: id,
  bounds: { x: 0, y: 0, w: 200, h: 100 },
  variant: 'standard',
  minimized: false,
  maximized: false,
  content: { kind: 'text', text },
});
const snapshot = (seq: number, windows: Record<string, SafeWindow>): ServerEvent => ({
  type: 'SNAPSHOT',
  seq,
  state: { ...nothing(), seq, windows },
});

function withDesktop(test: (desktop: Desktop) => void | Promise<void>): void | Promise<void> {
  return createRoot((dispose) => {
    const done = test(createDesktop());
    if (done instanceof Promise) return done.finally(dispose);
    return dispose();
  });
}

const textOf = (desktop: Desktop): unknown => {
  const content = desktop.state.windows['monitor-0/a']?.content;
  return content?.kind === 'text' ? content.text : undefined;
};

it('asks for what is missing, and takes nothing twice', () =>
  withDesktop((desktop) => {
    expect(desktop.since()).toBeUndefined();
    expect(desktop.take(appended(1, 'early'))).toBe(false);
    expect(desktop.take(snapshot(4, { 'monitor-0/a': window('a', '') }))).toBe(true);
    expect(desktop.take(appended(5, '5'))).toBe(true);
    expect(desktop.take(appended(5, '5'))).toBe(true);
    expect(desktop.take(appended(3, '3'))).toBe(true);
    expect(desktop.take(appended(7, '7'))).toBe(false);
    expect(desktop.take(appended(6, '6'))).toBe(true);
    expect(desktop.take(appended(7, '7'))).toBe(true);
    expect([textOf(desktop), desktop.since()]).toStrictEqual(['567', { seq: 7, epoch: '' }]);
  }));

it('takes a snapshot whole, also one that is older', () =>
  withDesktop((desktop) => {
    desktop.take(snapshot(9, { 'monitor-0/a': { ...window('a', 'x'), lockedBy: 'agent' } }));
    desktop.take(snapshot(2, { 'monitor-0/a': window('a', 'y') }));
    expect(JSON.parse(JSON.stringify(desktop.state))).toStrictEqual({
      ...nothing(),
      seq: 2,
      windows: { 'monitor-0/a': window('a', 'y') },
    });
  }));

it('keeps windows in the order in which it met them', () =>
  withDesktop((desktop) => {
    desktop.take(snapshot(1, { 'monitor-0/b': window('b', '') }));
    desktop.take(actions(2, { kind: 'window', key: 'monitor-0/a', window: window('a', '') }));
    const all = {
      'monitor-0/a': window('a', ''),
      'monitor-0/b': window('b', ''),
      'monitor-0/c': window('c', ''),
    };
    desktop.take(snapshot(3, all));
    expect(desktop.keys()).toStrictEqual(['monitor-0/b', 'monitor-0/a', 'monitor-0/c']);
    desktop.take(actions(4, { kind: 'closed', key: 'monitor-0/a' }));
    expect(desktop.keys()).toStrictEqual(['monitor-0/b', 'monitor-0/c']);
  }));

it('says when a change has arrived', () =>
  withDesktop(async (desktop) => {
    desktop.take(snapshot(1, {}));
    await desktop.reached(undefined);
    await desktop.reached(1);
    const seen: string[] = [];
    const waiting = desktop.reached(3).then(() => seen.push('three'));
    desktop.take(actions(2));
    await Promise.resolve();
    seen.push('two');
    desktop.take(actions(3));
    await waiting;
    expect(seen).toStrictEqual(['two', 'three']);
  }));

it('waits for no change of a server that counts anew', () =>
  withDesktop(async (desktop) => {
    desktop.take(snapshot(5, {}));
    let arrived = false;
    const waiting = desktop.reached(9).then(() => (arrived = true));
    desktop.take(snapshot(6, {}));
    await Promise.resolve();
    expect(arrived).toBe(false);
    desktop.take({ type: 'SNAPSHOT', seq: 1, state: { ...nothing(), seq: 1, epoch: 'another' } });
    await waiting;
    expect(arrived).toBe(true);
  }));
