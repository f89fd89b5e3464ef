// The buttons on a task's notification: stop it, show it, answer it.

import { createSignal, Show, type JSX } from 'solid-js';

import { tell } from '../connection/api';
import { usePage, type Page } from '../desktop/page';
import type { Notification, Toast } from '../protocol/wire';
import { narrow } from '../windows/narrow';
import { t } from '../words/say';
import { narrator } from './narrator';
import { bringBack, isAside, isInView, waitingIn, type Waiting } from './waiting';

/** Returns the task of a notification; an agent's notification with such an id has none. */
export function taskOf(notification: Notification): string | undefined {
  const task = /^task-(.+)$/.exec(notification.id)?.[1];
  return notification.from === narrator ? task : undefined;
}

/** Returns the task that a toast of the runtime is about: its end, or what can be done about it. */
export function taskOfToast(toast: Toast | undefined): string | undefined {
  if (toast?.from !== narrator) return undefined;
  return /^(?:task|undo|give-back)-(.+)$/.exec(toast.id)?.[1];
}

/** Whether the person can see the task: its card, or the phone that it uses. What is told there is not told again. */
export function isTaskShown(page: Page, task: string): boolean {
  if (isInView(`task:${task}`)) return true;
  // Its question is being asked.
  const { questions } = page.desktop.state;
  if (Object.values(questions).some(({ id, from }) => from === task && !isAside(`question:${id}`))) return true;
  const device = page.tasks.story(task)?.view.device;
  if (device === undefined) return false;
  const { windows, activeMonitor } = page.desktop.state;
  // A phone window that names no phone shows the first one.
  const first = page.phones.all()[0]?.id;
  return Object.values(windows).some(
    ({ content, minimized, monitorId }) =>
      !narrow() &&
      content.kind === 'part' &&
      content.part === 'phone' &&
      (content.target ?? first) === device &&
      !minimized &&
      monitorId === activeMonitor,
  );
}

/** The buttons of a task. */
export function TaskButtons(props: { task: string }): JSX.Element {
  const page = usePage();
  const [stopping, setStopping] = createSignal(false);
  const asked = (): Waiting | undefined =>
    waitingIn(page.desktop).find(
      (one) =>
        one.startsWith('question:') &&
        page.desktop.state.questions[one.slice('question:'.length)]?.from === props.task,
    );
  const stop = async (): Promise<void> => {
    setStopping(true);
    const answer = await tell('POST', `/api/tasks/${encodeURIComponent(props.task)}/cancel`);
    if (answer.ok) return;
    setStopping(false);
    page.remark(t`The task could not be stopped: ${answer.message}`);
  };
  // Shows its phone, if known, else its entry in the list.
  const show = (): void => {
    const device = page.tasks.story(props.task)?.view.device;
    void page.person.act(
      device
        ? { type: 'desktop.open', what: 'part', id: 'phone', target: device }
        : { type: 'desktop.open', what: 'part', id: 'tasks', target: props.task },
    );
  };
  return (
    <div class="notification-buttons">
      <Show when={asked()}>
        {(which) => (
          <button
            type="button"
            class="button is-primary size-sm"
            onClick={() => bringBack(which())}
          >
            {t`Answer`}
          </button>
        )}
      </Show>
      <button type="button" class="button is-secondary size-sm" onClick={show}>{t`Show`}</button>
      <button
        type="button"
        class="button is-secondary size-sm"
        disabled={stopping()}
        onClick={() => void stop()}
      >
        {t`Stop`}
      </button>
    </div>
  );
}
