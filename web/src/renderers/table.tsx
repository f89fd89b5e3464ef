// A table of texts. Long ones are drawn as far as the reader has scrolled.

import { createSignal, For, Index, onCleanup, Show, type JSX } from 'solid-js';

import { t } from '../words/say';
import { Nothing } from './nothing';

/** How many rows are drawn at once. */
const page = 200;

/** A table with a sticky head. */
export function Table(props: { headers: string[]; rows: string[][]; title: string }): JSX.Element {
  const [drawn, setDrawn] = createSignal(page);
  const watch = (end: HTMLElement): void => {
    const observer = new IntersectionObserver((seen) => {
      if (seen.some((entry) => entry.isIntersecting)) setDrawn((count) => count + page);
    });
    observer.observe(end);
    onCleanup(() => observer.disconnect());
  };

  return (
    <div
      class="scroller is-flush"
      tabindex="0"
      role="group"
      aria-label={t`Content of ${props.title || t`the window`}`}
    >
      <Show
        when={props.headers.length + props.rows.length > 0}
        fallback={<Nothing>{t`No rows yet.`}</Nothing>}
      >
        <table
          class="table"
          aria-label={props.title || t`Table`}
          aria-rowcount={props.rows.length + 1}
        >
          <Show when={props.headers.length > 0}>
            <thead>
              <tr>
                <For each={props.headers}>
                  {/* A header without text names nothing, so it is a plain cell. */}
                  {(header) => (header.trim() === '' ? <td /> : <th scope="col" dir="auto">{header}</th>)}
                </For>
              </tr>
            </thead>
          </Show>
          <tbody>
            <Index each={props.rows.slice(0, drawn())}>
              {(row) => (
                <tr>
                  <Index each={row()}>{(cell) => <td dir="auto">{cell()}</td>}</Index>
                </tr>
              )}
            </Index>
          </tbody>
        </table>
        <Show when={props.rows.length === 0}>
          <Nothing>{t`No rows yet.`}</Nothing>
        </Show>
        <Show when={drawn() < props.rows.length}>
          <p class="table-end" ref={watch}>
            {t`${props.rows.length - drawn()} more rows`}</p>
        </Show>
      </Show>
    </div>
  );
}
