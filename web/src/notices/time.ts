// Formats a time for people.

/** Returns the time of day, with the date if it was not today. */
export function timeOf(ms: number, now = Date.now()): string {
  const at = new Date(ms);
  const today = new Date(now).toDateString() === at.toDateString();
  return at.toLocaleString(undefined, {
    hour: 'numeric',
    minute: '2-digit',
    ...(today ? {} : { day: 'numeric', month: 'short' }),
  });
}
