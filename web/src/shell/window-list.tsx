// The windows of a group on the task bar, in a list above its button: each can be shown or closed.

import { For, onMount, type JSX } from 'solid-js';

import { isolated } from '../bidi';
import { titleOf } from '../desktop/naming';
import { usePage } from '../desktop/page';
import { hasMenu } from '../menu/menu';
import { windowMenu } from '../windows/window-menu';
import { t } from '../words/say';
import { Icon } from './icons';
import { WindowSign } from './window-sign';

/** The list. Closed by a press outside or by Escape. */
export function WindowList(props: {
  label: string;
  keys: string[];
  anchor: HTMLElement;
  onGone: () => void;
}): JSX.Element {
  const { person } = usePage();
  let list!: HTMLDivElement;
  const rows = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('.row-open')];
  onMount(() => {
    list.showPopover();
    const box = props.anchor.getBoundingClientRect();
    const { offsetWidth: w } = list;
    list.style.left = `${Math.max(8, Math.min(box.left + box.width / 2 - w / 2, innerWidth - w - 8))}px`;
    list.style.bottom = `${innerHeight - box.top + 6}px`;
    rows()[0]?.focus();
  });
  const keys = (event: KeyboardEvent): void => {
    const all = rows();
    const at = all.findIndex((row) => row.parentElement?.contains(document.activeElement));
    const go = (to: number): void => all.at(to % Math.max(1, all.length))?.focus();
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(-1);
    else if (event.key === 'Delete' && at >= 0) {
      go(at + 1 < all.length ? at + 1 : at - 1);
      void person.close(props.keys[at] ?? '');
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const hide = (): void => list.hidePopover();
  return (
    <div
      ref={list}
      class="window-list"
      popover="auto"
      role="group"
      aria-label={props.label}
      on:toggle={(event: Event) => {
        if (event instanceof ToggleEvent && event.newState === 'closed') props.onGone();
      }}
      onKeyDown={keys}
    >
      <For each={props.keys}>
        {(key) => (
          <Row
            key={key}
            onChosen={() => {
              hide();
              void person.focus(key);
            }}
          />
        )}
      </For>
    </div>
  );
}

function Row(props: { key: string; onChosen: () => void }): JSX.Element {
  const page = usePage();
  const window = () => page.desktop.state.windows[props.key];
  const title = (): string => titleOf(page, window());
  return (
    <div
      class="window-row"
      classList={{ 'is-front': page.desktop.state.focused === props.key }}
      ref={(row) =>
        hasMenu(row, {
          label: () => t`Menu of ${isolated(title())}`,
          entries: () => windowMenu(page, props.key),
        })
      }
    >
      <button type="button" class="row-open" onClick={() => props.onChosen()}>
        <WindowSign key={props.key} />
        <bdi class="task-title">{title()}</bdi>
        {window()?.minimized ? <span class="fine">{t`minimised`}</span> : undefined}
      </button>
      <button
        type="button"
        class="card-close"
        aria-label={t`Close ${isolated(title())}`}
        title={t`Close ${isolated(title())}`}
        onClick={() => void page.person.close(props.key)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
