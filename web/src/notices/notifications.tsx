// Notifications as they come: the newest few in a corner, the rest in the centre.

import { For, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import type { Notification } from '../protocol/wire';
import { AgentIcon, Icon } from '../shell/icons';
import { isolated } from '../bidi';
import { newestFirst } from './order';
import { timeOf } from './time';

/** So many are shown in the corner. */
const few = 3;

/** The corner. */
export function Notifications(props: { hidden: boolean; onAll: () => void }): JSX.Element {
  const page = usePage();
  const ids = (): string[] => newestFirst(page.desktop.state.notifications);
  return (
    <div
      class="notifications"
      role="log"
      aria-label="New notifications"
      aria-live="polite"
      aria-relevant="additions"
    >
      <Show when={!props.hidden}>
        <For each={ids().slice(0, few)}>
          {(id) => (
            <Show when={page.desktop.state.notifications[id]}>
              {(notification) => <NotificationCard notification={notification()} />}
            </Show>
          )}
        </For>
        <Show when={ids().length > few}>
          <button type="button" class="notifications-more" onClick={() => props.onAll()}>
            {ids().length - few} more
          </button>
        </Show>
      </Show>
    </div>
  );
}

/** One notification. */
export function NotificationCard(props: { notification: Notification }): JSX.Element {
  const { person } = usePage();
  return (
    <article class="notification" data-notification={props.notification.id}>
      <span class="notification-sign">
        <AgentIcon name={props.notification.icon} fallback="bell" />
      </span>
      <div class="notification-words">
        <h3 dir="auto">{props.notification.title}</h3>
        <p dir="auto">{props.notification.body}</p>
        <p class="fine">
          <bdi>{props.notification.from}</bdi> · {timeOf(props.notification.shownAt)}
        </p>
      </div>
      <button
        type="button"
        class="toast-close"
        aria-label={`Dismiss ${isolated(props.notification.title)}`}
        onClick={() => void person.dismissNotifications([props.notification.id])}
      >
        <Icon name="close" />
      </button>
    </article>
  );
}
