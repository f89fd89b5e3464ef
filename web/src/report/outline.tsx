// The elements of a screen as an outline that opens and closes, linked to the picture.

import { createEffect, createMemo, createSignal, For, on, Show, type JSX } from 'solid-js';

import { visible } from '../bidi';
import type { ReportElement } from '../protocol/report';
import { Icon } from '../shell/icons';
import { contains, open } from './elements';
import { roleWords } from './words';

/** How many elements are shown at first. */
const first = 300;

/** The outline. */
export function OutlineTree(props: {
  elements: readonly ReportElement[];
  leftOut: number;
  pointed: number;
  picked: number;
  onPoint: (place: number) => void;
  onPick: (place: number) => void;
}): JSX.Element {
  const [closed, setClosed] = createSignal<ReadonlySet<number>>(new Set());
  const [all, setAll] = createSignal(false);
  createEffect(on(() => props.elements, () => (setClosed(new Set<number>()), setAll(false))));
  const shown = createMemo(() => open(props.elements, closed()));
  const some = (): number[] => (all() ? shown() : shown().slice(0, first));
  const toggle = (place: number, close: boolean): void => {
    if (!contains(props.elements, place)) return;
    setClosed((now) => {
      const next = new Set(now);
      if (close) next.add(place);
      else next.delete(place);
      return next;
    });
  };
  let tree: HTMLUListElement | undefined;
  createEffect(() => tree?.querySelector(`[data-place="${props.picked}"]`)?.scrollIntoView({ block: 'nearest' }));
  const key = (event: KeyboardEvent): void => {
    const order = shown().indexOf(props.picked);
    const to = (place: number | undefined): void => {
      if (place !== undefined) props.onPick(place);
    };
    const moves: Record<string, () => void> = {
      ArrowDown: () => to(shown()[order + 1]),
      ArrowUp: () => to(shown()[Math.max(0, order - 1)]),
      Home: () => to(shown()[0]),
      End: () => to(shown().at(-1)),
      ArrowLeft: () => toggle(props.picked, true),
      ArrowRight: () => toggle(props.picked, false),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  return (
    <>
      <ul
        ref={tree}
        class="tree"
        role="tree"
        tabindex={0}
        aria-label="Elements of the screen"
        aria-activedescendant={props.picked >= 0 ? `element-${props.picked}` : undefined}
        onKeyDown={key}
        onMouseLeave={() => props.onPoint(-1)}
      >
        <For each={some()}>
          {(place) => {
            const element = (): ReportElement => props.elements[place] ?? {};
            return (
              <li
                id={`element-${place}`}
                data-place={place}
                role="treeitem"
                class="element"
                classList={{ 'is-pointed': place === props.pointed, 'is-picked': place === props.picked }}
                style={{ '--depth': String(Math.min(element().depth ?? 0, 12)) }}
                aria-level={(element().depth ?? 0) + 1}
                aria-selected={place === props.picked}
                aria-expanded={contains(props.elements, place) ? !closed().has(place) : undefined}
                onMouseEnter={() => props.onPoint(place)}
                onClick={() => props.onPick(place)}
              >
                <Show when={contains(props.elements, place)} fallback={<span class="twist" />}>
                  <span
                    class="twist"
                    classList={{ 'is-closed': closed().has(place) }}
                    onClick={(event) => {
                      event.stopPropagation();
                      toggle(place, !closed().has(place));
                    }}
                  >
                    <Icon name="down" />
                  </span>
                </Show>
                <ElementWords element={element()} />
              </li>
            );
          }}
        </For>
      </ul>
      <Show when={shown().length > some().length}>
        <button type="button" class="button is-ghost size-sm" onClick={() => setAll(true)}>
          Show {shown().length - some().length} more
        </button>
      </Show>
      <Show when={props.leftOut > 0}>
        <p class="fine">{props.leftOut} more elements are not in this report.</p>
      </Show>
    </>
  );
}

/** An element in a line. */
export function ElementWords(props: { element: ReportElement }): JSX.Element {
  const id = (): string => (props.element.id ?? '').replace(/^.*\//, '');
  return (
    <span class="element-words">
      <span class="element-role">{roleWords(props.element.role)}</span>
      <Show when={props.element.text}>
        {(text) => (
          <bdi class="element-text">“{visible(text())}”</bdi>
        )}
      </Show>
      <Show when={props.element.description && props.element.description !== props.element.text}>
        <bdi class="element-description">{visible(props.element.description ?? '')}</bdi>
      </Show>
      <Show when={id()}>
        <span class="element-id">#{id()}</span>
      </Show>
      <For each={props.element.states ?? []}>{(state) => <span class="element-state">{state}</span>}</For>
    </span>
  );
}
