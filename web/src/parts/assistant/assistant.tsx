// The conversation: requests, how they were understood, their results; and the command bar.

import { createMemo, createSignal, For, onCleanup, onMount, Show, type JSX } from 'solid-js';

import { CommandBar } from '../../ask/bar';
import { visible } from '../../bidi';
import { usePage } from '../../desktop/page';
import { isOver, type TaskStory } from '../../desktop/tasks';
import { timeOf } from '../../notices/time';
import { Icon } from '../../shell/icons';
import { TaskCard } from '../../task/card';
import { capital, stateWords } from '../../task/words';
import { t } from '../../words/say';
import type { PartProps } from '../props';
import '../../styles/parts.css';
import '../../styles/assistant.css';

/** How many of the latest are shown in full; the older ones show how they ended. */
const whole = 2;

/** The part. */
export default function Assistant(props: PartProps): JSX.Element {
  const { tasks } = usePage();
  const ids = createMemo(() => [...tasks.ids()].reverse());
  const [loading, setLoading] = createSignal(false);
  let room!: HTMLDivElement;
  let list!: HTMLOListElement;
  let atEnd = true;

  const toEnd = (): void => void (room.scrollTop = room.scrollHeight);
  onMount(() => {
    const observer = new ResizeObserver(() => {
      if (atEnd) toEnd();
    });
    observer.observe(list);
    onCleanup(() => observer.disconnect());
  });
  const older = async (): Promise<void> => {
    setLoading(true);
    const below = room.scrollHeight - room.scrollTop;
    await tasks.older();
    // The text being read stays in place.
    room.scrollTop = room.scrollHeight - below;
    setLoading(false);
  };

  return (
    <div class="assistant">
      <div
        ref={room}
        class="assistant-room"
        tabindex="0"
        role="region"
        aria-label={t`Conversation`}
        onScroll={() => {
          atEnd = room.scrollHeight - room.scrollTop - room.clientHeight < 24;
        }}
      >
        <Show when={tasks.more()}>
          <button
            type="button"
            class="button is-ghost size-sm assistant-older"
            aria-disabled={loading()}
            onClick={() => void older()}
          >
            {loading() ? t`Loading…` : t`Show earlier requests`}
          </button>
        </Show>
        <Show when={ids().length === 0}>
          <p class="nothing">{t`Ask for something. Your requests and their results stay here.`}</p>
        </Show>
        <ol ref={list} class="turns">
          <For each={ids()}>
            {(id, index) => (
              <Turn id={id} window={props.key} latest={index() >= ids().length - whole} />
            )}
          </For>
        </ol>
      </div>
      <div class="assistant-ask">
        <CommandBar
          place="window"
          onStarted={() => {
            atEnd = true;
            toEnd();
          }}
        />
      </div>
    </div>
  );
}

function Turn(props: { id: string; window: string; latest: boolean }): JSX.Element {
  const { tasks } = usePage();
  const [opened, setOpened] = createSignal(false);
  const story = (): TaskStory | undefined => tasks.story(props.id);
  return (
    <Show when={story()}>
      {(known) => {
        const view = () => known().view;
        const shown = (): boolean => opened() || props.latest || !isOver(view());
        const at = (): number => Date.parse(view().created ?? '');
        return (
          <li class="turn">
            <p class="bubble" dir="auto">
              <span class="visually-hidden">{t`You asked:`}{' '}</span>
              {visible(view().goal)}
            </p>
            <Show when={!Number.isNaN(at())}>
              <p class="turn-time fine">{timeOf(at())}</p>
            </Show>
            <Show
              when={shown()}
              fallback={
                <button
                  type="button"
                  class={`turn-end is-${view().state}`}
                  aria-expanded="false"
                  onClick={() => setOpened(true)}
                >
                  <span dir="auto">
                    {visible(capital(view().error ?? view().message ?? '')) || stateWords(view().state)}
                  </span>
                  <Icon name="down" />
                </button>
              }
            >
              <TaskCard id={props.id} window={props.window} report />
            </Show>
          </li>
        );
      }}
    </Show>
  );
}
