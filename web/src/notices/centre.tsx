// The notification centre: the open notifications, and past ones.

import { createEffect, createSignal, For, on, Show, type Accessor, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { Icon } from '../shell/icons';
import { t } from '../words/say';
import { NotificationCard } from './notifications';
import { newestFirst, oldestFirst } from './order';
import { Past } from './past';
import { TellMe } from './tell-me';
import { shownToasts, ToastCard } from './toasts';
import { waitingIn } from './waiting';
import { WaitingList } from './waiting-list';

/** The most entries of a kind: as many as a person looks through. */
const most = 50;

/** Whether the centre is open. */
export interface CentreState {
  open: Accessor<boolean>;
  show: () => void;
  hide: () => void;
}

/** Creates a closed centre. */
export function createCentre(): CentreState {
  const [open, setOpen] = createSignal(false);
  return { open, show: () => setOpen(true), hide: () => setOpen(false) };
}

/** The panel on the right. It is not modal: the desktop stays usable next to it. */
export function Centre(props: { centre: CentreState }): JSX.Element {
  const page = usePage();
  const { state } = page.desktop;
  let panel: HTMLElement | undefined;
  let before: Element | null = null;
  createEffect(
    on(props.centre.open, (open) => {
      if (open) {
        before = document.activeElement;
        panel?.focus();
      } else if (before instanceof HTMLElement) {
        before.focus();
        before = null;
      }
    }),
  );
  const open = (): string[] => newestFirst(state.notifications);
  // The toasts that do not fit in the corner.
  const toasts = (): string[] => oldestFirst(state.toasts).slice(0, -shownToasts()).reverse();
  const waits = (): boolean => waitingIn(page.desktop).length > 0;

  return (
    <Show when={props.centre.open()}>
      <aside
        ref={panel}
        class="centre"
        data-region
        tabindex="-1"
        aria-labelledby="centre-title"
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.centre.hide();
        }}
      >
        <header class="centre-head">
          <h2 id="centre-title">{t`Notifications`}</h2>
          <button
            type="button"
            class="tool"
            aria-label={t`Close notifications`}
            title={t`Close`}
            onClick={props.centre.hide}
          >
            <Icon name="close" />
          </button>
        </header>
        <div class="centre-body" tabindex="0" role="group" aria-label={t`Notifications and history`}>
          <Show when={waits()}>
            <p class="centre-section is-first">{t`Waiting for you`}</p>
            <WaitingList all heading="h3" />
          </Show>
          <Show when={open().length + toasts().length === 0 && !waits()}>
            <p class="nothing">{t`You have seen everything.`}</p>
          </Show>
          <For each={toasts().slice(0, most)}>
            {(id) => (
              <Show when={state.toasts[id]}>{(toast) => <ToastCard toast={toast()} />}</Show>
            )}
          </For>
          <Show when={toasts().length > most}>
            <p class="nothing">{t`and ${toasts().length - most} more messages`}</p>
          </Show>
          <Show when={open().length > 0}>
            <For each={open().slice(0, most)}>
              {(id) => (
                <Show when={state.notifications[id]}>
                  {(notification) => <NotificationCard notification={notification()} heading="h3" />}
                </Show>
              )}
            </For>
            <Show when={open().length > most}>
              <p class="nothing">{t`and ${open().length - most} more notifications`}</p>
            </Show>
            <Show when={open().length > 1}>
              <button
                type="button"
                class="button is-ghost size-sm"
                onClick={() => void page.person.dismissNotifications(open())}
              >
                {t`Dismiss all`}
              </button>
            </Show>
          </Show>
          <TellMe />
          <Past />
        </div>
      </aside>
    </Show>
  );
}
