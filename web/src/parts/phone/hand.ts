// The person's hand: one deed after the other, each when the phone is done with the one before, so that
// letters do not overtake each other and a slow phone is not flooded.

import { merged, type Deed } from './deeds';
import type { Done } from './socket';

/** What the hand needs of the world around it. */
export interface HandWorld {
  send: (deed: Deed) => Promise<Done>;
  /** Something was not done, and what was to follow it neither. */
  failed: (deed: Deed, why: Extract<Done, { ok: false }>) => void;
}

/** More than this does not wait: a phone that is so far behind is stuck. */
export const mostWaiting = 50;

/** Does deeds in order. */
export class Hand {
  private readonly waiting: Deed[] = [];
  private busy = false;

  constructor(private readonly world: HandWorld) {}

  /** Does this as soon as everything before it is done. */
  do(...deeds: Deed[]): void {
    for (const deed of deeds) {
      const last = this.waiting.at(-1);
      const both = last && merged(last, deed);
      if (both) this.waiting[this.waiting.length - 1] = both;
      else if (this.waiting.length >= mostWaiting) return this.stop(deed, stuck);
      else this.waiting.push(deed);
    }
    void this.work();
  }

  /** Forgets what has not begun. */
  drop(): void {
    this.waiting.length = 0;
  }

  private async work(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (let deed = this.waiting.shift(); deed; deed = this.waiting.shift()) {
      const done = await this.world.send(deed);
      // A finger that cannot be followed is no reason to forget the rest: the gesture goes another way.
      if (!done.ok && deed.type === 'TOUCH' && done.code === 'unsupported') {
        this.world.failed(deed, done);
      } else if (!done.ok) this.stop(deed, done);
    }
    this.busy = false;
  }

  private stop(deed: Deed, why: Extract<Done, { ok: false }>): void {
    this.drop();
    this.world.failed(deed, why);
  }
}

const stuck = { ok: false, code: 'limit', message: 'the phone does not keep up' } as const;
