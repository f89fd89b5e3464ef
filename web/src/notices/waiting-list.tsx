// The questions that were put aside, so that they are not forgotten.

import { For, Show, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';

import { visible } from '../bidi';
import { Countdown } from '../answers/countdown';
import { usePage } from '../desktop/page';
import type { Dialog } from '../protocol/wire';
import { Icon } from '../shell/icons';
import { t } from '../words/say';
import { PageDesk } from './page-desk';
import { Sender } from './sender';
import { bringBack, idOf, isAside, isInView, waitingIn, type Waiting } from './waiting';

/** The questions; only those that were put aside and are not visible, or all. */
export function WaitingList(props: { all: boolean; heading: 'h2' | 'h3' }): JSX.Element {
  const { desktop } = usePage();
  const listed = (): Waiting[] =>
    waitingIn(desktop).filter((one) => props.all || (isAside(one) && !isInView(one)));
  return (
    <PageDesk>
      <For each={listed()}>{(which) => <One which={which} heading={props.heading} />}</For>
    </PageDesk>
  );
}

function One(props: { which: Waiting; heading: 'h2' | 'h3' }): JSX.Element {
  const { state } = usePage().desktop;
  const dialog = (): Dialog | undefined =>
    props.which.startsWith('dialog:') ? state.dialogs[idOf(props.which)] : undefined;
  const asked = (): { title: string; message: string; until?: number } | undefined =>
    props.which.startsWith('dialog:') ? dialog() : state.questions[idOf(props.which)];
  return (
    <Show when={asked()}>
      {(one) => (
        <article class="notification is-waiting" data-waiting={props.which}>
          <div class="notification-words">
            <p class="fine">
              <Show
                when={dialog()}
                fallback={
                  <span class="modal-mark">
                    <Icon name="shield" />{' '}{t`Fingertip`}</span>
                }
              >
                {(asked) => <Sender from={asked().from} />}
              </Show>
            </p>
            <Dynamic component={props.heading} class="notification-title" dir="auto">
              {visible(one().title)}
            </Dynamic>
            <p dir="auto">{visible(one().message)}</p>
            <Show when={one().until}>{(until) => <Countdown until={until()} />}</Show>
            <div class="notification-buttons">
              <button
                type="button"
                class="button is-primary size-sm"
                onClick={() => bringBack(props.which)}
              >
                {t`Answer`}
              </button>
            </div>
          </div>
        </article>
      )}
    </Show>
  );
}
