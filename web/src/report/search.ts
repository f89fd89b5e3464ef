// Searches all text of a report: the list at once, the steps and screens in slices, so that the page never halts.

import { createEffect, createMemo, createSignal, onCleanup, type Accessor } from 'solid-js';

import type { ReportIndex, StepLine, StepMark } from '../protocol/report';
import { readOutline, readStep, whole } from './document';
import { has, marked, wordsOf } from './matching';
import { textsOf } from './words';

/** How long a slice of the search may last, in milliseconds. */
const slice = 12;

/** The search of a report. */
export interface Search {
  query: Accessor<string>;
  setQuery: (query: string) => void;
  marks: Accessor<ReadonlySet<StepMark>>;
  toggle: (mark: StepMark) => void;
  /** The places of the steps to show. */
  places: Accessor<readonly number[]>;
  /** How much has been searched, from 0 to 1. */
  progress: Accessor<number>;
}

/** All text of a step: its line, its moments, its screens. */
async function textOf(line: StepLine, place: number): Promise<string> {
  const step = readStep(place);
  const texts = [`step ${line.step}`, textsOf(line), textsOf(step)];
  for (const number of new Set([step?.outline, step?.outlineAfter])) {
    if (number !== undefined) texts.push(textsOf(await readOutline(number)));
  }
  return texts.join('\n');
}

export function createSearch(index: ReportIndex): Search {
  const [query, setQuery] = createSignal('');
  const [marks, setMarks] = createSignal<ReadonlySet<StepMark>>(new Set());
  const [found, setFound] = createSignal<ReadonlySet<number>>();
  const [progress, setProgress] = createSignal(1);
  createEffect(() => {
    const words = wordsOf(query());
    // Steps that come later are searched when they are there.
    whole();
    if (words.length === 0) {
      setFound(undefined);
      setProgress(1);
      return;
    }
    let stopped = false;
    onCleanup(() => (stopped = true));
    const run = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 120));
      const places = new Set<number>();
      let began = performance.now();
      setProgress(0);
      for (const [place, line] of index.steps.entries()) {
        if (stopped) return;
        if (has(await textOf(line, place), words)) places.add(place);
        if (performance.now() - began < slice) continue;
        setFound(new Set(places));
        setProgress(place / index.steps.length);
        await new Promise((resolve) => setTimeout(resolve));
        began = performance.now();
      }
      if (stopped) return;
      setFound(places);
      setProgress(1);
    };
    void run();
  });
  const toggle = (mark: StepMark): void => {
    setMarks((now) => {
      const next = new Set(now);
      if (!next.delete(mark)) next.add(mark);
      return next;
    });
  };
  const all = createMemo(() => marked(index.steps, marks()));
  const places = createMemo((): readonly number[] => {
    const among = found();
    return among ? all().filter((place) => among.has(place)) : all();
  });
  return { query, setQuery, marks, toggle, places, progress };
}
