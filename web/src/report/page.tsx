// A report: the summary, the film strip, the list of steps, the screens, and what happened.

import { createEffect, createMemo, createResource, createSignal, on, onCleanup, onMount, Show, type JSX } from 'solid-js';

import type { ReportIndex } from '../protocol/report';
import { readOutline, readStep, whole } from './document';
import { Details } from './details';
import { StepList } from './list';
import { placeOf } from './matching';
import { Printed } from './printed';
import { createSearch } from './search';
import { Stage } from './stage';
import { Strip } from './strip';
import { Summary } from './summary';

/** Where a report opens: at the step that its address names, else where it went wrong at the end, else at the start. */
function firstPlace(index: ReportIndex): number {
  const named = placeOf(index, location.hash);
  if (named >= 0) return named;
  const failed = !['success', 'running'].includes(index.state);
  const trouble = failed ? index.why?.first : undefined;
  return trouble ? Math.max(0, placeOf(index, `#step-${trouble.step}`)) : 0;
}

/** The whole report. */
export function Report(props: { index: ReportIndex }): JSX.Element {
  const { index } = props;
  const search = createSearch(index);
  const [at, setAt] = createSignal(firstPlace(index));
  const [tab, setTab] = createSignal<'story' | 'elements'>('story');
  const [pointed, setPointed] = createSignal(-1);
  const [picked, setPicked] = createSignal(-1);
  const [printing, setPrinting] = createSignal(false);
  // One part after the other, so that none keeps the page from answering.
  const [parts, setParts] = createSignal(0);
  const more = (): void => {
    setParts((now) => now + 1);
    if (parts() < 5) setTimeout(more);
  };
  setTimeout(more);
  let field!: HTMLInputElement;
  const line = () => index.steps[at()];
  const step = createMemo(() => (whole(), readStep(at())));
  const [outline] = createResource(
    // While the file still streams in, a step arrives before its elements do.
    () => {
      const number = step()?.outline;
      return number === undefined ? undefined : { number, whole: whole() };
    },
    ({ number }) => readOutline(number),
  );
  const shown = () => (step()?.outline === undefined || outline.loading ? undefined : outline());
  document.title = `${index.goal || 'A task'} · Fingertip`;

  const go = (place: number): void => {
    const next = index.steps[place];
    if (!next) return;
    setAt(place);
    // Not `location.hash`, which would scroll and fill the history.
    history.replaceState(undefined, '', `#step-${next.step}`);
  };
  const by = (steps: number): void => {
    const places = search.places();
    if (places.length === 0) return;
    const now = places.indexOf(at());
    // A step that the list does not show: on to the next one that it does.
    const near = steps > 0 ? places.findIndex((place) => place > at()) : places.findLastIndex((place) => place < at());
    const next = now < 0 ? near : Math.min(places.length - 1, Math.max(0, now + steps));
    go(places[next] ?? at());
  };
  const nextError = (): void => {
    const failed = index.steps.flatMap((one, place) => (one.marks?.includes('error') ? [place] : []));
    go(failed.find((place) => place > at()) ?? failed[0] ?? at());
  };
  const moves: Record<string, () => void> = {
    ArrowDown: () => by(1),
    ArrowRight: () => by(1),
    j: () => by(1),
    ArrowUp: () => by(-1),
    ArrowLeft: () => by(-1),
    k: () => by(-1),
    PageDown: () => by(10),
    PageUp: () => by(-10),
    Home: () => go(search.places()[0] ?? at()),
    End: () => go(search.places().at(-1) ?? at()),
    e: nextError,
    t: () => setTab((now) => (now === 'story' ? 'elements' : 'story')),
    '/': () => (field.focus(), field.select()),
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
    if (on?.closest('input, textarea, summary, .tree, .tabs')) return;
    // What scrolls keeps the keys that scroll it.
    if (on?.closest('.panel') && /^(Arrow(Up|Down)|Page|Home|End)/.test(event.key)) return;
    key(event);
  };
  createEffect(on(at, () => (setPointed(-1), setPicked(-1))));
  onMount(() => {
    const moved = (): void => {
      const place = placeOf(index, location.hash);
      if (place >= 0) setAt(place);
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
  const pick = (place: number): void => {
    setPicked(place);
    if (place >= 0) setTab('elements');
  };
  return (
    <>
      <div class="report">
        <Summary index={index} whole={parts() > 0} onStep={(number) => go(placeOf(index, `#step-${number}`))} />
        <section aria-label="Screens of the run">
          <Show when={parts() > 1} fallback={<div class="strip" />}>
            <Strip index={index} places={search.places()} at={at()} onChoose={go} onKey={key} />
          </Show>
        </section>
        <main class="report-body">
          <Show when={parts() > 2} fallback={<div class="steps" />}>
            <StepList index={index} search={search} at={at()} field={(one) => (field = one)} onChoose={go} onKey={key} />
          </Show>
          <Show when={parts() > 3} fallback={<div class="stage" />}>
            <Stage
            line={line()}
            step={step()}
            elements={shown()?.elements ?? []}
            pointed={pointed() >= 0 ? pointed() : picked()}
            onPoint={setPointed}
            onPick={pick}
            />
          </Show>
          <Show when={parts() > 4} fallback={<div class="details" />}>
            <Details
            line={line()}
            step={step()}
            outline={shown()}
            pointed={pointed()}
            picked={picked()}
            tab={tab()}
            onTab={setTab}
            onPoint={setPointed}
            onPick={setPicked}
            />
          </Show>
        </main>
        <footer class="report-foot fine">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> steps
          </span>
          <span>
            <kbd>e</kbd> next error
          </span>
          <span>
            <kbd>t</kbd> elements
          </span>
          <span>
            <kbd>/</kbd> search
          </span>
          <span class="report-made">
            {index.task} · {index.program}
          </span>
        </footer>
      </div>
      <Show when={printing()}>
        <Printed index={index} places={search.places()} />
      </Show>
    </>
  );
}

/** What is shown if there is no index to read. */
export function Unreadable(): JSX.Element {
  return (
    <main class="unreadable">
      <h1>This report cannot be read</h1>
      <p>The file is cut off or was changed. Make it again: `fingertip task report ID`, or `fingertip task diff A B --output FILE`.</p>
    </main>
  );
}
