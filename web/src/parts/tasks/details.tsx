// One task in full: plan, messages, steps with pictures, cost, buttons.

import { createEffect, createMemo, createSignal, For, Show, untrack, type JSX } from 'solid-js';

import { visible } from '../../bidi';
import { usePage } from '../../desktop/page';
import { isOver, type TaskStory } from '../../desktop/tasks';
import { TaskCard } from '../../task/card';
import { takenOf, tokensOf, type TakenStep } from '../../task/story';
import { costWords } from '../../task/words';
import { t } from '../../words/say';
import { CompareWith } from './compare';
import { Picture, pictureOf } from './picture';
import { readSteps } from './trajectory';

/** Everything about a task. */
export function TaskDetails(props: { story: TaskStory; window: string }): JSX.Element {
  const { tasks } = usePage();
  const view = () => props.story.view;
  const [stored, setStored] = createSignal<TakenStep[]>([]);
  const [shown, setShown] = createSignal<TakenStep>();
  const over = createMemo(() => isOver(view()));
  // The task's folder has steps whose events are no longer kept.
  createEffect(() => {
    const { id } = untrack(view);
    if (!over()) return;
    void tasks.recall(id).then(async () => {
      if (tasks.story(id)?.events.some((event) => event.event === 'step')) return;
      setStored(await readSteps(id));
    });
  });
  const steps = createMemo(() => {
    const told = takenOf(props.story.events);
    return told.length > 0 ? told : stored();
  });
  const pictures = (): TakenStep[] => steps().filter((step) => step.picture !== undefined);
  const cost = (): string => {
    const tokens = props.story.tokens ?? tokensOf(props.story.events);
    const { durationSec } = view();
    const { money } = props.story;
    return costWords({
      ...(durationSec === undefined ? {} : { seconds: durationSec }),
      ...(tokens > 0 ? { tokens } : {}),
      ...(money === undefined ? {} : { money }),
    });
  };
  return (
    <div class="details-body">
      <TaskCard id={view().id} window={props.window} open />
      <Show when={cost()}>
        <p class="fine">{over() ? t`It took ${cost()}. ${byWhom(view().model)}` : t`So far: ${cost()}.`}
        </p>
      </Show>
      <Show when={view().state !== 'queued'}>
        <CompareWith view={view()} />
      </Show>
      <Show when={steps().length > 0}>
        <h4 class="part-heading">{t`Steps`}</h4>
        <ol class="taken">
          <For each={steps()}>
            {(step) => (
              <li class="taken-step">
                <Show when={step.picture} fallback={<span class="thumb is-none" aria-hidden="true" />}>
                  {(number) => (
                    <button
                      type="button"
                      class="thumb"
                      aria-label={t`Step ${step.step}, enlarge the picture`}
                      onClick={() => setShown(step)}
                    >
                      <img src={pictureOf(view().id, number())} alt="" loading="lazy" width="54" height="120" />
                    </button>
                  )}
                </Show>
                <span dir="auto">
                  <span class="fine">{step.step}</span> {visible(step.words) || t`Looked at the screen`}
                </span>
              </li>
            )}
          </For>
        </ol>
      </Show>
      <Show when={shown()}>
        {(step) => (
          <Picture
            task={view().id}
            steps={pictures()}
            step={step()}
            onShow={setShown}
            onClose={() => setShown()}
          />
        )}
      </Show>
    </div>
  );
}

function byWhom(model: string | undefined): string {
  if (model === undefined) return '';
  return model === 'plan' ? t`No model was needed.` : t`Done by ${model}.`;
}
