// What people have to decide: dialogs of agents and questions of tasks, one at a time.

import { createEffect, createMemo, createSignal, Match, Show, Switch, type JSX } from 'solid-js';

import type { Outcome } from '../connection/outbox';
import { usePage } from '../desktop/page';
import { Ask } from './ask';
import { Confirm } from './confirm';
import { Consent } from './consent';

/** What waits, by kind and id. */
type Waiting = `dialog:${string}` | `question:${string}`;

/** The one that is asked now. The rest wait; the one that is on screen stays until it is answered. */
export function Modals(): JSX.Element {
  const { desktop } = usePage();
  const { state } = desktop;
  const [answered, setAnswered] = createSignal<ReadonlySet<Waiting>>(new Set());

  const waiting = createMemo((): Waiting[] => {
    const since = (id: string): number => state.dialogs[id]?.shownAt ?? 0;
    const dialogs = Object.keys(state.dialogs).sort((a, b) => since(a) - since(b));
    const until = (id: string): number => state.questions[id]?.until ?? Infinity;
    const questions = Object.keys(state.questions).sort((a, b) => (until(a) < until(b) ? -1 : 1));
    const all: Waiting[] = [
      ...questions.map((id): Waiting => `question:${id}`),
      ...dialogs.map((id): Waiting => `dialog:${id}`),
    ];
    return all.filter((one) => !answered().has(one));
  });
  const current = createMemo<Waiting | undefined>((now) =>
    now !== undefined && waiting().includes(now) ? now : waiting()[0],
  );

  // Somebody who looks at another tab sees that they are waited for.
  createEffect(() => {
    const count = waiting().length;
    document.title = count > 0 ? `(${count}) Fingertip desktop` : 'Fingertip desktop';
  });

  /** Hides a question as soon as it is answered here; shows it again if the answer was refused. */
  const answer = async (which: Waiting, outcome: Promise<Outcome>): Promise<void> => {
    setAnswered((before) => new Set(before).add(which));
    const came = await outcome;
    await desktop.reached(came.ok ? came.seq : undefined);
    setAnswered((before) => {
      const rest = new Set(before);
      rest.delete(which);
      return rest;
    });
  };

  return (
    <Show when={current()} keyed>
      {(which) => {
        const id = which.slice(which.indexOf(':') + 1);
        return (
          <Switch>
            <Match when={which.startsWith('dialog:') && state.dialogs[id]}>
              {(dialog) => (
                <Confirm
                  dialog={dialog()}
                  others={waiting().length - 1}
                  onAnswer={(outcome) => void answer(which, outcome)}
                />
              )}
            </Match>
            <Match when={which.startsWith('question:') && state.questions[id]}>
              {(question) => (
                <Show
                  when={question().consent}
                  fallback={
                    <Ask
                      question={question()}
                      others={waiting().length - 1}
                      onAnswer={(outcome) => void answer(which, outcome)}
                    />
                  }
                >
                  {(asked) => (
                    <Consent
                      question={question()}
                      asked={asked()}
                      others={waiting().length - 1}
                      onAnswer={(outcome) => void answer(which, outcome)}
                    />
                  )}
                </Show>
              )}
            </Match>
          </Switch>
        );
      }}
    </Show>
  );
}
