// The items of the launcher: the parts of the page, the phones, the apps, the shortcuts. Pure.

import type { DesktopShortcut } from '../protocol/os';
import type { Openable } from '../protocol/wire';
import type { App } from '../shell/apps';
import type { IconName } from '../shell/icons';
import { isPicture, type SignOf } from '../shell/sign';
import { t } from '../words/say';

/** An item that can be opened. */
export interface Item {
  /** Unique among all items. */
  id: string;
  name: string;
  /** Its kind, in a word. */
  kind: string;
  sign: SignOf;
  badge: number;
  /** What is wrong with it, if anything. */
  trouble?: string;
  does: Does;
}

/** What opening it does. */
export type Does =
  | { kind: 'open'; what: Openable; id: string; target?: string }
  | { kind: 'link'; url: string }
  | { kind: 'press'; shortcut: string; action: string }
  | { kind: 'nothing'; why: string };

const icon = (fallback: IconName): SignOf => ({ icon: '', picture: false, fallback });

/** A part of the page. */
export function partItem(id: string, name: string, sign: IconName): Item {
  const does: Does = { kind: 'open', what: 'part', id };
  return { id: `part:${id}`, name, kind: '', sign: icon(sign), badge: 0, does };
}

/** A phone's window. */
export function phoneItem(id: string, name: string, trouble?: string): Item {
  return {
    id: `phone:${id}`,
    name,
    kind: t`Phone`,
    sign: icon('phone'),
    badge: 0,
    ...(trouble === undefined ? {} : { trouble }),
    does: { kind: 'open', what: 'part', id: 'phone', target: id },
  };
}

/** An app. */
export function appItem(app: App, badge: number): Item {
  return {
    id: `app:${app.id}`,
    name: app.name,
    kind: t`App`,
    sign: { icon: app.icon, picture: isPicture(app.icon), fallback: 'app' },
    badge,
    ...(app.error === undefined ? {} : { trouble: app.error }),
    does: { kind: 'open', what: 'app', id: app.id },
  };
}

const fallbacks: Record<DesktopShortcut['type'], IconName> = {
  file: 'file',
  url: 'link',
  action: 'play',
};
const kinds: Record<DesktopShortcut['type'], string> = {
  file: t`File`,
  url: t`Link`,
  action: t`Agent action`,
};

/** A shortcut. */
export function shortcutItem(shortcut: DesktopShortcut): Item {
  return {
    id: `shortcut:${shortcut.id}`,
    name: shortcut.label,
    kind: kinds[shortcut.type],
    sign: {
      icon: shortcut.icon,
      // Agents may declare a picture an emoji and vice versa; in doubt, its appearance decides.
      picture: isPicture(shortcut.icon) && shortcut.iconType !== 'emoji',
      fallback: fallbacks[shortcut.type],
    },
    badge: 0,
    does: doesOf(shortcut),
  };
}

function doesOf({ id, type, target }: DesktopShortcut): Does {
  if (type === 'action') return { kind: 'press', shortcut: id, action: target };
  if (type === 'file') {
    return { kind: 'open', what: 'file', id: target.replace(/^\/*(?:files\/+)?/, '') };
  }
  const url = URL.parse(target, globalThis.location?.href);
  return url && ['http:', 'https:'].includes(url.protocol)
    ? { kind: 'link', url: url.href }
    : { kind: 'nothing', why: t`It leads to “${target}”, which cannot be opened here.` };
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase();

/** Returns the items that contain every word; those whose name begins with the words come first. */
export function search<T>(items: readonly T[], text: string, wordsOf: (item: T) => string[]): T[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  const found = items.flatMap((item) => {
    const all = wordsOf(item).map(plain);
    const hit = words.every((word) => all.some((each) => each.includes(word)));
    return hit ? [{ item, first: all[0]?.startsWith(words.join(' ')) ? 0 : 1 }] : [];
  });
  return found.sort((a, b) => a.first - b.first).map(({ item }) => item);
}

/** Sorts recently opened items first, and keeps the order of the rest. */
export function recentFirst(items: readonly Item[], recent: readonly string[]): Item[] {
  const rank = (item: Item): number => {
    const at = recent.indexOf(item.id);
    return at < 0 ? recent.length : at;
  };
  return [...items].sort((a, b) => rank(a) - rank(b));
}
