// The aligned steps: a row has what both runs did, with the picture that each of them saw.

import { createMemo, Show, type JSX } from 'solid-js';

import { visible } from '../../bidi';
import type { ComparedPair, ReportComparison, StepDifference, StepLine } from '../../protocol/report';
import { createPicture } from '../pictures';
import { Quoted } from '../quoted';
import { timeWords } from '../words';
import { Windowed } from '../windowed';
import { aspectWords, didWords, kinds, names, shownPlaces, signs, valueWords, type Side } from './words';

/** How high a row is. */
const height = 82;

/** The list. */
export function PairList(props: {
  comparison: ReportComparison;
  places: readonly number[];
  at: number;
  only: boolean;
  onOnly: () => void;
  onChoose: (place: number) => void;
  onKey: (event: KeyboardEvent) => void;
}): JSX.Element {
  const here = createMemo(() => props.places.indexOf(props.at));
  const different = createMemo(() => shownPlaces(props.comparison, true).length);
  const all = (): number => props.comparison.pairs.length;
  return (
    <nav class="steps pairs" aria-label="Steps">
      <div class="pairs-head">
        <SideName side="a" />
        <SideName side="b" />
        <div class="pairs-tools">
          <p class="fine" role="status">
            {props.places.length === all() ? `${all()} rows` : `${props.places.length} of ${all()} rows`}
          </p>
          <button
            type="button"
            class="filter"
            aria-pressed={props.only}
            aria-keyshortcuts="o"
            disabled={different() === 0}
            onClick={() => props.onOnly()}
          >
            Only differences <span class="filter-count">{different()}</span>
          </button>
        </div>
      </div>
      <Show when={props.places.length > 0} fallback={<p class="nothing">There is no step to compare.</p>}>
        <Windowed
          class="lines"
          size={height}
          count={props.places.length}
          at={here()}
          attributes={{
            role: 'listbox',
            tabindex: 0,
            'aria-label': 'Aligned steps',
            'aria-activedescendant': here() >= 0 ? `pair-row-${props.at}` : undefined,
            onKeyDown: (event) => props.onKey(event),
          }}
        >
          {(order, style) => {
            const place = (): number => props.places[order] ?? 0;
            return (
              <Show when={props.comparison.pairs[place()]}>
                {(pair) => (
                  <Row
                    pair={pair()}
                    place={place()}
                    order={order}
                    of={props.places.length}
                    isNow={place() === props.at}
                    isParting={props.comparison.divergence?.pair === place()}
                    style={style}
                    onChoose={() => props.onChoose(place())}
                  />
                )}
              </Show>
            );
          }}
        </Windowed>
      </Show>
    </nav>
  );
}

function SideName(props: { side: Side }): JSX.Element {
  return (
    <span class="pairs-side">
      <span class={`side-mark is-${props.side}`} aria-hidden="true">
        {props.side.toUpperCase()}
      </span>
      {names[props.side]}
    </span>
  );
}

function Row(props: {
  pair: ComparedPair;
  place: number;
  order: number;
  of: number;
  isNow: boolean;
  isParting: boolean;
  style: JSX.CSSProperties;
  onChoose: () => void;
}): JSX.Element {
  const telling = (): StepDifference | undefined =>
    props.pair.kind === 'changed' ? props.pair.differences?.find((one) => one.what !== 'layout') : undefined;
  return (
    <div
      id={`pair-row-${props.place}`}
      role="option"
      class={`pair is-${props.pair.kind}`}
      classList={{ 'is-now': props.isNow, 'is-parting': props.isParting }}
      style={props.style}
      aria-selected={props.isNow}
      aria-posinset={props.order + 1}
      aria-setsize={props.of}
      onClick={() => props.onChoose()}
    >
      <span class="visually-hidden">
        {props.isParting ? 'They part here. ' : ''}
        {kinds[props.pair.kind]}.{' '}
      </span>
      <Half side="a" line={props.pair.a} telling={telling()} />
      <span class="pair-sign" aria-hidden="true">
        {signs[props.pair.kind]}
      </span>
      <Half side="b" line={props.pair.b} telling={telling()} />
    </div>
  );
}

/** What one run did; or that it did not. */
function Half(props: { side: Side; line: StepLine | undefined; telling: StepDifference | undefined }): JSX.Element {
  const shown = createPicture(() => props.line?.before ?? props.line?.after);
  const url = (): string | undefined => {
    const state = shown();
    return typeof state === 'object' ? state.url : undefined;
  };
  return (
    <Show when={props.line} fallback={<div class="half is-none">not in the {names[props.side].toLowerCase()}</div>}>
      {(line) => (
        <div class="half">
          <span class="half-picture">
            <Show when={url()} fallback={<span class="film-none" />}>
              {(address) => <img src={address()} alt="" decoding="async" draggable={false} />}
            </Show>
          </span>
          <span class="half-words" dir="auto">
            <span class="visually-hidden">{names[props.side]}, step </span>
            <span class="half-number">{line().step}</span> <Quoted text={visible(didWords(line()))} />
          </span>
          <Show
            when={props.telling}
            fallback={
              <span class="half-more" dir="auto">
                {visible(line().thought ?? '')}
              </span>
            }
          >
            {(one) => (
              <span
                class={`half-more is-telling is-${props.side}`}
                dir="auto"
                title={`${aspectWords(one())}: ${valueWords(one(), props.side)}`}
              >
                {aspectWords(one())}: {visible(valueWords(one(), props.side))}
              </span>
            )}
          </Show>
          <span class="half-fine">
            {timeWords(line().took)}
            {line().tokens ? ` · ${line().tokens?.toLocaleString()} tokens` : ''}
          </span>
        </div>
      )}
    </Show>
  );
}
