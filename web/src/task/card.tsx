// A task in one card: how it was understood, its state, its question, its result.

import { createEffect, createMemo, For, onCleanup, Show, untrack, type JSX } from 'solid-js';

import { visible } from '../bidi';
import { usePage } from '../desktop/page';
import { isOver, type TaskStory } from '../desktop/tasks';
import { Icon, type IconName } from '../shell/icons';
import { TaskButtons } from './buttons';
import { ModelHint } from './model-hint';
import { PlanCard } from './plan-card';
import { QuestionCard } from '../notices/question-card';
import { isInView, noteInView } from '../notices/waiting';
import { readable } from '../words/quotes';
import { t } from '../words/say';
import { linesOf, nowOf, planOf } from './story';
import { capital, stateWords } from './words';

const endIcons: Record<string, IconName> = {
  success: 'check',
  failed: 'error',
  timeout: 'warning',
  interrupted: 'stop',
};

/** The signs of states in which nothing moves. */
const stillIcons: Record<string, IconName> = { queued: 'clock', paused: 'pause', waits: 'shield' };

/**
 * The card of a task. Its question appears in here, not in a modal, while `window` is in front, or while the person is
 * still where they asked for the task (`attended`).
 */
export function TaskCard(props: {
  id: string;
  report?: boolean;
  /** Whether everything else about the task is around it: then its report is one press away. */
  open?: boolean;
  window?: string;
  attended?: () => boolean;
}): JSX.Element {
  const page = usePage();
  const story = (): TaskStory | undefined => page.tasks.story(props.id);
  // The task's own stream has everything, including events from before this page was loaded.
  createEffect(() => void page.tasks.recall(props.id));
  return (
    <Show when={story()}>
      {(known) => (
        <Card story={known()} report={props.report ?? false} open={props.open ?? false} window={props.window} attended={props.attended} />
      )}
    </Show>
  );
}

function Card(props: {
  story: TaskStory;
  report: boolean;
  open: boolean;
  window: string | undefined;
  attended: (() => boolean) | undefined;
}): JSX.Element {
  const { desktop, tasks } = usePage();
  const view = () => props.story.view;
  const over = createMemo(() => isOver(view()));
  const plan = createMemo(() => planOf(props.story.events, view()));
  const lines = createMemo(() => linesOf(props.story.events).slice(-4));
  const questions = createMemo(() =>
    Object.values(desktop.state.questions)
      .filter((question) => question.from === view().id)
      .map((question) => question.id),
  );
  // Lists omit the undo offer of a finished task. Loaded once: the result is a new view of it.
  createEffect(() => {
    if (over()) void tasks.look(untrack(view).id);
  });
  const end = (): string =>
    capital(view().error ?? view().message ?? '') || stateWords(view().state);
  // The last step of a plan often says the same.
  const said = (): boolean => view().state === 'success' && plan()?.steps.at(-1)?.words === end();
  // It asked what was meant, and never found out.
  const puzzled = (): boolean =>
    over() &&
    view().state !== 'success' &&
    view().model === 'plan' &&
    !plan() &&
    props.story.events.some((event) => event.event === 'question');
  const heard = (): string => {
    const id = questions().find((one) => isInView(`question:${one}`));
    return (id && desktop.state.questions[id]?.message) ?? '';
  };
  const attends = (): boolean =>
    props.window === undefined || desktop.state.focused === props.window;
  // What is told here is not told in the corner too.
  createEffect(() => {
    const which = `task:${view().id}` as const;
    if (!attends()) return;
    noteInView(which, true);
    onCleanup(() => noteInView(which, false));
  });
  // A task that stopped without a word of its own: what happened, and what can be done.
  const why = (): string => {
    if (view().state !== 'interrupted') return '';
    return view().resumable
      ? t`It can go on where it stopped: it looks at the phone first, and repeats nothing that was done.`
      : t`It cannot go on. Ask again to start anew.`;
  };
  const waits = (): boolean => view().state === 'running' && questions().length > 0;
  const now = (): string => {
    if (waits()) return t`Waiting for your answer`;
    const unplanned = view().state === 'running' && !plan();
    return unplanned ? (nowOf(props.story.events) ?? t`Understanding…`) : stateWords(view().state);
  };
  return (
    <div class="task-card" data-task={view().id} data-state={view().state}>
      <Show when={!over()}>
        <p class="task-now">
          <Show when={stillIcons[waits() ? 'waits' : view().state]} fallback={<span class="spinner" aria-hidden="true" />}>
            {(icon) => <Icon name={icon()} />}
          </Show>
          {now()}
        </p>
      </Show>
      <Show when={plan()}>{(known) => <PlanCard plan={known()} />}</Show>
      <For each={lines()}>
        {(line) => (
          <p class="task-line" classList={{ 'is-trouble': line.trouble }} dir="auto">
            {visible(readable(line.text))}
          </p>
        )}
      </For>
      {/* Present before there is a question: screen readers only announce changes in it. */}
      <p class="visually-hidden" role="status">
        {heard()}
      </p>
      <For each={questions()}>{(id) => <QuestionCard id={id} window={props.window} attended={props.attended} />}</For>
      <Show when={over() && !said()}>
        <p class={`task-end is-${view().state}`} dir="auto">
          <Icon name={endIcons[view().state] ?? 'info'} />
          <span>{visible(readable(end()))}</span>
        </p>
      </Show>
      <Show when={puzzled()}>
        <ModelHint />
      </Show>
      <Show when={over() && why()}>{(text) => <p class="fine task-why">{text()}</p>}</Show>
      <TaskButtons view={view()} report={props.report} open={props.open} asked={questions().length > 0} />
    </div>
  );
}
