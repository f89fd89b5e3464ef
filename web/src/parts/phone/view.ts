// One window's view of a phone: what it shows, and everything that can be done in it.

import { createEffect, createSignal, on, onCleanup, untrack, type Accessor } from 'solid-js';

import type { Page } from '../../desktop/page';
import { t } from '../../words/say';
import { createControl, type Control } from './control';
import type { Deed } from './deeds';
import { Gestures } from './gestures';
import { Hand } from './hand';
import { isOthers } from './holder';
import { allStreams, watchPhone, type LiveStream } from './streams';
import { createTouches, type AgentTouch } from './touches';

/** The optional panels of the window. */
export interface Shown {
  numbers: boolean;
  list: boolean;
  picture: boolean;
  help: boolean;
}

/** One window's view. */
export interface PhoneView {
  readonly id: string;
  readonly stream: LiveStream;
  readonly control: Control;
  readonly gestures: Gestures;
  readonly touches: Accessor<AgentTouch[]>;
  readonly shown: Accessor<Shown>;
  show(change: Partial<Shown>): void;
  /** Acts on the phone, unless somebody else has it: then the person is asked first. */
  use(...deeds: Deed[]): void;
  /** Whether the person is being asked to take the phone over. */
  readonly asking: Accessor<boolean>;
  /** Asks, or stops asking. */
  ask(whether: boolean): void;
  /** The last error, for a while or until the next success. */
  readonly problem: Accessor<string | undefined>;
  /** Whether the window is visible. */
  see(visible: boolean): void;
  /** The size of a phone's pixel in the page's pixels. */
  readonly zoom: Accessor<number>;
  setZoom(zoom: number): void;
}

/** How long an error is shown. */
const problemStays = 10_000;

const remembered = 'fingertip.phone.list';

/** Creates the view of a phone, for as long as the caller lives. */
export function createView(page: Page, id: string): PhoneView {
  const { stream, viewer } = watchPhone(id);
  onCleanup(() => viewer.leave());
  const control = createControl(page, () => id);
  const touches = createTouches(page.tasks, () => id);
  const [shown, setShown] = createSignal<Shown>({
    numbers: false,
    list: recall(),
    picture: true,
    help: false,
  });
  const [asking, setAsking] = createSignal(false);
  const [problem, setProblem] = createSignal<string>();
  const [zoom, setZoom] = createSignal(1);
  const gestures = new Gestures(() => 8 / Math.max(0.05, zoom()));

  const hand = new Hand({
    send: async (deed) => {
      const done = await stream.ask(deed);
      if (done.ok) setProblem(undefined);
      return done;
    },
    failed: (deed, why) => {
      if (why.code === 'held') {
        setAsking(true);
        void page.phones.refresh();
      } else if (deed.type === 'TOUCH' && why.code === 'unsupported') gestures.live = false;
      else setProblem(plain(deed, why.code, why.message));
    },
  });
  const use = (...deeds: Deed[]): void => {
    if (deeds.length === 0) return;
    if (isOthers(control.hold())) {
      hand.drop();
      setAsking(true);
    } else if (stream.standing().kind === 'live') hand.do(...deeds);
  };

  createEffect(() => {
    if (problem() === undefined) return;
    const timer = setTimeout(() => setProblem(undefined), problemStays);
    onCleanup(() => clearTimeout(timer));
  });
  createEffect(() => viewer.watch(shown().numbers || shown().list));
  createEffect(() => !isOthers(control.hold()) && setAsking(false));
  // The page's connection returns after the network does; the phone's may be dead unnoticed.
  createEffect(
    on(
      () => page.connection().kind === 'connected',
      (connected, before) => connected && before === false && stream.restart(),
    ),
  );

  return {
    id,
    stream,
    control,
    gestures,
    touches,
    shown,
    show: (change) => {
      // One of the two is always shown.
      const next = { ...untrack(shown), ...change };
      setShown({ ...next, picture: next.picture || !next.list });
      if (change.list !== undefined) remember(change.list);
    },
    use,
    asking,
    ask: setAsking,
    problem,
    see: (visible) => viewer.see(visible),
    zoom,
    setZoom,
  };
}

/** Reconnects every phone at once, when the network is back or the person returns. */
export function hurryAll(): void {
  for (const stream of allStreams()) stream.hurry();
}

function plain(deed: Deed, code: string, message: string): string {
  if (code === 'unsupported')
    return deed.type === 'PINCH'
      ? t`This phone does not support two fingers from here.`
      : deed.type === 'ROTATE'
        ? t`This phone cannot be rotated from here.`
        : t`This phone does not support that from here: ${message}`;
  return t`That did not work: ${message}`;
}

function recall(): boolean {
  try {
    return localStorage.getItem(remembered) === 'yes';
  } catch {
    return false;
  }
}

function remember(list: boolean): void {
  try {
    localStorage.setItem(remembered, list ? 'yes' : 'no');
  } catch {
    // Without storage this is forgotten.
  }
}
