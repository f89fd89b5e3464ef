// Signing in: the token in the address becomes a cookie that scripts cannot read.

/** The result of signing in. */
export type Entry = 'in' | 'refused' | 'unreachable';

/** Returns the token in a fragment such as `#token=…`, or in a whole pasted link. */
export function tokenIn(text: string): string | undefined {
  const found = /(?:^|[#&])token=([^&\s]+)/.exec(text.trim());
  if (!found?.[1]) return undefined;
  try {
    return decodeURIComponent(found[1]);
  } catch {
    return found[1];
  }
}

/** Exchanges the token for a session. */
export async function enter(token: string): Promise<Entry> {
  try {
    const answer = await fetch('/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.ok) return 'in';
    return answer.status < 500 && answer.status !== 429 ? 'refused' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

/** Whether there is a session. A WebSocket does not report why it was refused, so the page asks over HTTP. */
export async function probe(): Promise<Entry> {
  try {
    const answer = await fetch('/api/apps', { signal: AbortSignal.timeout(5_000) });
    if (answer.ok) return 'in';
    return answer.status === 401 || answer.status === 403 ? 'refused' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

/** Whether the server answers at all: a connection looks open for minutes after the network is gone. */
export async function alive(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(4_000),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
