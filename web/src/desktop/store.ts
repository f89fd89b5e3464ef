// The page's copy of the desktop, observed by everything that is drawn.
//
// Only events of the server write to it, in the order of their numbers.

import { batch, createMemo, createSignal, type Accessor } from 'solid-js';
import { createStore, produce, reconcile } from 'solid-js/store';

import type { Position } from '../connection/link';
import type { SafeState, ServerEvent } from '../protocol/wire';
import { apply } from './apply';

/** The desktop before the first event. */
export function nothing(): SafeState {
  return {
    seq: 0,
    epoch: '',
    monitors: [{ id: 'monitor-0', viewport: { w: 1280, h: 720 }, workArea: { x: 0, y: 0, w: 1280, h: 720 } }],
    activeMonitor: 'monitor-0',
    windows: {},
    zOrder: [],
    notifications: {},
    toasts: {},
    dialogs: {},
    questions: {},
    badges: {},
    shortcuts: [],
    history: [],
    appsVersion: 0,
    focused: null,
  };
}

/** The desktop as this page knows it. */
export interface Desktop {
  readonly state: SafeState;
  /** Whether the server has sent anything yet. */
  readonly loaded: Accessor<boolean>;
  /** The keys of all windows, in an order that never changes: moving a frame in the document reloads it. */
  readonly keys: Accessor<string[]>;
  /** The stacking height of each window. */
  readonly heights: Accessor<Map<string, number>>;
  /** The last change, if there is one. */
  since(): Position | undefined;
  /** Applies an event; `false` if a change before it is missing. */
  take(event: ServerEvent): boolean;
  /** Waits until the change with this number has arrived. */
  reached(seq: number | undefined): Promise<void>;
}

/** Creates an empty desktop. */
export function createDesktop(): Desktop {
  const [state, write] = createStore<SafeState>(nothing());
  const [loaded, setLoaded] = createSignal(false);
  let waiting: { seq: number; arrived: () => void }[] = [];

  const keys = createMemo<string[]>((before) => {
    const now = state.windows;
    const stay = before.filter((key) => key in now);
    const known = new Set(stay);
    return [...stay, ...Object.keys(now).filter((key) => !known.has(key))];
  }, []);
  const heights = createMemo(() => new Map(state.zOrder.map((key, index) => [key, index + 1])));

  const wake = (): void => {
    const due = waiting.filter(({ seq }) => seq <= state.seq);
    waiting = waiting.filter(({ seq }) => seq > state.seq);
    for (const { arrived } of due) arrived();
  };

  const take = (event: ServerEvent): boolean => {
    if (event.type === 'SNAPSHOT') {
      // Another server, or one that lost its journal, counts anew: what it answered earlier never arrives.
      const counts = event.state.epoch === state.epoch;
      batch(() => {
        write(reconcile({ focused: null, ...event.state, seq: event.seq }, { key: 'id' }));
        // `reconcile` writes into existing blocks. Lists of blocks are compared as a whole, so each is a new list.
        write(
          produce(({ windows }) => {
            for (const [key, { content }] of Object.entries(windows)) {
              const now = event.state.windows[key]?.content;
              if (content.kind === 'markup' && now?.kind === 'markup') content.blocks = now.blocks;
            }
          }),
        );
        setLoaded(true);
      });
      if (!counts) for (const { arrived } of waiting.splice(0)) arrived();
    } else if (event.type === 'ACTIONS') {
      if (!loaded() || event.seq > state.seq + 1) return false;
      // Sent before the page reported its position; already applied.
      if (event.seq <= state.seq) return true;
      write(
        produce((draft) => {
          for (const change of event.changes) apply(draft, change);
          draft.seq = event.seq;
        }),
      );
    } else {
      return true;
    }
    wake();
    return true;
  };

  return {
    state,
    loaded,
    keys,
    heights,
    since: () => (loaded() ? { seq: state.seq, epoch: state.epoch } : undefined),
    take,
    reached: (seq) =>
      seq === undefined || seq <= state.seq
        ? Promise.resolve()
        : new Promise((arrived) => waiting.push({ seq, arrived })),
  };
}
