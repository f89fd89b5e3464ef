// Placing a window is one message, which also raises it: by its menu, by keys, by a double click.

import { describe, expect, it } from 'vitest';

import type { Page } from '../src/desktop/page';
import type { PersonAction, SafeWindow } from '../src/protocol/wire';
import { setRoom } from '../src/windows/layout';
import { maximise, restore, send, snap } from '../src/windows/place';

const key = 'monitor-0/a';
const monitor = { id: 'monitor-0', viewport: { w: 1200, h: 800 }, workArea: { x: 0, y: 0, w: 1200, h: 800 } };
const bounds = { x: 100, y: 100, w: 400, h: 300 };

/** A page with one window, and the messages that it sends. */
function pageWith(focused: string | null, more: Partial<SafeWindow> = {}, room = monitor.viewport) {
  setRoom(room);
  const messages: PersonAction[][] = [];
  const window = { id: 'a', monitorId: monitor.id, variant: 'standard', bounds, maximized: false, ...more };
  const page = {
    desktop: { state: { windows: { [key]: window }, monitors: [monitor], activeMonitor: monitor.id, focused } },
    person: {
      act: (...actions: PersonAction[]) => {
        messages.push(actions);
        return Promise.resolve({ ok: true, seq: undefined });
      },
    },
  } as unknown as Page;
  return { page, messages };
}

const focus = { type: 'window.focus', windowId: key };
const whole = { maximized: true, previousBounds: bounds, bounds: monitor.workArea };

describe('a window that is not in front', () => {
  it.each<[string, Partial<SafeWindow>, (page: Page) => unknown, unknown[]]>([
    ['maximised', {}, (page) => maximise(page, key), [{ type: 'window.maximize', windowId: key }, focus]],
    ['sent up', {}, (page) => send(page, key, 'up'), [{ type: 'window.maximize', windowId: key }, focus]],
    ['restored', whole, (page) => restore(page, key), [{ type: 'window.restore', windowId: key }, focus]],
    [
      'snapped',
      {},
      (page) => snap(page, key, 'left'),
      [
        { type: 'window.resize', windowId: key, w: 600, h: 800 },
        { type: 'window.move', windowId: key, x: 0, y: 0 },
        focus,
      ],
    ],
  ])('is %s and raised with one message', async (_, more, act, expected) => {
    const { page, messages } = pageWith('monitor-0/other', more);
    await act(page);
    expect(messages).toStrictEqual([expected]);
  });
  it('is raised for everyone by a smaller page, which maximises it for itself', async () => {
    const { page, messages } = pageWith('monitor-0/other', {}, { w: 900, h: 700 });
    await maximise(page, key);
    await restore(page, key);
    expect(messages).toStrictEqual([[focus], [focus]]);
  });
});

it('a window in front is not raised again', async () => {
  const { page, messages } = pageWith(key);
  await maximise(page, key);
  expect(messages).toStrictEqual([[{ type: 'window.maximize', windowId: key }]]);
  const small = pageWith(key, {}, { w: 900, h: 700 });
  await maximise(small.page, key);
  expect(small.messages).toStrictEqual([]);
});
