// The person's hand: one action after the other, each after the phone has finished the one before, so that letters stay
// in order and a slow phone is not flooded.

import { t } from '../../words/say';
import { merged, type Deed } from './deeds';
import type { Done } from './socket';

/** The services that the hand uses. */
export interface HandWorld {
  send: (deed: Deed) => Promise<Done>;
  /** An action failed, and the ones after it were dropped. */
  failed: (deed: Deed, why: Extract<Done, { ok: false }>) => void;
}

/** The most waiting actions: a phone that is further behind is stuck. */
export const mostWaiting = 50;

/** Performs actions in order. */
export class Hand {
  private readonly waiting: Deed[] = [];
  private busy = false;

  constructor(private readonly world: HandWorld) {}

  /** Performs these after everything before them is done. */
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

  /** Drops everything that has not begun. */
  drop(): void {
    this.waiting.length = 0;
  }

  private async work(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (let deed = this.waiting.shift(); deed; deed = this.waiting.shift()) {
      const done = await this.world.send(deed);
      // A finger that cannot be followed is no reason to drop the rest: the gesture is sent as a whole.
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

const stuck = { ok: false, code: 'limit', message: t`the phone does not keep up` } as const;
