// The messages between page, wrapper and app, and their limits. The wrapper sits between two sides that do not trust
// each other: everything an app sends is parsed here, and anything but these messages is ignored.

/** The colours and the scheme of the desktop, for an app that wants to match it. */
export interface AppTheme {
  scheme: 'light' | 'dark';
  /** CSS colours by purpose: `ink`, `surface`, `accent` … */
  colours: Record<string, string>;
}

/** From the page to the wrapper, on their port. */
export type ToWrapper =
  | { kind: 'message'; data: string }
  | { kind: 'theme'; theme: AppTheme }
  | { kind: 'ping'; n: number }
  | { kind: 'answer'; n: number; error?: string };

/** From the wrapper to the page. */
export type FromWrapper =
  | { kind: 'loaded' }
  | { kind: 'message'; n: number; data: string }
  | { kind: 'pong'; n: number }
  | { kind: 'error'; text: string }
  | { kind: 'stopped'; why: string };

/** From the wrapper to the app, on their port. */
export type ToApp =
  | { kind: 'message'; data: string }
  | { kind: 'theme'; theme: AppTheme }
  | { kind: 'ping'; n: number }
  | { kind: 'answer'; n: number; error?: string };

/** From the app to the wrapper. */
export type FromApp =
  | { kind: 'message'; n: number; data: string }
  | { kind: 'pong'; n: number }
  | { kind: 'error'; text: string };

/** The longest message, in UTF-16 units of its JSON. */
export const longestMessage = 32 * 1024;
/** The longest error report that is passed on. */
const longestError = 300;
/** How many messages an app may send per second; four times as many at once. */
export const perSecond = 25;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

/** Parses an app's message. A message that is too long has `data` `undefined`. */
export function readFromApp(
  value: unknown,
): FromApp | { kind: 'too long'; n: number } | undefined {
  if (!isObject(value)) return undefined;
  const { kind, n, data, text } = value;
  if (kind === 'pong' && isNumber(n)) return { kind, n };
  if (kind === 'error' && typeof text === 'string') return { kind, text: text.slice(0, longestError) };
  if (kind !== 'message' || !isNumber(n) || typeof data !== 'string') return undefined;
  return data.length > longestMessage ? { kind: 'too long', n } : { kind, n, data };
}

/** Parses a wrapper's message: the wrapper is ours, but it shares a process with the app. */
export function readFromWrapper(value: unknown): FromWrapper | undefined {
  if (!isObject(value)) return undefined;
  if (value.kind === 'loaded') return { kind: 'loaded' };
  if (value.kind === 'stopped' && typeof value.why === 'string')
    return { kind: 'stopped', why: value.why.slice(0, longestError) };
  const read = readFromApp(value);
  return read?.kind === 'too long' ? undefined : read;
}

/** A rate limit: a number of messages per second, and a few seconds' worth at once. */
export class Allowance {
  private left: number;

  constructor(
    private readonly rate: number,
    private last: number,
  ) {
    this.left = rate * 4;
  }

  /** Takes one; returns whether there was one. */
  take(now: number): boolean {
    this.left = Math.min(this.rate * 4, this.left + ((now - this.last) / 1000) * this.rate);
    this.last = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
