// The launcher: everything that can be opened, found by typing, chosen with arrow keys or pointer.

import { createMemo, createSignal, createUniqueId, For, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { Icon } from '../shell/icons';
import { PaneDialog } from '../shell/pane';
import { closePane, showKeys, showOverview } from '../shell/panes';
import { Sign } from '../shell/sign';
import { t } from '../words/say';
import { recentFirst, search, type Item } from './items';
import { allItems, launch, recent } from './launch';

/** The desktop's own entries. */
const commands: { id: string; name: string; icon: 'windows' | 'keyboard'; act: () => void }[] = [
  { id: 'overview', name: t`All windows`, icon: 'windows', act: showOverview },
  { id: 'keys', name: t`Keyboard shortcuts`, icon: 'keyboard', act: showKeys },
];

interface Choice {
  id: string;
  name: string;
  kind: string;
  item: Item | undefined;
  act: () => void;
}

/** The launcher as a pane. */
export function Launcher(): JSX.Element {
  const page = usePage();
  const [text, setText] = createSignal('');
  const [at, setAt] = createSignal(0);
  const listId = createUniqueId();
  let list!: HTMLUListElement;

  const choices = createMemo((): Choice[] => {
    const items = recentFirst(allItems(page), recent()).map((item): Choice => ({
      id: item.id,
      name: item.name,
      kind: item.kind,
      item,
      act: () => void launch(page, item),
    }));
    const own = commands.map(({ id, name, act }): Choice => ({
      id: `command:${id}`,
      name,
      kind: t`Desktop`,
      item: undefined,
      act,
    }));
    return search([...items, ...own], text(), (choice) => [choice.name, choice.kind]);
  });
  const choose = (choice: Choice | undefined): void => {
    if (!choice) return;
    closePane();
    choice.act();
  };
  const go = (to: number): void => {
    const count = choices().length;
    if (count === 0) return;
    setAt((to + count) % count);
    list.children[at()]?.scrollIntoView({ block: 'nearest' });
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') go(at() + 1);
    else if (event.key === 'ArrowUp') go(at() - 1);
    else if (event.key === 'Enter') choose(choices()[at()]);
    else return;
    event.preventDefault();
  };
  const idOf = (index: number): string => `${listId}-${index}`;

  return (
    <PaneDialog label={t`Apps and parts`} class="launcher">
      <div class="search">
        <Icon name="search" />
        <input
          data-first
          type="text"
          class="search-field"
          role="combobox"
          aria-label={t`Search apps, parts and files`}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={choices().length > 0 ? idOf(at()) : undefined}
          placeholder={t`Search…`}
          autocomplete="off"
          value={text()}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={keys}
        />
        <button type="button" class="tool" aria-label={t`Close`} title={t`Close`} onClick={closePane}>
          <Icon name="close" />
        </button>
      </div>
      <ul ref={list} class="launcher-list" role="listbox" id={listId} aria-label={t`Apps, parts and files`}>
        <For each={choices()}>
          {(choice, index) => (
            <li
              id={idOf(index())}
              class="launcher-choice"
              role="option"
              aria-selected={index() === at()}
              data-launch={choice.id}
              onPointerMove={() => setAt(index())}
              onClick={() => choose(choice)}
            >
              <Show
                when={choice.item}
                fallback={
                  <span class="launcher-sign">
                    <Icon name={choice.id === 'command:keys' ? 'keyboard' : 'windows'} />
                  </span>
                }
              >
                {(item) => <Sign of={item().sign} class="launcher-sign" />}
              </Show>
              <bdi class="launcher-name">{choice.name}</bdi>
              <span class="launcher-kind">{choice.item?.trouble ?? choice.kind}</span>
            </li>
          )}
        </For>
      </ul>
      <p class="visually-hidden" role="status">
        {choices().length === 0 ? t`Nothing found` : t`${choices().length} found`}
      </p>
      <Show when={choices().length === 0}>
        <p class="nothing">{t`Nothing is called “${text()}”.`}</p>
      </Show>
    </PaneDialog>
  );
}
