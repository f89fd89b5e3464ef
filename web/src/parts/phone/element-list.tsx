// The phone's screen as real buttons, fields and switches, for people who cannot see the picture or prefer the
// keyboard.

import { createEffect, createSignal, For, on, onCleanup, Show, untrack, type JSX } from 'solid-js';
import { createStore, reconcile } from 'solid-js/store';

import { t } from '../../words/say';
import { ListedElement } from './element-item';
import { isAnotherScreen, listed, screenWords, type Listed } from './elements';
import type { PhoneView } from './view';

/** A screen is announced when it has been still for this long. */
const settled = 600;

/** The list. */
export function ElementList(props: { view: PhoneView }): JSX.Element {
  const { stream } = props.view;
  const [store, setStore] = createStore<{ all: Listed[] }>({ all: [] });
  const [said, setSaid] = createSignal('');
  let box!: HTMLElement;
  let heading!: HTMLHeadingElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));

  let announced: Listed[] = [];
  createEffect(
    on(stream.elements, (elements) => {
      const now = listed(elements);
      const inside = box.contains(document.activeElement);
      untrack(() => setStore('all', reconcile(now, { key: 'id', merge: false })));
      // The focused element disappeared with its screen, so the focus stays in the list. The page changes after this
      // effect, and only then is that known.
      queueMicrotask(() => {
        if (inside && !box.contains(document.activeElement)) heading.focus();
      });
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isAnotherScreen(announced, now)) setSaid(screenWords(now));
        announced = now;
      }, settled);
    }),
  );

  return (
    <section class="phone-list" ref={box} aria-label={t`The phone’s screen as a list`}>
      <div class="phone-list-head">
        <h3 ref={heading} tabindex="-1">{t`On the screen`}</h3>
        <button
          type="button"
          class="button size-sm is-ghost"
          aria-pressed={!props.view.shown().picture}
          onClick={() => props.view.show({ picture: !props.view.shown().picture })}
        >
          {t`List only`}
        </button>
      </div>
      <p class="visually-hidden" role="status">
        {said()}
      </p>
      <Show
        when={store.all.length > 0}
        fallback={<p class="nothing">{empty(stream.standing().kind)}</p>}
      >
        <ul class="phone-items">
          <For each={store.all}>
            {(one) => <ListedElement view={props.view} element={one.element} />}
          </For>
        </ul>
      </Show>
    </section>
  );
}

function empty(standing: string): string {
  return standing === 'live' ? t`Reading the screen…` : t`The phone is not connected.`;
}
