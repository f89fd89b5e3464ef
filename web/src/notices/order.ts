// In which order notices are shown.

type Shown = Record<string, { shownAt: number }>;

/** The ids of all of them, newest first. */
export function newestFirst(notices: Shown): string[] {
  return Object.keys(notices).sort((a, b) => at(notices, b) - at(notices, a));
}

/** The ids of all of them, oldest first. */
export function oldestFirst(notices: Shown): string[] {
  return Object.keys(notices).sort((a, b) => at(notices, a) - at(notices, b));
}

function at(notices: Shown, id: string): number {
  return notices[id]?.shownAt ?? 0;
}
