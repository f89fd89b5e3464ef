// The server's clock as this page knows it. Questions expire by that clock, and a page's own may be wrong by minutes.
//
// A server time, minus half of the round trip, continues with the page's monotonic clock, so that changing the
// computer's clock has no effect. A better or newer exchange replaces an older one, because a sleeping computer may
// have stopped its monotonic clock.

import { createSignal } from 'solid-js';

/** A clock that is set by the server's messages. */
export interface ServerClock {
  /** Milliseconds since 1970; the page's own clock until the server has sent a time. */
  now(): number;
  /** The server sent `now` in an exchange that began at `sent` and ended at `came`, by `tick`. */
  hear(now: number, sent: number, came: number): void;
  /** This page's monotonic clock. */
  tick(): number;
}

/** After this long a worse exchange is better than an old one. */
const stale = 60_000;

/** Creates a clock. */
export function createServerClock(
  tick: () => number = () => performance.now(),
  wall: () => number = () => Date.now(),
): ServerClock {
  const [known, setKnown] = createSignal<{ offset: number; error: number; at: number }>();
  return {
    tick,
    now: () => {
      const heard = known();
      return heard ? heard.offset + tick() : wall();
    },
    hear: (now, sent, came) => {
      const error = (came - sent) / 2;
      const before = known();
      if (error < 0 || (before && before.error < error && came - before.at < stale)) return;
      setKnown({ offset: now - (sent + error), error, at: came });
    },
  };
}
