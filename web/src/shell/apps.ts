// The server's list of apps.

import { createEffect, createSignal } from 'solid-js';

import type { Page } from '../desktop/page';
import * as is from '../protocol-runtime';

/** An app. */
export interface App {
  id: string;
  name: string;
  /** An emoji, or the address of a picture; empty if there is none. */
  icon: string;
  /** The address that opens it. */
  url: string;
  /** What is wrong with it, if anything. */
  error: string | undefined;
}

/** Parses one entry of the list. */
export function readApp(value: unknown): App | undefined {
  if (!is.object(value) || typeof value.id !== 'string' || value.id === '') return undefined;
  const text = (field: unknown): string | undefined =>
    typeof field === 'string' && field !== '' ? field : undefined;
  const folder = `/apps/${encodeURIComponent(value.id)}/`;
  const url = text(value.url);
  const icon = text(value.icon) ?? '';
  return {
    id: value.id,
    name: text(value.name) ?? value.id,
    // A picture is a file name in the app's own folder.
    icon:
      /\.(?:svg|png|webp|jpe?g|gif|ico)$/i.test(icon) && !icon.startsWith('/')
        ? folder + icon
        : icon,
    url: url?.startsWith('/') && !url.startsWith('//') ? url : folder,
    error: text(value.error),
  };
}

/** Loads the apps; `undefined` if that failed, so that the current list stays. */
export async function readApps(): Promise<App[] | undefined> {
  try {
    const answer = await fetch('/api/apps', { signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) return undefined;
    const value: unknown = await answer.json();
    const list = is.object(value) ? value.apps : value;
    return Array.isArray(list) ? list.map(readApp).filter((app) => app !== undefined) : undefined;
  } catch {
    return undefined;
  }
}

const [apps, setApps] = createSignal<App[]>([]);
/** The latest list. */
export { apps };

/** Keeps the list up to date for as long as the caller lives. */
export function followApps(page: Page): void {
  createEffect(() => {
    void page.desktop.state.appsVersion;
    if (page.connection().kind === 'connected')
      void readApps().then((read) => read && setApps(read));
  });
}
