// A report on paper: the steps one after the other, as far as paper is sensible.

import { For, Show, type JSX } from 'solid-js';

import { visible } from '../bidi';
import type { ReportIndex } from '../protocol/report';
import { readStep } from './document';
import { MomentItem } from './details';
import { touchesOf } from './elements';
import { Screen } from './stage';
import { stepWords, timeWords } from './words';

/** How many steps are printed. */
const most = 200;

/** The steps, as the list shows them. */
export function Printed(props: { index: ReportIndex; places: readonly number[] }): JSX.Element {
  return (
    <div class="printed">
      <For each={props.places.slice(0, most)}>
        {(place) => {
          const line = () => props.index.steps[place];
          const step = readStep(place);
          return (
            <Show when={line()}>
              {(one) => (
                <section class="printed-step">
                  <h2 dir="auto">
                    {one().step}. {visible(stepWords(one()))} <span class="fine">{timeWords(one().took)}</span>
                  </h2>
                  <div class="printed-body">
                    <Screen
                      name="Before"
                      step={one().step}
                      picture={one().before}
                      touches={touchesOf(step)}
                      elements={[]}
                      pointed={-1}
                    />
                    <ol class="moments">
                      <For each={step?.moments ?? []}>{(moment) => <MomentItem moment={moment} />}</For>
                    </ol>
                  </div>
                </section>
              )}
            </Show>
          );
        }}
      </For>
      <Show when={props.places.length > most}>
        <p>
          The first {most} of {props.places.length} steps. Narrow the list to print others.
        </p>
      </Show>
    </div>
  );
}
