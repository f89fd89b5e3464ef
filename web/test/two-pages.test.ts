// Two people at pages of different sizes, for ten minutes with an action every second, on simulated pages and a simulated
// clock: what one arranges on the smaller page moves nothing on the other, and what the other arranges moves only that
// window.

import { expect, it, vi } from 'vitest';

import type { Page } from '../src/desktop/page';
import type { WindowBounds } from '../src/protocol/os';
import type { PersonAction, SafeMonitor, SafeWindow } from '../src/protocol/wire';

const viewport = { w: 1440, h: 860 };
const monitor: SafeMonitor = { id: 'monitor-0', viewport, workArea: { x: 0, y: 40, w: 1440, h: 780 } };
const keys = ['monitor-0/a', 'monitor-0/b', 'monitor-0/c', 'monitor-0/d', 'monitor-0/e'];

type Windows = Record<string, SafeWindow>;

/** The server's part: the windows as everybody has them. */
function carryOut(windows: Windows, action: PersonAction): void {
  const { windowId } = action as { windowId?: string };
  const window = windowId === undefined ? undefined : windows[windowId];
  if (windowId === undefined || !window) return;
  const area = monitor.workArea;
  const clamped = ({ x, y, w, h }: WindowBounds): WindowBounds => ({
    x: Math.max(area.x, Math.min(x, area.x + area.w - w)),
    y: Math.max(area.y, Math.min(y, area.y + area.h - h)),
    w,
    h,
  });
  const restored = (): WindowBounds => (window.maximized ? (window.previousBounds ?? window.bounds) : window.bounds);
  const put = (bounds: WindowBounds): void => {
    const { previousBounds: _previous, ...rest } = window;
    windows[windowId] = { ...rest, maximized: false, bounds: clamped(bounds) };
  };
  if (action.type === 'window.move') put({ ...restored(), x: action.x, y: action.y });
  else if (action.type === 'window.resize') put({ ...restored(), w: action.w, h: action.h });
  else if (action.type === 'window.restore') put(restored());
  else if (action.type === 'window.maximize' && !window.maximized)
    windows[windowId] = { ...window, maximized: true, previousBounds: window.bounds, bounds: area };
}

/** A page of its own: its modules know only its own room. */
async function open(windows: () => Windows, change: (action: PersonAction) => void, room: { w: number; h: number }) {
  vi.resetModules();
  const [place, layout] = [await import('../src/windows/place'), await import('../src/windows/layout')];
  layout.setRoom(room);
  const act = (...actions: PersonAction[]) => {
    actions.forEach(change);
    return Promise.resolve({ ok: true, seq: undefined } as const);
  };
  const page = {
    desktop: { get state() { return { windows: windows(), monitors: [monitor], activeMonitor: monitor.id, focused: null }; } },
    person: { act, minimize: () => act() },
  } as unknown as Page;
  const seen = (): Record<string, [WindowBounds, boolean]> =>
    Object.fromEntries(
      keys.map((key) => {
        const window = windows()[key]!;
        return [key, [place.boundsOn(page, key, window), place.isMaximised(page, key, window)]];
      }),
    );
  return { place, layout, page, seen };
}

/** Numbers that look random, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// Solid notices that it is there twice: once for each page.
vi.spyOn(console, 'warn').mockImplementation(() => undefined);

it.each([1, 2, 3, 4])('neither disturbs the other in ten minutes (seed %i)', async (seed) => {
  const windows: Windows = {};
  keys.forEach((key, at) => {
    const bounds = { x: 60 * at, y: 40 + 50 * at, w: 420, h: 300 };
    windows[key] = { id: key.slice(10), monitorId: monitor.id, variant: 'standard', bounds, maximized: false } as SafeWindow;
  });
  let changes = 0;
  const change = (action: PersonAction): void => {
    // A window comes to the front for everyone, as by a click on it.
    if (action.type !== 'window.focus') changes += 1;
    carryOut(windows, action);
  };
  const large = await open(() => windows, change, viewport);
  const small = await open(() => windows, change, { w: 1000, h: 640 });
  const next = numbers(seed);
  const zones = ['left', 'right', 'top-left', 'bottom-right', 'whole'] as const;
  const directions = ['left', 'right', 'up', 'down'] as const;
  const work = async ({ place, page }: typeof large, key: string): Promise<void> => {
    const window = windows[key]!;
    switch (next(6)) {
      case 0:
        return void (await place.moveTo(page, key, { x: next(500), y: 40 + next(200), w: 300 + next(200), h: 200 + next(200) }));
      case 1:
        return void (await place.snap(page, key, zones[next(zones.length)]!));
      case 2:
        return void (await place.maximise(page, key));
      case 3:
        return void (await place.restore(page, key));
      case 4:
        // Down minimises a window that is not snapped, which is everybody's.
        return place.send(page, key, directions[next(3)]!);
      default:
        return void (await place.moveTo(page, key, { ...place.boundsOn(page, key, window), x: next(400) }));
    }
  };
  for (let second = 0; second < 600; second += 1) {
    const key = keys[next(keys.length)]!;
    const [theirs, mine, sent] = [large.seen(), small.seen(), changes];
    if (next(2) === 0) {
      await work(small, key);
      expect(changes, `second ${second}: the smaller page moved a window for everyone`).toBe(sent);
      expect(large.seen(), `second ${second}`).toStrictEqual(theirs);
      expect({ ...small.seen(), [key]: 0 }, `second ${second}`).toStrictEqual({ ...mine, [key]: 0 });
    } else {
      await work(large, key);
      expect({ ...large.seen(), [key]: 0 }, `second ${second}`).toStrictEqual({ ...theirs, [key]: 0 });
      expect({ ...small.seen(), [key]: 0 }, `second ${second}`).toStrictEqual({ ...mine, [key]: 0 });
    }
    for (const [{ x, y, w, h }] of Object.values(small.seen()))
      expect(x >= 0 && y >= 40 && x + w <= 1000 && y + h <= 600, `second ${second}: ${x} ${y} ${w} ${h}`).toBe(true);
  }
  expect(small.layout.countPlaced()).toBeLessThanOrEqual(keys.length);
});
