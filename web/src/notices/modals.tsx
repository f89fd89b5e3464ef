// The decisions that people have to make: dialogs of agents and questions of tasks, one at a time.

import { createEffect, createMemo, Match, on, onCleanup, Show, Switch, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { callAttention } from './attention';
import { Confirm } from './confirm';
import { listQuestions } from './list';
import { Modal } from './modal';
import { PageDesk, QuestionIn } from './page-desk';
import { useSettled } from './settled';
import { answering, idOf, isAside, isAsking, putAside, waitingIn, type Waiting } from './waiting';

/** The current one. The others wait; the one on screen stays until it is answered or put aside. */
export function Modals(): JSX.Element {
  const page = usePage();
  const { desktop, connection } = page;
  const { state } = desktop;
  useSettled(page);
  const waiting = createMemo(() => waitingIn(desktop));
  const current = createMemo<Waiting | undefined>((now) => {
    const asked = waiting().filter((one) => !isAside(one));
    if (now !== undefined && asked.includes(now)) return now;
    return isAsking() ? undefined : asked[0];
  });
  callAttention(waiting, (which) => {
    const id = idOf(which);
    return (which.startsWith('dialog:') ? state.dialogs[id] : state.questions[id])?.title ?? '';
  });

  // Questions expire by the server's clock, so it is requested when there is one, and again after a sleep or a
  // reconnect.
  const asks = (): boolean =>
    connection().kind === 'connected' && Object.keys(state.questions).length > 0;
  const look = (): void => {
    if (document.visibilityState === 'visible' && asks()) void listQuestions();
  };
  createEffect(on(createMemo(asks), look));
  document.addEventListener('visibilitychange', look);
  onCleanup(() => document.removeEventListener('visibilitychange', look));

  return (
    <PageDesk>
      <Show when={current()} keyed>
        {(which) => (
          <Switch>
            <Match when={which.startsWith('dialog:') && state.dialogs[idOf(which)]}>
              {(dialog) => (
                <Confirm
                  dialog={dialog()}
                  others={waiting().length - 1}
                  onAnswer={(outcome) => void answering(desktop, which, outcome)}
                />
              )}
            </Match>
            <Match when={which.startsWith('question:') && state.questions[idOf(which)]}>
              {(question) => (
                <QuestionIn
                  question={question()}
                  others={waiting().length - 1}
                  frame={Modal}
                  name="modal"
                  onAnswer={(outcome) => void answering(desktop, which, outcome)}
                  onLater={() => putAside(which)}
                />
              )}
            </Match>
          </Switch>
        )}
      </Show>
    </PageDesk>
  );
}
