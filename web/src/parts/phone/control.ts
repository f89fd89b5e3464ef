// Takes the phone over and gives it back; pauses and stops its task.

import { createMemo, type Accessor } from 'solid-js';

import { tell, type Answer } from '../../connection/api';
import type { Page } from '../../desktop/page';
import { isOver } from '../../desktop/tasks';
import type { PhoneView, TaskView } from '../../protocol/http';
import { t } from '../../words/say';
import { doing, holdOf, type Hold } from './holder';

/** Who has a phone, and the controls for it. */
export interface Control {
  readonly phone: Accessor<PhoneView | undefined>;
  readonly hold: Accessor<Hold>;
  /** The task that has the phone or waits for it. */
  readonly task: Accessor<TaskView | undefined>;
  /** What that task does now. */
  readonly doing: Accessor<string | undefined>;
  take(): Promise<boolean>;
  release(): Promise<boolean>;
  pause(): Promise<boolean>;
  goOn(): Promise<boolean>;
  stop(): Promise<boolean>;
}

/** Binds the controls to a phone. */
export function createControl(page: Page, id: Accessor<string>): Control {
  const phone = createMemo(() => page.phones.find(id()));
  const hold = createMemo((): Hold => {
    const held = holdOf(phone());
    const task = held.kind === 'task' ? page.tasks.story(held.id)?.view : undefined;
    // The end of the task may arrive before the phone's event.
    return task && isOver(task) ? { kind: 'free' } : held;
  });
  const taskId = createMemo(() => {
    const held = hold();
    return held.kind === 'task' ? held.id : page.tasks.on(id())?.id;
  });
  const story = createMemo(() => {
    const task = taskId();
    return task === undefined ? undefined : page.tasks.story(task);
  });

  const request = async (path: string): Promise<boolean> => {
    const answer: Answer<unknown> = await tell('POST', path);
    if (!answer.ok) page.remark(t`That did not work: ${answer.message}`);
    // The server announces the holder; refreshing as well costs little and avoids a stale line.
    await Promise.all([page.phones.refresh(), page.tasks.refresh()]);
    return answer.ok;
  };
  const device = (verb: string): Promise<boolean> =>
    request(`/api/devices/${encodeURIComponent(id())}/${verb}`);
  const task = (verb: string): Promise<boolean> => {
    const which = taskId();
    return which === undefined
      ? Promise.resolve(false)
      : request(`/api/tasks/${encodeURIComponent(which)}/${verb}`);
  };

  return {
    phone,
    hold,
    task: () => story()?.view,
    doing: () => doing(story()?.events ?? []),
    take: () => device('take'),
    release: () => device('release'),
    pause: () => task('pause'),
    goOn: () => task('continue'),
    stop: () => task('cancel'),
  };
}
