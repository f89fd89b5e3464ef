// The order of notices.

type Shown = Record<string, { shownAt: number }>;

/** Returns all ids, newest first. */
export function newestFirst(notices: Shown): string[] {
  return Object.keys(notices).sort((a, b) => at(notices, b) - at(notices, a));
}

/** Returns all ids, oldest first. */
export function oldestFirst(notices: Shown): string[] {
  return Object.keys(notices).sort((a, b) => at(notices, a) - at(notices, b));
}

function at(notices: Shown, id: string): number {
  return notices[id]?.shownAt ?? 0;
}
