// One pair in full: both screens side by side, what differs, and what happened in each run.

import { createEffect, createSignal, For, Match, onCleanup, Show, Switch, type Accessor, type JSX } from 'solid-js';

import { visible } from '../../bidi';
import type { ComparedPair, ReportPair } from '../../protocol/report';
import { MomentItem } from '../details';
import { whole } from '../document';
import { touchesOf } from '../elements';
import { PhaseBar } from '../phase-bar';
import { Quoted } from '../quoted';
import { createPicture } from '../pictures';
import { Screen } from '../stage';
import { timeWords } from '../words';
import { differenceOf, pictureWords, readCells, type PictureDifference } from './picture-differences';
import { aspectWords, delta, didWords, kinds, names, sides, valueWords, type Side } from './words';

/** What the panel shows. */
export type Tab = 'differences' | Side;
export const tabs: readonly Tab[] = ['differences', ...sides];

/** Compares the pictures of a pair; `undefined` until that is done, and where one is missing. */
export function createDifference(pair: Accessor<ComparedPair | undefined>): Accessor<PictureDifference | undefined> {
  const [found, setFound] = createSignal<PictureDifference>();
  const a = createPicture(() => pair()?.a?.before);
  const b = createPicture(() => pair()?.b?.before);
  createEffect(() => {
    const [one, other] = [a(), b()];
    let wanted = true;
    onCleanup(() => (wanted = false));
    setFound(undefined);
    if (typeof one !== 'object' || typeof other !== 'object') return;
    void Promise.all([readCells(one.url), readCells(other.url)]).then(([first, second]) => {
      if (wanted && first && second) setFound(differenceOf(first, second));
    });
  });
  return found;
}

/** The screens that both runs saw before they acted, with what they touched and where the pictures differ. */
export function PairStage(props: {
  pair: ComparedPair | undefined;
  steps: ReportPair | undefined;
  difference?: PictureDifference | undefined;
}): JSX.Element {
  const marks = () => (typeof props.difference === 'object' ? props.difference.areas : []);
  return (
    <section class="stage is-pair" aria-label="Screens">
      <div class="screens">
        <For each={sides}>
          {(side) => (
            <Show when={props.pair?.[side]} fallback={<NoScreen side={side} />}>
              {(line) => (
                <Screen
                  name={`${names[side]}, step ${line().step}`}
                  alt={`The screen in the ${names[side].toLowerCase()} before step ${line().step}`}
                  step={line().step}
                  picture={line().before}
                  withheld={props.steps?.[side]?.withheld}
                  touches={touchesOf(props.steps?.[side])}
                  marks={marks()}
                  elements={[]}
                  pointed={-1}
                />
              )}
            </Show>
          )}
        </For>
      </div>
    </section>
  );
}

function NoScreen(props: { side: Side }): JSX.Element {
  return (
    <figure class="screen">
      <div class="screen-none">Not in the {names[props.side].toLowerCase()}</div>
      <figcaption class="fine">{names[props.side]}</figcaption>
    </figure>
  );
}

/** The panel with its tabs. */
export function PairDetails(props: {
  pair: ComparedPair | undefined;
  steps: ReportPair | undefined;
  difference: PictureDifference | undefined;
  tab: Tab;
  /** Whether less time is better. */
  isFair: boolean;
  onTab: (tab: Tab) => void;
}): JSX.Element {
  const name = (tab: Tab): string => (tab === 'differences' ? 'Differences' : names[tab]);
  const turn = (by: number): void => {
    const next = tabs[(tabs.indexOf(props.tab) + by + tabs.length) % tabs.length] ?? 'differences';
    props.onTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <section class="details" aria-label="Details of the pair">
      <div class="tabs" role="tablist" aria-label="Details">
        <For each={tabs}>
          {(tab) => (
            <button
              type="button"
              role="tab"
              id={`tab-${tab}`}
              class="tab"
              aria-selected={props.tab === tab}
              aria-controls="panel"
              tabindex={props.tab === tab ? 0 : -1}
              onClick={() => props.onTab(tab)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
                event.stopPropagation();
                turn(event.key === 'ArrowRight' ? 1 : -1);
              }}
            >
              {name(tab)}
              <Show when={tab === 'differences' && (props.pair?.differences?.length ?? 0) > 0}>
                <span class="filter-count">{props.pair?.differences?.length}</span>
              </Show>
            </button>
          )}
        </For>
      </div>
      <div id="panel" class="panel" role="tabpanel" tabindex={0} aria-labelledby={`tab-${props.tab}`}>
        <Show when={props.pair} fallback={<p class="nothing">There is no step to compare.</p>}>
          {(pair) => (
            <Switch>
              <Match when={props.tab === 'differences'}>
                <Differences pair={pair()} picture={pictureWords(props.difference)} isFair={props.isFair} />
              </Match>
              <Match when={props.tab !== 'differences' && (props.tab as Side)}>
                {(side) => <Story pair={pair()} steps={props.steps} side={side()} />}
              </Match>
            </Switch>
          )}
        </Show>
      </div>
    </section>
  );
}

