// Opens items of the launcher, the desktop and the home screen, and remembers the latest.

import { createSignal } from 'solid-js';

import { phoneName } from '../desktop/naming';
import type { Page } from '../desktop/page';
import { partEntry } from '../parts/parts';
import { partValues } from '../protocol/wire';
import { apps } from '../shell/apps';
import { t } from '../words/say';
import { appItem, partItem, phoneItem, shortcutItem, type Item } from './items';

const place = 'fingertip.recent';
const most = 8;

function stored(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

const [recent, setRecent] = createSignal<string[]>(stored());
/** The ids of recently opened items, the latest first. */
export { recent };

function remember(id: string): void {
  setRecent((before) => [id, ...before.filter((other) => other !== id)].slice(0, most));
  try {
    localStorage.setItem(place, JSON.stringify(recent()));
  } catch {
    // Without storage they are forgotten with the page.
  }
}

/** Returns everything that can be opened. */
export function allItems(page: Page): Item[] {
  const { state } = page.desktop;
  const parts = partValues
    .filter((part) => part !== 'phone')
    .map((part) => partItem(part, partEntry(part).name, partEntry(part).icon));
  const phones = page.phones.all();
  return [
    ...parts,
    ...phones.map((phone) =>
      phoneItem(phone.id, phoneName(phone), phone.trouble),
    ),
    ...apps().map((app) => appItem(app, state.badges[app.id] ?? 0)),
    ...state.shortcuts.map(shortcutItem),
  ];
}

const names = new Intl.ListFormat('en', { type: 'conjunction' });

/** Opens an item. */
export async function launch(page: Page, item: Item): Promise<void> {
  remember(item.id);
  const { does } = item;
  switch (does.kind) {
    case 'open':
      await page.person.open(does.what, does.id, does.target);
      return;
    case 'link':
      window.open(does.url, '_blank', 'noopener,noreferrer');
      return;
    case 'press': {
      const outcome = await page.person.pressShortcut(does.shortcut, does.action);
      if (!outcome.ok) return;
      const heard = outcome.heard ?? [];
      page.remark(
        heard.length > 0
          ? t`${names.format(heard)} heard: ${item.name}`
          : t`The agent of “${item.name}” is not connected. It receives this when it reconnects.`,
      );
      return;
    }
    case 'nothing':
      page.remark(does.why);
  }
}
