// The list of steps, with search and filters.

import { createMemo, For, Show, untrack, type JSX } from 'solid-js';

import { visible } from '../bidi';
import type { ReportIndex, StepLine } from '../protocol/report';
import { Icon } from '../shell/icons';
import { filters } from './matching';
import type { Search } from './search';
import { Quoted } from './quoted';
import { Windowed } from './windowed';
import { appWords, stepWords, timeWords } from './words';

/** How high a line is. */
const height = 54;

/** The list. */
export function StepList(props: {
  index: ReportIndex;
  search: Search;
  at: number;
  field: (field: HTMLInputElement) => void;
  onChoose: (place: number) => void;
  onKey: (event: KeyboardEvent) => void;
}): JSX.Element {
  const places = () => props.search.places();
  const here = createMemo(() => places().indexOf(props.at));
  // The index never changes.
  const counts = new Map<string, number>();
  for (const line of untrack(() => props.index.steps)) {
    for (const mark of line.marks ?? []) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  const count = (mark: string): number => counts.get(mark) ?? 0;
  return (
    <nav class="steps" aria-label="Steps">
      <div class="steps-head">
        <div class="find">
          <Icon name="search" />
          <input
            ref={(field) => props.field(field)}
            class="input"
            type="search"
            placeholder="Search all text"
            aria-label="Search all text"
            aria-keyshortcuts="/"
            value={props.search.query()}
            onInput={(event) => props.search.setQuery(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown' || event.key === 'ArrowUp' || event.key === 'Enter') props.onKey(event);
              if (event.key === 'Escape') props.search.setQuery('');
            }}
          />
        </div>
        <div class="filters" role="group" aria-label="Show only">
          <For each={filters}>
            {([mark, name]) => (
              <button
                type="button"
                class="filter"
                aria-pressed={props.search.marks().has(mark)}
                disabled={count(mark) === 0}
                onClick={() => props.search.toggle(mark)}
              >
                {name} <span class="filter-count">{count(mark)}</span>
              </button>
            )}
          </For>
        </div>
        <p class="fine" role="status">
          <Show
            when={props.search.progress() === 1}
            fallback={`Searching, ${Math.round(props.search.progress() * 100)} %…`}
          >
            {places().length === props.index.steps.length
              ? `${places().length} ${places().length === 1 ? 'step' : 'steps'}`
              : `${places().length} of ${props.index.steps.length} steps`}
          </Show>
        </p>
      </div>
      <Show when={places().length > 0} fallback={<p class="nothing">No step fits.</p>}>
        <Windowed
          class="lines"
          size={height}
          count={places().length}
          at={here()}
          attributes={{
            role: 'listbox',
            tabindex: 0,
            'aria-label': 'Steps',
            'aria-activedescendant': here() >= 0 ? `line-${props.at}` : undefined,
            onKeyDown: (event) => props.onKey(event),
          }}
        >
          {(order, style) => {
            const place = (): number => places()[order] ?? 0;
            return (
              <Show when={props.index.steps[place()]}>
                {(line) => (
                  <div
                    id={`line-${place()}`}
                    role="option"
                    class="line"
                    classList={{ 'is-now': place() === props.at }}
                    style={style}
                    aria-selected={place() === props.at}
                    aria-posinset={order + 1}
                    aria-setsize={places().length}
                    onClick={() => props.onChoose(place())}
                  >
                    <Line line={line()} />
                  </div>
                )}
              </Show>
            );
          }}
        </Windowed>
      </Show>
    </nav>
  );
}

function Line(props: { line: StepLine }): JSX.Element {
  const has = (mark: string): boolean => props.line.marks?.some((one) => one === mark) ?? false;
  const app = (): string => (props.line.app ? appWords(props.line.app) : '');
  return (
    <>
      <span class="line-number">{props.line.step}</span>
      <span class="line-words" dir="auto">
        <Quoted text={visible(stepWords(props.line))} />
      </span>
      <span class="line-fine">
        <Show when={has('error')}>
          <span class="mark is-error" title="Something went wrong">
            <Icon name="error" />
            <span class="visually-hidden">Error</span>
          </span>
        </Show>
        <Show when={has('question')}>
          <span class="mark is-question" title="A person was asked">
            <Icon name="user" />
            <span class="visually-hidden">Question</span>
          </span>
        </Show>
        <Show when={has('gate')}>
          <span class="mark is-gate" title="The gate asked or refused">
            <Icon name="shield" />
            <span class="visually-hidden">Gate</span>
          </span>
        </Show>
        <Show when={has('retry')}>
          <span class="mark" title="Tried again">
            <Icon name="refresh" />
            <span class="visually-hidden">Retry</span>
          </span>
        </Show>
        <span class="line-app" title={props.line.app}>
          {app()}
        </span>
        <span class="line-time">{timeWords(props.line.took)}</span>
      </span>
    </>
  );
}
