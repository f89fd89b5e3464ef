// The home screen of a narrow page: everything that can be opened, with a search; and the list of windows.

import { createMemo, createSignal, For, Match, Show, Switch, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { search, type Item } from '../launcher/items';
import { allItems } from '../launcher/launch';
import { MenuButton } from '../menu/menu';
import { Cards } from '../overview/overview';
import { DeskIcon } from '../shell/desk-icon';
import { desktopMenu } from '../shell/desktop-menu';
import { Icon } from '../shell/icons';
import { Welcome } from '../shell/welcome';
import { t } from '../words/say';
import { go, place } from './place';

/** The content of a narrow page that shows no window. */
export function NarrowHome(): JSX.Element {
  return (
    <Switch>
      <Match when={place().at === 'windows'}>
        <div class="narrow-page">
          <h2 class="narrow-title">{t`Windows`}</h2>
          <Cards onChosen={(key) => go({ at: 'window', key })} />
        </div>
      </Match>
      <Match when={place().at !== 'window'}>
        <Home />
      </Match>
    </Switch>
  );
}

function Home(): JSX.Element {
  const page = usePage();
  const { state } = page.desktop;
  const [text, setText] = createSignal('');
  const found = createMemo((): Item[] =>
    search(allItems(page), text(), (item) => [item.name, item.kind]),
  );
  const shortcutOf = (item: Item): string | undefined =>
    item.id.startsWith('shortcut:') ? item.id.slice('shortcut:'.length) : undefined;
  const placeOf = (id: string | undefined): number =>
    state.shortcuts.findIndex((shortcut) => shortcut.id === id);
  return (
    <div class="narrow-page">
      <div class="narrow-head">
        <div class="search">
          <Icon name="search" />
          <input
            type="text"
            role="searchbox"
            enterkeyhint="search"
            class="search-field"
            aria-label={t`Search apps, parts and files`}
            placeholder={t`Search apps and parts…`}
            autocomplete="off"
            value={text()}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <MenuButton
          label={t`Menu of the desktop`}
          icon="more"
          class="tool"
          entries={() => desktopMenu(page)}
        />
      </div>
      <Show when={text() === ''}>
        <Welcome always />
      </Show>
      <ul class="desk" aria-label={t`On the desktop`}>
        <For each={found()}>
          {(item) => {
            const shortcut = shortcutOf(item);
            return (
              <li>
                <Show when={shortcut} fallback={<DeskIcon item={item} />}>
                  {(id) => (
                    <DeskIcon
                      item={item}
                      shortcut={id()}
                      at={placeOf(id())}
                      count={state.shortcuts.length}
                    />
                  )}
                </Show>
              </li>
            );
          }}
        </For>
      </ul>
      <Show when={found().length === 0}>
        <p class="nothing">{t`Nothing is called “${text()}”.`}</p>
      </Show>
    </div>
  );
}
