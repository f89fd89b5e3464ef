// The buttons on a task's notification: stop it, show it, answer it.

import { createSignal, Show, type JSX } from 'solid-js';

import { tell } from '../connection/api';
import { usePage } from '../desktop/page';
import type { Notification } from '../protocol/wire';
import { narrator } from './sender';
import { bringBack, waitingIn, type Waiting } from './waiting';

/** Returns the task of a notification; an agent's notification with such an id has none. */
export function taskOf(notification: Notification): string | undefined {
  const task = /^task-(.+)$/.exec(notification.id)?.[1];
  return notification.from === narrator ? task : undefined;
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
    page.remark(`The task could not be stopped: ${answer.message}`);
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
            Answer
          </button>
        )}
      </Show>
      <button type="button" class="button is-secondary size-sm" onClick={show}>
        Show
      </button>
      <button
        type="button"
        class="button is-secondary size-sm"
        disabled={stopping()}
        onClick={() => void stop()}
      >
        Stop
      </button>
    </div>
  );
}
