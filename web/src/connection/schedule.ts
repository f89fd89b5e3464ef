// When to reconnect after a connection broke: soon at first, then less often, forever.
//
// Used by the link. Pure: randomness is passed in.

/** The longest wait, in milliseconds. */
export const longestWait = 15_000;

const firstWait = 500;

/**
 * How long to wait before attempt number `attempt` (the first after a break is 0), in milliseconds.
 *
 * Half of the wait is random, so that many pages do not return to a restarted server at the same moment.
 */
export function waitBefore(attempt: number, random: () => number): number {
  const whole = Math.min(longestWait, firstWait * 2 ** Math.min(attempt, 10));
  return Math.round(whole / 2 + (whole / 2) * random());
}
