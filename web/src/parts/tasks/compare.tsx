// A task beside another one: links to the comparisons of two runs, those of the same goal first.

import { createMemo, For, Show, type JSX } from 'solid-js';

import { visible } from '../../bidi';
import { usePage } from '../../desktop/page';
import { timeOf } from '../../notices/time';
import type { TaskView } from '../../protocol/http';
import { stateWords } from '../../task/words';
import { t } from '../../words/say';

/** How many other tasks are offered. */
const most = 8;

/** Returns the tasks to compare with, the most alike first. Pure. */
export function comparable(view: TaskView, others: readonly TaskView[]): TaskView[] {
  const rest = others.filter((other) => other.id !== view.id && other.state !== 'queued');
  const same = (other: TaskView): boolean => other.goal === view.goal;
  return [...rest.filter(same), ...rest.filter((other) => !same(other))].slice(0, most);
}

/** The choice; nothing if there is no other task. */
export function CompareWith(props: { view: TaskView }): JSX.Element {
  const { tasks } = usePage();
  const others = createMemo(() =>
    comparable(
      props.view,
      tasks.ids().flatMap((id) => tasks.story(id)?.view ?? []),
    ),
  );
  // Ids begin with their time: the earlier task is the first run.
  const address = (other: string): string => {
    const [a, b] = [other, props.view.id].sort().map(encodeURIComponent);
    return `/api/tasks/${a}/diff/${b}/report`;
  };
  const at = (view: TaskView): string => {
    const time = Date.parse(view.created ?? '');
    return Number.isNaN(time) ? '' : timeOf(time);
  };
  return (
    <Show when={others().length > 0}>
      <details class="compare">
        <summary>{t`Compare with…`}</summary>
        <ul class="compare-list">
          <For each={others()}>
            {(other) => (
              <li>
                <a class="compare-link" href={address(other.id)} target="_blank" rel="noopener">
                  <span class={`chip is-${other.state}`}>{stateWords(other.state)}</span>
                  <span class="compare-goal" dir="auto">
                    {visible(other.goal)}
                  </span>
                  <span class="fine">{at(other)}</span>
                </a>
              </li>
            )}
          </For>
        </ul>
      </details>
    </Show>
  );
}
