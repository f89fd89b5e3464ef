// Running, waiting and past tasks: progress, steps, cost, and buttons.

import { createEffect, createMemo, createSignal, For, Show, type JSX } from 'solid-js';

import { visible } from '../../bidi';
import { nameOf } from '../../desktop/naming';
import { usePage } from '../../desktop/page';
import { isOver, type TaskStory } from '../../desktop/tasks';
import { timeOf } from '../../notices/time';
import { Icon } from '../../shell/icons';
import { durationWords, stateWords } from '../../task/words';
import { planOf } from '../../task/story';
import { t } from '../../words/say';
import type { PartProps } from '../props';
import { TaskDetails } from './details';
import '../../styles/parts.css';
import '../../styles/tasks.css';

/** The part. Its target is the task to show first. */
export default function Tasks(props: PartProps): JSX.Element {
  const { tasks } = usePage();
  const [opened, setOpened] = createSignal<string>();
  createEffect(() => setOpened(props.target));
  const views = (over: boolean) =>
    tasks.ids().filter((id) => {
      const view = tasks.story(id)?.view;
      return view !== undefined && isOver(view) === over;
    });
  // Waiting tasks follow running ones, in the order in which they will run.
  const now = createMemo(() => views(false).reverse());
  const before = createMemo(() => views(true));
  const row = (id: string): JSX.Element => (
    <Row
      id={id}
      window={props.key}
      open={opened() === id}
      onToggle={() => setOpened((one) => (one === id ? undefined : id))}
    />
  );
  return (
    <div class="part">
      <section aria-label={t`Now`}>
        <h3 class="part-heading">{t`Now`}</h3>
        <Show when={now().length > 0} fallback={<p class="part-none">{t`No task is running or waiting.`}</p>}>
          <ul class="rows">
            <For each={now()}>{row}</For>
          </ul>
        </Show>
      </section>
      <Show when={before().length > 0}>
        <section aria-label={t`Before`}>
          <h3 class="part-heading">{t`Before`}</h3>
          <ul class="rows">
            <For each={before()}>{row}</For>
          </ul>
        </section>
      </Show>
      <Show when={tasks.more()}>
        <button type="button" class="button is-ghost size-sm" onClick={() => void tasks.older()}>
          {t`Show earlier tasks`}
        </button>
      </Show>
    </div>
  );
}

function Row(props: { id: string; window: string; open: boolean; onToggle: () => void }): JSX.Element {
  const page = usePage();
  const story = (): TaskStory | undefined => page.tasks.story(props.id);
  const place = `task-details-${props.id}`;
  return (
    <Show when={story()}>
      {(known) => {
        const view = () => known().view;
        const phone = (): string => nameOf(page, view().device);
        /** It does nothing until its question is answered. */
        const waits = (): boolean => view().state === 'running' && (view().questions ?? 0) > 0;
        const at = (): number => Date.parse(view().created ?? '');
        return (
          <li class="row" data-task={props.id}>
            <button
              type="button"
              class="row-head"
              aria-expanded={props.open}
              aria-controls={props.open ? place : undefined}
              onClick={() => props.onToggle()}
            >
              <span class={`chip is-${waits() ? 'paused' : view().state}`}>
                {waits() ? t`Waiting for you` : stateWords(view().state)}
              </span>
              <span class="row-title" dir="auto">
                {visible(view().goal)}
              </span>
              <Icon name={props.open ? 'up' : 'down'} />
              <span class="row-fine fine">
                {[
                  phone(),
                  Number.isNaN(at()) ? '' : timeOf(at()),
                  view().durationSec === undefined ? '' : durationWords(view().durationSec ?? 0),
                ]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </span>
            </button>
            <Show when={!isOver(view())}>
              <Progress story={known()} />
            </Show>
            <Show when={props.open}>
              <div id={place}>
                <TaskDetails story={known()} window={props.window} />
              </div>
            </Show>
          </li>
        );
      }}
    </Show>
  );
}

/** The progress of a plan. Without a plan, the steps are counted. */
function Progress(props: { story: TaskStory }): JSX.Element {
  const plan = createMemo(() => planOf(props.story.events, props.story.view));
  const done = (): number => plan()?.steps.filter((step) => step.state === 'done').length ?? 0;
  return (
    <Show
      when={plan()}
      fallback={
        <Show when={props.story.view.steps > 0}>
          <p class="fine">{t`Step ${props.story.view.steps}`}
            <Show when={props.story.view.maxSteps}>{(most) => <>{' '}{t`of at most ${most()}`}</>}</Show>
          </p>
        </Show>
      }
    >
      {(known) => (
        <div class="progress">
          <progress max={known().steps.length} value={done()} aria-label={t`Steps of the plan`} />
          <span class="fine">
            {t`${done()} of ${known().steps.length}`}
          </span>
        </div>
      )}
    </Show>
  );
}
