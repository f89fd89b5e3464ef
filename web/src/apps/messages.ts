// What page, wrapper and app say to each other, and how much of it. The wrapper stands between two who do not trust each
// other: whatever an app sends is read here, and what is not one of these messages is nothing.

/** The colours and the scheme of the desktop, for an app that wants to look like it. */
export interface AppTheme {
  scheme: 'light' | 'dark';
  /** CSS colours by what they are for: `ink`, `surface`, `accent` … */
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
/** The longest report of an error that is passed on. */
const longestError = 300;
/** How many messages an app may send in a second, and four times as many at once. */
export const perSecond = 25;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

/** What an app sent, if it is one of its messages. A message that is too long has `data` `undefined`. */
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

/** What a wrapper sent, if it is one of its messages: the wrapper is ours, but it shares a process with the app. */
export function readFromWrapper(value: unknown): FromWrapper | undefined {
  if (!isObject(value)) return undefined;
  if (value.kind === 'loaded') return { kind: 'loaded' };
  if (value.kind === 'stopped' && typeof value.why === 'string')
    return { kind: 'stopped', why: value.why.slice(0, longestError) };
  const read = readFromApp(value);
  return read?.kind === 'too long' ? undefined : read;
}

/** How many messages may still come: so many a second, and a few seconds' worth at once. */
export class Allowance {
  private left: number;

  constructor(
    private readonly rate: number,
    private last: number,
  ) {
    this.left = rate * 4;
  }

  /** Takes one; whether there was one. */
  take(now: number): boolean {
    this.left = Math.min(this.rate * 4, this.left + ((now - this.last) / 1000) * this.rate);
    this.last = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
