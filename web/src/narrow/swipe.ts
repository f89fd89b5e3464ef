// A swipe along the title of a narrow page's window shows the window beside it. Pure.

/** The least way of a swipe, in pixels: less is a shaky tap. */
const least = 48;
/** How much longer it is than high: people scroll with a slant. */
const slant = 2;

/** Returns which window a gesture asks for: the next (1), the previous one (-1), or none (0). */
export function swiped(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < least || Math.abs(dx) < slant * Math.abs(dy)) return 0;
  return dx < 0 ? 1 : -1;
}

/** Returns the window beside another one; `undefined` past either end. */
export function beside(keys: readonly string[], key: string, step: -1 | 0 | 1): string | undefined {
  const at = keys.indexOf(key);
  return step === 0 || at < 0 ? undefined : keys[at + step];
}
