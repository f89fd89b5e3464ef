// All windows at a glance: cards with sign, title and agent, found by typing, navigated with the arrow keys.

import { createMemo, createSignal, For, Show, untrack, type JSX } from 'solid-js';

import { isolated } from '../bidi';
import { titleOf } from '../desktop/naming';
import { usePage } from '../desktop/page';
import { Icon } from '../shell/icons';
import { PaneDialog } from '../shell/pane';
import { closePane } from '../shell/panes';
import { WindowSign } from '../shell/window-sign';
import { narrow } from '../windows/narrow';
import { t } from '../words/say';
import { shelves, workspaceName, type Shelf } from './cards';
import { Thumbnail } from './thumbnail';

/** The overview as a pane. */
export function Overview(): JSX.Element {
  const page = usePage();
  // Of all windows, filtered or not: the pane keeps its width while the person types.
  const longest = (): number =>
    Math.max(1, ...shelves(page.desktop.state, '').map(({ keys }) => keys.length));
  return (
    <PaneDialog label={t`All windows`} class="overview" style={{ '--longest': String(longest()) }}>
      <Cards onChosen={closePane} closer />
    </PaneDialog>
  );
}

/** A search field and the cards below it. */
export function Cards(props: { onChosen: (key: string) => void; closer?: boolean }): JSX.Element {
  const page = usePage();
  const [text, setText] = createSignal('');
  // The order of the moment when they opened: a card must not move away under the pointer because somebody else
  // brings a window to the front. New windows come last.
  const { zOrder, activeMonitor } = untrack(() => ({
    zOrder: [...page.desktop.state.zOrder],
    activeMonitor: page.desktop.state.activeMonitor,
  }));
  const shown = createMemo((): Shelf[] => {
    const { windows, monitors } = page.desktop.state;
    return shelves({ windows, monitors, zOrder, activeMonitor }, text(), (window) => titleOf(page, window));
  });
  const count = (): number => shown().reduce((sum, shelf) => sum + shelf.keys.length, 0);
  let root!: HTMLDivElement;

  const choose = (key: string | undefined): void => {
    if (key === undefined) return;
    props.onChosen(key);
    void page.person.focus(key);
  };
  const cards = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('.card-open')];
  /** Returns the next card in a direction, by position, because the columns depend on the width. */
  const step = (from: HTMLElement, key: string): HTMLElement | undefined => {
    const all = cards();
    const at = all.indexOf(from);
    if (key === 'ArrowRight') return all[at + 1];
    if (key === 'ArrowLeft') return all[at - 1];
    if (key === 'Home') return all[0];
    if (key === 'End') return all.at(-1);
    const here = from.getBoundingClientRect();
    const down = key === 'ArrowDown';
    const row = (down ? all.slice(at + 1) : all.slice(0, at).reverse()).filter((card) => {
      const { top } = card.getBoundingClientRect();
      return down ? top > here.top + 4 : top < here.top - 4;
    });
    const first = row[0]?.getBoundingClientRect().top;
    return row
      .filter((card) => Math.abs(card.getBoundingClientRect().top - (first ?? 0)) < 4)
      .sort(
        (a, b) =>
          Math.abs(a.getBoundingClientRect().left - here.left) -
          Math.abs(b.getBoundingClientRect().left - here.left),
      )[0];
  };
  const keys = (event: KeyboardEvent): void => {
    const card = document.activeElement?.closest('.card-open');
    if (!(card instanceof HTMLElement)) {
      if (event.key === 'ArrowDown') cards()[0]?.focus();
      else return;
    } else if (/^(?:Arrow|Home|End)/.test(event.key)) {
      const next = step(card, event.key);
      if (next) next.focus();
      else if (event.key === 'ArrowUp') root.querySelector<HTMLElement>('input')?.focus();
    } else if (event.key === 'Delete') {
      const next = step(card, 'ArrowRight') ?? step(card, 'ArrowLeft');
      void page.person.close(card.dataset.card ?? '');
      next?.focus();
    } else return;
    event.preventDefault();
  };

  return (
    <div ref={root} class="cards" onKeyDown={keys}>
      <div class="search">
        <Icon name="search" />
        <input
          data-first
          type="text"
          role="searchbox"
          enterkeyhint="search"
          class="search-field"
          aria-label={t`Search windows by title, agent or workspace`}
          placeholder={t`Search windows…`}
          autocomplete="off"
          value={text()}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            choose(shown()[0]?.keys[0]);
          }}
        />
        <Show when={props.closer}>
          <button type="button" class="tool" aria-label={t`Close`} title={t`Close`} onClick={closePane}>
            <Icon name="close" />
          </button>
        </Show>
      </div>
      <p class="visually-hidden" role="status">
        {counted(count())}
      </p>
      <div class="shelves">
        <For each={shown()}>
          {(shelf) => (
            <section>
              <h2 class="shelf-name">
                {workspaceName(shelf.monitorId)}
                <span class="fine"> · {counted(shelf.keys.length)}</span>
              </h2>
              <ul class="shelf" aria-label={t`Windows on ${workspaceName(shelf.monitorId)}`}>
                <For each={shelf.keys}>
                  {(key) => <Card key={key} onChoose={() => choose(key)} />}
                </For>
              </ul>
            </section>
          )}
        </For>
        <Show when={count() === 0}>
          <p class="nothing">
            {text() === '' ? t`No window is open.` : t`No window matches “${text()}”.`}
          </p>
        </Show>
      </div>
    </div>
  );
}

function counted(windows: number): string {
  return windows === 1 ? t`1 window` : t`${windows} windows`;
}

function Card(props: { key: string; onChoose: () => void }): JSX.Element {
  const page = usePage();
  const { desktop, person } = page;
  const window = () => desktop.state.windows[props.key];
  const title = (): string => titleOf(page, window());
  const about = (): string =>
    [window()?.agent ?? t`Opened by you`, window()?.minimized ? t`minimised` : '']
      .filter(Boolean)
      .join(' · ');
  return (
    <li class="window-card" classList={{ 'is-front': desktop.state.focused === props.key }}>
      <button type="button" class="card-open" data-card={props.key} onClick={() => props.onChoose()}>
        <Show when={!narrow()}>
          <Thumbnail key={props.key} />
        </Show>
        <Show when={narrow()}>
          <span class="card-sign">
            <WindowSign key={props.key} />
          </span>
        </Show>
        <span class="card-words">
          <bdi class="card-title">{title()}</bdi>
          <bdi class="card-about">{about()}</bdi>
        </span>
      </button>
      <button
        type="button"
        class="card-close"
        aria-label={t`Close ${isolated(title())}`}
        title={t`Close ${isolated(title())}`}
        onClick={() => void person.close(props.key)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