/** What differs, and how long both took. */
export function Differences(props: { pair: ComparedPair; picture?: string; isFair: boolean }): JSX.Element {
  const found = () => props.pair.differences ?? [];
  return (
    <>
      <h2 class="differences-head">{kinds[props.pair.kind]}</h2>
      <For each={sides}>
        {(side) => (
          <Show when={props.pair[side]}>
            {(line) => (
              <p class="difference-value" dir="auto">
                <span class={`side-mark is-${side}`}>{side.toUpperCase()}</span>
                <span>
                  <Quoted text={visible(didWords(line()))} />
                  <Show when={line().trouble}>
                    {(trouble) => (
                      <span class="difference-trouble">
                        <Quoted text={visible(trouble())} />
                      </span>
                    )}
                  </Show>
                </span>
              </p>
            )}
          </Show>
        )}
      </For>
      <dl class="differences">
        <For each={found()}>
          {(difference) => (
            <div class="difference">
              <dt>{aspectWords(difference)}</dt>
              <For each={difference.what === 'layout' ? [] : sides}>
                {(side) => (
                  <dd class="difference-value" dir="auto">
                    <span class={`side-mark is-${side}`}>{side.toUpperCase()}</span>
                    <span>{visible(valueWords(difference, side))}</span>
                  </dd>
                )}
              </For>
              <Show when={difference.what === 'layout'}>
                <dd>The screens are laid out differently.</dd>
              </Show>
            </div>
          )}
        </For>
        <Show when={props.picture}>
          <div class="difference">
            <dt>Picture</dt>
            <dd>{props.picture}</dd>
          </div>
        </Show>
        <Numbers pair={props.pair} isFair={props.isFair} />
      </dl>
    </>
  );
}

/** The time and the tokens of a pair. */
function Numbers(props: { pair: ComparedPair; isFair: boolean }): JSX.Element {
  const rows = (): [string, number, number, (amount: number) => string][] => [
    ['Time', props.pair.a?.took ?? 0, props.pair.b?.took ?? 0, timeWords],
    ['Tokens', props.pair.a?.tokens ?? 0, props.pair.b?.tokens ?? 0, (amount) => amount.toLocaleString()],
  ];
  return (
    <Show when={props.pair.a && props.pair.b}>
      <For each={rows().filter(([, a, b]) => a + b > 0)}>
        {([name, a, b, words]) => (
          <div class="difference is-number">
            <dt>{name}</dt>
            <dd>
              {words(a)} <span aria-hidden="true">→</span> {words(b)}{' '}
              <span class={`delta is-${props.isFair ? delta(a, b, words).way : 'same'}`}>{delta(a, b, words).words}</span>
            </dd>
          </div>
        )}
      </For>
    </Show>
  );
}

/** What happened in the step of one run. */
function Story(props: { pair: ComparedPair; steps: ReportPair | undefined; side: Side }): JSX.Element {
  const missing = (): string => {
    if (!props.pair[props.side]) return `The ${names[props.side].toLowerCase()} has no such step.`;
    return whole() ? 'This step is missing: the file is cut off or was changed.' : 'Loading…';
  };
  return (
    <Show when={props.steps?.[props.side]} fallback={<p class="nothing">{missing()}</p>}>
      {(step) => (
        <>
          <ol class="moments">
            <For each={step().moments}>{(moment) => <MomentItem moment={moment} />}</For>
          </ol>
          <Show when={props.pair[props.side]}>{(line) => <PhaseBar phases={line().phases} />}</Show>
        </>
      )}
    </Show>
  );
}
