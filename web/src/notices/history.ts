// The history of notices for people: what a task told is one entry, and each says how it went. Pure.

import type { HistoryEntry, Notification } from '../protocol/wire';
import { narrator } from './narrator';

/** How something went. */
export type Tone = 'done' | 'failed' | 'stopped' | 'asked' | 'told';

/** One entry. */
export interface PastEntry {
  /** What it is about: a task, or a notice. */
  key: string;
  /** The task, if it is about one. */
  task: string | undefined;
  tone: Tone;
  title: string;
  body: string;
  from: string;
  at: number;
  /** How a question was settled. */
  how?: string;
  /** How many notices it stands for. */
  count: number;
}

function toneOf({ kind, variant }: HistoryEntry): Tone {
  if (kind === 'dialog' || kind === 'question') return 'asked';
  if (variant === 'success') return 'done';
  if (variant === 'error') return 'failed';
  return variant === 'warning' ? 'stopped' : 'told';
}

/** Returns the task of an entry; an agent's notice with such an id has none. */
function taskOf({ kind, from, id }: HistoryEntry): string | undefined {
  if (kind === 'question') return from;
  return from === narrator ? /^(?:task|undo|give-back)-(.+)$/.exec(id)?.[1] : undefined;
}

/**
 * Returns the entries after `cleared`, the latest first; everything about one task is one entry, by its end. A
 * notification that is still `open` is shown as such, and not a second time.
 */
export function pastOf(
  history: readonly HistoryEntry[],
  cleared: number,
  open: Readonly<Record<string, Pick<Notification, 'title' | 'from'>>> = {},
): PastEntry[] {
  const entries = new Map<string, PastEntry>();
  const isOpen = ({ kind, id, title, from }: HistoryEntry): boolean =>
    kind === 'notification' && open[id]?.title === title && open[id].from === from;
  history.forEach((entry, index) => {
    if (entry.at <= cleared || isOpen(entry)) return;
    const task = taskOf(entry);
    // A question is an entry of its own, which leads to its task.
    const own = task === undefined || entry.kind === 'question';
    const key = own ? `${entry.kind} ${entry.id} ${entry.at} ${index}` : `task ${task}`;
    const known = entries.get(key);
    const { title, from, at } = entry;
    const asked = entry.kind === 'question';
    const body = asked ? '' : entry.body;
    const count = (known?.count ?? 0) + 1;
    const now: PastEntry = { key, task, tone: toneOf(entry), title, body, from, at, count, ...(asked ? { how: entry.body } : {}) };
    entries.delete(key);
    // The end of a task says more than what came on the way, or what was offered after it.
    const ended = known && known.tone !== 'told' && (now.tone === 'told' || !entry.id.startsWith('task-'));
    entries.set(key, ended ? { ...known, at, count: now.count } : now);
  });
  return [...entries.values()].sort((a, b) => b.at - a.at);
}

const place = 'fingertip.cleared';
/** How far the server's clock, which dates the history, may be ahead of the page's. */
const aDay = 86_400_000;

/** Returns when this person cleared the history, in milliseconds since 1970. A time far ahead does not count: a clock was wrong. */
export function clearedAt(now = Date.now()): number {
  try {
    const at = Number(localStorage.getItem(place));
    return Number.isFinite(at) && at <= now + aDay ? at : 0;
  } catch {
    return 0;
  }
}

/** Notes that it was cleared. The others at this desktop keep theirs. */
export function noteCleared(at: number): void {
  try {
    localStorage.setItem(place, String(at));
  } catch {
    // Without storage this holds until the page is closed.
  }
}
