// The server's clock as this page knows it. Questions wait by that clock, and a page's own may be wrong by minutes.
//
// A time that the server told, less half of what the exchange took, runs on with the page's steady clock: whoever sets
// the clock of their computer changes nothing. A better or a newer exchange replaces an older one, since a computer
// that slept may have stopped its steady clock.

import { createSignal } from 'solid-js';

/** A clock that can be set by what the server says. */
export interface ServerClock {
  /** Milliseconds since 1970; by the page's own clock as long as the server has said nothing. */
  now(): number;
  /** The server said `now` in an exchange that began at `sent` and ended at `came`, by `tick`. */
  hear(now: number, sent: number, came: number): void;
  /** The steady clock of this page. */
  tick(): number;
}

/** After this long a worse exchange is better than an old one. */
const stale = 60_000;

/** Makes one. */
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
