// The screen before and after a step, with the touch where it landed and the element under it.

import { createMemo, createSignal, For, Show, type JSX } from 'solid-js';

import type { ReportElement, ReportStep, StepLine } from '../protocol/report';
import { elementAt, touchesOf, type Acted } from './elements';
import { createPicture } from './pictures';
import { deedWords, nameOf } from './words';

/** Both screens. */
export function Stage(props: {
  line: StepLine | undefined;
  step: ReportStep | undefined;
  elements: readonly ReportElement[];
  /** The element that is pointed at, in the picture or in the outline. */
  pointed: number;
  onPoint: (place: number) => void;
  onPick: (place: number) => void;
}): JSX.Element {
  const [side, setSide] = createSignal<'before' | 'after'>('before');
  const touches = createMemo(() => touchesOf(props.step));
  const after = (): number | undefined => (props.line?.after === props.line?.before ? undefined : props.line?.after);
  return (
    <section class="stage" aria-label="Screen" data-side={after() === undefined ? 'before' : side()}>
      <Show when={after() !== undefined}>
        <div class="sides" role="group" aria-label="Which screen">
          <button type="button" class="filter" aria-pressed={side() === 'before'} onClick={() => setSide('before')}>
            Before
          </button>
          <button type="button" class="filter" aria-pressed={side() === 'after'} onClick={() => setSide('after')}>
            After
          </button>
        </div>
      </Show>
      <div class="screens">
        <Screen
          name="Before"
          step={props.line?.step ?? 0}
          picture={props.line?.before}
          withheld={props.step?.withheld}
          touches={touches()}
          elements={props.elements}
          pointed={props.pointed}
          onPoint={props.onPoint}
          onPick={props.onPick}
        />
        <Show when={after() !== undefined}>
          <Screen name="After" step={props.line?.step ?? 0} picture={after()} touches={[]} elements={[]} pointed={-1} />
        </Show>
      </div>
    </section>
  );
}

/** One screen. */
export function Screen(props: {
  name: string;
  /** What a reader says of the picture; by default, when it was taken. */
  alt?: string;
  step: number;
  picture: number | undefined;
  withheld?: string | undefined;
  touches: readonly Acted[];
  /** Areas to outline, as fractions: left, top, width, height. */
  marks?: readonly (readonly [number, number, number, number])[];
  elements: readonly ReportElement[];
  pointed: number;
  onPoint?: (place: number) => void;
  onPick?: (place: number) => void;
}): JSX.Element {
  const shown = createPicture(() => props.picture);
  const url = (): string | undefined => {
    const state = shown();
    return typeof state === 'object' ? state.url : undefined;
  };
  const at = (event: MouseEvent & { currentTarget: HTMLElement }): number => {
    const box = event.currentTarget.getBoundingClientRect();
    return elementAt(props.elements, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  const why = (): string => {
    if (props.picture === undefined) return props.withheld ? `No picture: ${props.withheld}` : 'No picture on record.';
    return shown() === 'coming' ? 'Loading…' : 'This picture is missing.';
  };
  return (
    <figure class="screen" data-name={props.name}>
      <Show when={url()} fallback={<div class="screen-none">{why()}</div>}>
        {(address) => (
          <div
            class="screen-picture"
            onMouseMove={(event) => props.onPoint?.(at(event))}
            onMouseLeave={() => props.onPoint?.(-1)}
            onClick={(event) => props.onPick?.(at(event))}
          >
            <img src={address()} alt={props.alt ?? `The screen ${props.name.toLowerCase()} step ${props.step}`} decoding="async" />
            <For each={props.touches}>{(touch) => <Touch touch={touch} />}</For>
            <Box bounds={props.elements[props.pointed]?.bounds} kind="is-pointed" />
            <For each={props.marks}>{(area) => <Box bounds={area} kind="is-different" />}</For>
          </div>
        )}
      </Show>
      <figcaption class="fine">{props.name}</figcaption>
    </figure>
  );
}

/** An outline around an area. */
function Box(props: { bounds: readonly number[] | undefined; kind: string }): JSX.Element {
  return (
    <Show when={props.bounds}>
      {(bounds) => (
        <span
          class={`box ${props.kind}`}
          aria-hidden="true"
          style={{
            left: `${(bounds()[0] ?? 0) * 100}%`,
            top: `${(bounds()[1] ?? 0) * 100}%`,
            width: `${(bounds()[2] ?? 0) * 100}%`,
            height: `${(bounds()[3] ?? 0) * 100}%`,
          }}
        />
      )}
    </Show>
  );
}

/** A touch: a ring where it landed, or a line with rings at its ends. */
function Touch(props: { touch: Acted }): JSX.Element {
  const points = () => props.touch.points;
  const failed = (): boolean => props.touch.effect?.failure !== undefined;
  const words = (): string => deedWords(props.touch.action, nameOf(props.touch.target));
  return (
    <>
      <Box bounds={props.touch.target?.bounds} kind="is-target" />
      <Show when={points().length > 1}>
        <svg class="path" classList={{ 'is-failed': failed() }} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path
            d={points()
              .map(([x = 0, y = 0], place) => `${place === 0 ? 'M' : 'L'}${x * 100} ${y * 100}`)
              .join(' ')}
            vector-effect="non-scaling-stroke"
          />
        </svg>
      </Show>
      <For each={points()}>
        {([x = 0, y = 0], place) => (
          <span
            class="touch"
            classList={{ 'is-failed': failed(), 'is-end': place() > 0 }}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            title={words()}
            role="img"
            aria-label={`${words()}, at ${Math.round(x * 100)} % from the left and ${Math.round(y * 100)} % from the top`}
          />
        )}
      </For>
    </>
  );
}
