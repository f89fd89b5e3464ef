// What lies on the desktop itself: apps and shortcuts, and what to do when there is nothing.

import { For, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { appItem, shortcutItem } from '../launcher/items';
import { apps } from './apps';
import { DeskIcon } from './desk-icon';
import { Welcome } from './welcome';

/** Apps and shortcuts. */
export function Workspace(): JSX.Element {
  const { desktop } = usePage();
  const { state } = desktop;
  return (
    <>
      <Show when={apps().length + state.shortcuts.length > 0}>
        <ul class="desk" aria-label="On the desktop">
          <For each={apps()}>
            {(app) => (
              <li>
                <DeskIcon item={appItem(app, state.badges[app.id] ?? 0)} />
              </li>
            )}
          </For>
          <For each={state.shortcuts}>
            {(shortcut, index) => (
              <li>
                <DeskIcon
                  item={shortcutItem(shortcut)}
                  shortcut={shortcut.id}
                  at={index()}
                  count={state.shortcuts.length}
                />
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Welcome />
    </>
  );
}
