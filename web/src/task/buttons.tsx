// The buttons of a task: pause, continue, stop, resume, undo, keep, show the phone. Errors appear next to them.

import { createSignal, For, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { isOver } from '../desktop/tasks';
import { openPart } from '../parts/open';
import type { TaskView } from '../protocol/http';
import { Icon, type IconName } from '../shell/icons';
import { t } from '../words/say';
import { doTo, giveBack, keepTask, type Deed } from './deeds';

interface Choice {
  label: string;
  icon: IconName;
  act: () => Promise<string | undefined>;
}

/** The buttons that apply now. A question that is `asked` has its own stop. */
export function TaskButtons(props: { view: TaskView; report?: boolean; open?: boolean; asked?: boolean }): JSX.Element {
  const page = usePage();
  const [problem, setProblem] = createSignal('');
  const [busy, setBusy] = createSignal(false);

  const deed = (deed: Deed) => async (): Promise<string | undefined> => {
    const { id, device, state } = props.view;
    // A phone that a person took over is given back: that is what they mean by continuing.
    const held = page.phones.find(device)?.holder?.kind === 'person';
    if (deed === 'continue' && state === 'paused' && held) await giveBack(device);
    const answer = await doTo(id, deed);
    if (answer.ok) await page.tasks.look(id);
    return answer.ok || answer.status === 409 && deed === 'continue' ? undefined : answer.message;
  };
  const keep = (kept: boolean) => async (): Promise<string | undefined> => {
    const answer = await keepTask(props.view.id, kept);
    if (answer.ok) await page.tasks.look(props.view.id);
    return answer.ok ? undefined : answer.message;
  };
  const show = (part: 'phone' | 'tasks', target: string) => async (): Promise<undefined> => {
    await openPart(page, part, target);
    return undefined;
  };
  const choices = (): Choice[] => {
    const { view } = props;
    const all: Choice[] = [];
    if (view.state === 'paused')
      all.push({ label: t`Continue`, icon: 'play', act: deed('continue') });
    if (view.state === 'running' && !props.asked) all.push({ label: t`Pause`, icon: 'pause', act: deed('pause') });
    if (!isOver(view) && !props.asked) all.push({ label: t`Stop`, icon: 'stop', act: deed('cancel') });
    if (isOver(view) && view.undo?.pressable)
      all.push({ label: t`Undo: ${view.undo.label}`, icon: 'undo', act: deed('undo') });
    if (isOver(view) && view.resumable)
      all.push({ label: t`Continue`, icon: 'refresh', act: deed('resume') });
    if (view.device !== '')
      all.push({ label: t`Show the phone`, icon: 'phone', act: show('phone', view.device) });
    if (props.open && isOver(view)) {
      all.push(
        view.kept
          ? { label: t`Stop keeping`, icon: 'heart', act: keep(false) }
          : { label: t`Keep`, icon: 'heart', act: keep(true) },
      );
    }
    if (props.report) all.push({ label: t`Report`, icon: 'file', act: show('tasks', view.id) });
    return all;
  };
  const press = async (choice: Choice): Promise<void> => {
    if (busy()) return;
    setBusy(true);
    setProblem('');
    const wrong = await choice.act();
    setBusy(false);
    if (wrong) setProblem(`${choice.label}: ${wrong}.`);
  };

  return (
    <div class="task-buttons">
      <For each={choices().map((choice) => choice.label)}>
        {(label) => (
          <Show when={choices().find((choice) => choice.label === label)}>
            {(choice) => (
              <button
                type="button"
                class="button is-secondary size-sm"
                aria-disabled={busy()}
                onClick={() => void press(choice())}
              >
                <Icon name={choice().icon} />
                <span class="button-label">{label}</span>
              </button>
            )}
          </Show>
        )}
      </For>
      <Show when={props.open && props.view.state !== 'queued'}>
        <a
          class="button is-secondary size-sm"
          href={`/api/tasks/${encodeURIComponent(props.view.id)}/report`}
          target="_blank"
          rel="noopener"
        >
          <Icon name="file" />
          <span class="button-label">{t`Report`}</span>
        </a>
      </Show>
      <Show when={problem()}>
        <p class="problem" role="alert">
          {problem()}
        </p>
      </Show>
    </div>
  );
}
