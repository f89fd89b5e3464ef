// In which order notices are shown.

import type { Notification } from '../protocol/wire';

/** The ids of all notifications, newest first. */
export function newestFirst(notifications: Record<string, Notification>): string[] {
  return Object.keys(notifications).sort(
    (a, b) => (notifications[b]?.shownAt ?? 0) - (notifications[a]?.shownAt ?? 0),
  );
}
