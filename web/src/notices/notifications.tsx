// New notifications: the newest few in a corner for a while, then in the centre with the rest.

import { createSignal, For, onCleanup, Show, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';

import { usePage } from '../desktop/page';
import type { Notification } from '../protocol/wire';
import { AgentIcon, Icon } from '../shell/icons';
import { isolated } from '../bidi';
import { t } from '../words/say';
import { attended } from './attended';
import { narrated } from './narrated';
import { newestFirst } from './order';
import { Sender } from './sender';
import { isTaskShown, TaskButtons, taskOf } from './task-notice';
import { timeOf } from './time';
import { WaitingList } from './waiting-list';

/** How many are shown in the corner. */
const few = 3;
/** How long they stay there, in milliseconds, unless somebody reads them. */
const stays = 12_000;

/**
 * The notifications that moved to the centre. An updated notification appears in the corner again, but not a task's
 * progress, which is updated four times a second.
 */
const [gone, setGone] = createSignal<ReadonlySet<string>>(new Set());
const nameOf = (notification: Notification): string =>
  taskOf(notification) === undefined
    ? `${notification.id} ${notification.shownAt}`
    : notification.id;

/** The corner. */
export function Notifications(props: { hidden: boolean; onAll: () => void }): JSX.Element {
  const page = usePage();
  const all = (): Record<string, Notification> => page.desktop.state.notifications;
  const ids = (): string[] =>
    newestFirst(all()).filter((id) => {
      const one = all()[id];
      if (one === undefined || gone().has(nameOf(one))) return false;
      const task = taskOf(one);
      return task === undefined || !isTaskShown(page, task);
    });
  const leave = (notification: Notification): void => {
    const still = new Set(Object.values(all()).map(nameOf));
    setGone((before) => new Set([...before].filter((name) => still.has(name))).add(nameOf(notification)));
  };
  return (
    <div
      class="notifications"
      role="log"
      aria-label={t`New notifications`}
      aria-live="polite"
      aria-relevant="additions"
    >
      <Show when={!props.hidden}>
        <WaitingList all={false} heading="h2" />
        <For each={ids().slice(0, few)}>
          {(id) => (
            <Show when={all()[id]}>
              {(notification) => (
                <Passing onOver={() => leave(notification())}>
                  <NotificationCard notification={notification()} heading="h2" />
                </Passing>
              )}
            </Show>
          )}
        </For>
        <Show when={ids().length > few}>
          <button type="button" class="notifications-more" onClick={() => props.onAll()}>
            {t`${ids().length - few} more`}</button>
        </Show>
      </Show>
    </div>
  );
}

/** An element that stays for a while; longer while it is hovered or focused. */
function Passing(props: { onOver: () => void; children: JSX.Element }): JSX.Element {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (attended: boolean): void => {
    clearTimeout(timer);
    timer = attended ? undefined : setTimeout(() => props.onOver(), stays);
  };
  wait(false);
  onCleanup(() => clearTimeout(timer));
  return (
    <div class="passing" {...attended(wait)}>
      {props.children}
    </div>
  );
}

/** One notification, with a heading of the page's or the centre's level. */
export function NotificationCard(props: {
  notification: Notification;
  heading: 'h2' | 'h3';
}): JSX.Element {
  const { person } = usePage();
  // A task's title is what the person said.
  const title = (): string => {
    const { from, title } = props.notification;
    return taskOf(props.notification) === undefined ? narrated(from, title) : title;
  };
  return (
    <article class="notification" data-notification={props.notification.id}>
      <span class="notification-sign">
        <AgentIcon name={props.notification.icon} fallback="bell" />
      </span>
      <div class="notification-words">
        <Dynamic component={props.heading} class="notification-title" dir="auto">
          {title()}
        </Dynamic>
        <p dir="auto">{narrated(props.notification.from, props.notification.body)}</p>
        <Show when={taskOf(props.notification)}>{(task) => <TaskButtons task={task()} />}</Show>
        <p class="fine">
          <Sender from={props.notification.from} runtime /> · {timeOf(props.notification.shownAt)}
        </p>
      </div>
      <button
        type="button"
        class="toast-close"
        aria-label={t`Dismiss ${isolated(props.notification.title)}`}
        onClick={() => void person.dismissNotifications([props.notification.id])}
      >
        <Icon name="close" />
      </button>
    </article>
  );
}
