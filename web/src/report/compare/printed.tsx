// A comparison on paper: the aligned steps one after the other, as far as paper is sensible.

import { For, Show, type JSX } from 'solid-js';

import type { ReportComparison } from '../../protocol/report';
import { readPair } from '../document';
import { Differences, PairStage } from './inspector';
import { isFair } from './words';

/** How many pairs are printed. */
const most = 200;

/** The pairs, as the list shows them. */
export function PrintedPairs(props: { comparison: ReportComparison; places: readonly number[] }): JSX.Element {
  return (
    <div class="printed">
      <For each={props.places.slice(0, most)}>
        {(place) => (
          <Show when={props.comparison.pairs[place]}>
            {(pair) => (
              <section class="printed-step is-pair">
                <PairStage pair={pair()} steps={readPair(place)} />
                <div>
                  <Differences pair={pair()} isFair={isFair(props.comparison)} />
                </div>
              </section>
            )}
          </Show>
        )}
      </For>
      <Show when={props.places.length > most}>
        <p>
          The first {most} of {props.places.length} rows. Show only differences to print others.
        </p>
      </Show>
    </div>
  );
}
