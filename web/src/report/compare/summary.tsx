// The top of a comparison: both runs, their totals, and where they part.

import { For, Show, type JSX } from 'solid-js';

import { visible } from '../../bidi';
import type { ComparedRun, ReportComparison } from '../../protocol/report';
import { readMissing } from '../document';
import { Quoted } from '../quoted';
import { Missing, quotedParts, ThemeButton } from '../summary';
import { runWords } from '../words';
import { divergenceWords, names, partingWords, sides, totals, whyWords, type Side } from './words';

/** The summary. */
export function ComparisonSummary(props: {
  comparison: ReportComparison;
  /** Whether dates are shown too: formatting the first one takes a while. */
  whole: boolean;
  onPair: (place: number) => void;
}): JSX.Element {
  const all = () => props.comparison;
  const heading = (): string => {
    const { a, b } = all();
    return a.goal === b.goal ? a.goal || 'The goal is not on record' : 'Two runs with different goals';
  };
  const link = (): number | undefined => {
    const place = all().divergence?.pair;
    return place !== undefined && place < all().pairs.length ? place : undefined;
  };
  return (
    <header class="summary">
      <div class="summary-head">
        <span class="chip">Comparison</span>
        <h1 class="summary-goal" dir="auto">
          {visible(heading())}
        </h1>
        <div class="summary-tools">
          <ThemeButton />
        </div>
      </div>
      <div class="compared">
        <div class="compared-runs">
          <For each={sides}>
            {(side) => <Run run={all()[side]} side={side} goal={all().a.goal !== all().b.goal} whole={props.whole} />}
          </For>
        </div>
        <dl class="totals">
          <For each={totals(all())}>
            {(total) => (
              <div class="total">
                <dt>{total.name}</dt>
                <dd>
                  <span class="visually-hidden">first run </span>
                  {total.a} <span class="total-arrow" aria-hidden="true">→</span>{' '}
                  <span class="visually-hidden">second run </span>
                  {total.b}
                </dd>
                <dd class={`delta is-${total.delta.way}`}>{total.delta.words}</dd>
              </div>
            )}
          </For>
        </dl>
      </div>
      <div class="parting" classList={{ 'is-none': !all().divergence }}>
        <p>
          <strong>
            <Show when={link() !== undefined} fallback={partingWords(all())}>
              <a
                href={`#pair-${(link() ?? 0) + 1}`}
                onClick={(event) => {
                  event.preventDefault();
                  props.onPair(link() ?? 0);
                }}
              >
                {partingWords(all())}
              </a>
            </Show>
          </strong>
          <Show when={all().divergence} fallback={' Every step did the same, and the same came of it.'}>
            {'. '}
            <span dir="auto">{quotedParts(divergenceWords(all()))}</span>
          </Show>
        </p>
      </div>
      <Missing sentences={[...all().missing, ...readMissing()]} />
    </header>
  );
}

/** A run, in two lines. */
function Run(props: { run: ComparedRun; side: Side; goal: boolean; whole: boolean }): JSX.Element {
  const { run } = props;
  const about = (): string =>
    [
      run.device,
      run.model === 'plan' ? 'a plan' : run.model,
      props.whole && run.began > 0 ? new Date(run.began).toLocaleString() : '',
    ]
      .filter((text) => text !== '')
      .join(' · ');
  return (
    <section class="compared-run" aria-label={names[props.side]}>
      <p class="compared-head">
        <span class={`side-mark is-${props.side}`} aria-hidden="true">
          {props.side.toUpperCase()}
        </span>
        <strong>{names[props.side]}</strong>
        <span class={`chip is-${run.state}`}>{runWords(run.state)}</span>
        <Show when={location.protocol.startsWith('http')}>
          <a class="compared-link" href={`/api/tasks/${encodeURIComponent(run.task)}/report`}>
            Its report
          </a>
        </Show>
      </p>
      <Show when={props.goal}>
        <p dir="auto">{visible(run.goal)}</p>
      </Show>
      <p class="compared-why" dir="auto">
        <Quoted text={visible(whyWords(run))} />
      </p>
      <p class="fine" dir="auto">
        {visible(about())}
      </p>
    </section>
  );
}
