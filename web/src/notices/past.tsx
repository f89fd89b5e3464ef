// The history in the notification centre: what was done, what failed and what was asked, each with its sign.

import { createMemo, createSignal, For, Show, type JSX } from 'solid-js';

import { visible } from '../bidi';
import { usePage } from '../desktop/page';
import { openPart } from '../parts/open';
import { Icon, type IconName } from '../shell/icons';
import { t, translated } from '../words/say';
import { clearedAt, noteCleared, pastOf, type PastEntry, type Tone } from './history';
import { narrated } from './narrated';
import { narrator } from './narrator';
import { timeOf } from './time';

const signs: Record<Tone, { icon: IconName; words: string }> = {
  done: { icon: 'check', words: t`Done` },
  failed: { icon: 'error', words: t`Failed` },
  stopped: { icon: 'warning', words: t`Stopped` },
  asked: { icon: 'shield', words: t`Question` },
  told: { icon: 'bell', words: t`Message` },
};

/** How a task's question was settled, in words. */
const settled: Record<string, string> = {
  answered: t`Answered`,
  approved: t`Answered`,
  rejected: t`Answered with no`,
  taken_over: t`Done by a person`,
  timeout: t`Nobody answered in time`,
  cancelled: t`No longer needed`,
};

/** The history, with a button that clears it for this person. */
export function Past(): JSX.Element {
  const { desktop } = usePage();
  const [cleared, setCleared] = createSignal(clearedAt());
  const entries = createMemo(() => pastOf(desktop.state.history, cleared(), desktop.state.notifications));
  const clear = (): void => {
    const last = Math.max(cleared(), ...desktop.state.history.map((entry) => entry.at));
    noteCleared(last);
    setCleared(last);
  };
  return (
    <>
      <div class="centre-earlier">
        <h3 class="centre-section">{t`Earlier`}</h3>
        <Show when={entries().length > 0}>
          <button type="button" class="button is-ghost size-sm" onClick={clear}>
            {t`Clear`}
          </button>
        </Show>
      </div>
      <Show when={entries().length > 0} fallback={<p class="nothing">{t`Nothing yet.`}</p>}>
        <ul class="past">
          <For each={entries()}>{(entry) => <Entry entry={entry} />}</For>
        </ul>
      </Show>
    </>
  );
}

function Entry(props: { entry: PastEntry }): JSX.Element {
  const page = usePage();
  const sign = () => signs[props.entry.tone];
  // A task is named by what was asked for; what it told is below.
  const goal = (): string | undefined =>
    props.entry.task === undefined || props.entry.how !== undefined ? undefined : page.tasks.story(props.entry.task)?.view.goal;
  const body = (): string => {
    if (props.entry.how !== undefined) return settled[props.entry.how] ?? '';
    return goal() === undefined ? props.entry.body : props.entry.title;
  };
  return (
    <li class={`past-entry is-${props.entry.tone}`}>
      <Icon name={sign().icon} />
      <div class="notification-words">
        <p class="past-title">
          <span class="visually-hidden">{sign().words}: </span>
          <bdi>{visible(goal() ?? (props.entry.how === undefined ? narrated(props.entry.from, props.entry.title) : translated(props.entry.title)))}</bdi>
        </p>
        <Show when={body()}>
          <p dir="auto">{visible(narrated(props.entry.from, body()))}</p>
        </Show>
        <p class="fine past-fine">
          <Show when={props.entry.from !== narrator && props.entry.how === undefined}>
            <bdi>{visible(props.entry.from)}</bdi> ·{' '}
          </Show>
          {timeOf(props.entry.at)}
          <Show when={props.entry.task}>
            {(task) => (
              <button type="button" class="past-open" onClick={() => void openPart(page, 'tasks', task())}>
                {t`Show`}
                <span class="visually-hidden"> {visible(goal() ?? '')}</span>
              </button>
            )}
          </Show>
        </p>
      </div>
    </li>
  );
}
