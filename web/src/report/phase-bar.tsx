// How long each phase took, as one bar with its legend.

import { For, Show, type JSX } from 'solid-js';

import type { Phases } from '../protocol/report';
import { phases, timeWords } from './words';

/** The bar; nothing if no time was recorded. */
export function PhaseBar(props: { phases: Phases }): JSX.Element {
  const parts = () => phases.filter(([key]) => props.phases[key] > 0);
  const sum = (): number => parts().reduce((all, [key]) => all + props.phases[key], 0);
  return (
    <Show when={sum() > 0}>
      <div class="phases">
        <div class="phase-bar" aria-hidden="true">
          <For each={parts()}>
            {([key]) => <span data-phase={key} style={{ 'flex-grow': String(props.phases[key] / sum()) }} />}
          </For>
        </div>
        <ul class="phase-words fine" aria-label="Time by phase">
          <For each={parts()}>
            {([key, name]) => (
              <li>
                <span class="phase-dot" data-phase={key} aria-hidden="true" />
                {name} {timeWords(props.phases[key])}
              </li>
            )}
          </For>
        </ul>
      </div>
    </Show>
  );
}
