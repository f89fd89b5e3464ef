// The comparison of two runs: the summary, the aligned steps, both screens, and what differs.

import { createMemo, createSignal, onCleanup, onMount, Show, type JSX } from 'solid-js';

import type { ReportComparison } from '../../protocol/report';
import { readPair, whole } from '../document';
import { createDifference, PairDetails, PairStage, tabs, type Tab } from './inspector';
import { PairList } from './list';
import { PrintedPairs } from './printed';
import { ComparisonSummary } from './summary';
import { differs, isFair, nextDifference, pairOf, shownPlaces } from './words';

/** Where a comparison opens: at the pair that its address names, else where the runs part, else at the start. */
function firstPlace(comparison: ReportComparison): number {
  const named = pairOf(comparison, location.hash);
  if (named >= 0) return named;
  const parting = comparison.divergence?.pair ?? 0;
  return parting < comparison.pairs.length ? parting : 0;
}

/** The whole comparison. */
export function ComparisonPage(props: { comparison: ReportComparison }): JSX.Element {
  const { comparison } = props;
  const [at, setAt] = createSignal(firstPlace(comparison));
  const [only, setOnly] = createSignal(false);
  const [tab, setTab] = createSignal<Tab>('differences');
  const [printing, setPrinting] = createSignal(false);
  // One part after the other, so that none keeps the page from answering.
  const [parts, setParts] = createSignal(0);
  const more = (): void => {
    setParts((now) => now + 1);
    if (parts() < 4) setTimeout(more);
  };
  setTimeout(more);
  const places = createMemo(() => shownPlaces(comparison, only()));
  const pair = () => comparison.pairs[at()];
  const steps = createMemo(() => (whole(), readPair(at())));
  const difference = createDifference(pair);
  document.title = `Comparison · ${comparison.a.goal || 'two runs'} · Fingertip`;

  const go = (place: number): void => {
    if (!comparison.pairs[place]) return;
    if (only() && !differs(comparison, place)) setOnly(false);
    setAt(place);
    // Not `location.hash`, which would scroll and fill the history.
    history.replaceState(undefined, '', `#pair-${place + 1}`);
  };
  const by = (rows: number): void => {
    const shown = places();
    const now = shown.indexOf(at());
    go(shown[Math.min(shown.length - 1, Math.max(0, now + rows))] ?? at());
  };
  const toggle = (): void => {
    if (nextDifference(comparison, -1) < 0) return;
    setOnly((now) => !now);
    if (only() && !differs(comparison, at())) go(nextDifference(comparison, at()));
  };
  const moves: Record<string, () => void> = {
    ArrowDown: () => by(1),
    ArrowRight: () => by(1),
    j: () => by(1),
    ArrowUp: () => by(-1),
    ArrowLeft: () => by(-1),
    k: () => by(-1),
    PageDown: () => by(8),
    PageUp: () => by(-8),
    Home: () => go(places()[0] ?? at()),
    End: () => go(places().at(-1) ?? at()),
    d: () => go(nextDifference(comparison, at())),
    o: toggle,
    t: () => setTab((now) => tabs[(tabs.indexOf(now) + 1) % tabs.length] ?? now),
  };
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (!move) return;
    event.preventDefault();
    move();
  };
  const anywhere = (event: KeyboardEvent): void => {
    const on = event.target instanceof Element ? event.target : undefined;
    if (on?.closest('input, textarea, summary, .tabs')) return;
    // What scrolls keeps the keys that scroll it.
    if (on?.closest('.panel') && /^(Arrow(Up|Down)|Page|Home|End)/.test(event.key)) return;
    key(event);
  };
  onMount(() => {
    const moved = (): void => {
      const place = pairOf(comparison, location.hash);
      if (place >= 0) go(place);
    };
    const print = (): void => void setPrinting(true);
    const printed = (): void => void setPrinting(false);
    document.addEventListener('keydown', anywhere);
    addEventListener('hashchange', moved);
    addEventListener('beforeprint', print);
    addEventListener('afterprint', printed);
    onCleanup(() => {
      document.removeEventListener('keydown', anywhere);
      removeEventListener('hashchange', moved);
      removeEventListener('beforeprint', print);
      removeEventListener('afterprint', printed);
    });
  });
  return (
    <>
      <div class="report is-comparison">
        <ComparisonSummary comparison={comparison} whole={parts() > 0} onPair={go} />
        <main class="report-body">
          <Show when={parts() > 1} fallback={<div class="steps" />}>
            <PairList
              comparison={comparison}
              places={places()}
              at={at()}
              only={only()}
              onOnly={toggle}
              onChoose={go}
              onKey={key}
            />
          </Show>
          <Show when={parts() > 2} fallback={<div class="stage" />}>
            <PairStage pair={pair()} steps={steps()} difference={difference()} />
          </Show>
          <Show when={parts() > 3} fallback={<div class="details" />}>
            <PairDetails pair={pair()} steps={steps()} difference={difference()} tab={tab()} isFair={isFair(comparison)} onTab={setTab} />
          </Show>
        </main>
        <footer class="report-foot fine">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> steps
          </span>
          <span>
            <kbd>d</kbd> next difference
          </span>
          <span>
            <kbd>o</kbd> only differences
          </span>
          <span>
            <kbd>t</kbd> next tab
          </span>
          <span class="report-made">
            {comparison.a.task} · {comparison.b.task} · {comparison.program}
          </span>
        </footer>
      </div>
      <Show when={printing()}>
        <PrintedPairs comparison={comparison} places={places()} />
      </Show>
    </>
  );
}
