// A task's open question where the task is shown, to be answered in place.

import { createSignal, createUniqueId, For, Show, type JSX } from 'solid-js';

import { visible } from '../bidi';
import { usePage } from '../desktop/page';
import type { HumanAnswer } from '../protocol/wire';

/** The question with this id, while it is open. */
export function QuestionCard(props: { id: string }): JSX.Element {
  const { desktop, person } = usePage();
  const field = createUniqueId();
  const [text, setText] = createSignal('');
  const [busy, setBusy] = createSignal(false);
  const question = () => desktop.state.questions[props.id];
  const answer = async (given: HumanAnswer): Promise<void> => {
    if (busy()) return;
    setBusy(true);
    await person.answerQuestion(props.id, given);
    setBusy(false);
  };
  return (
    <Show when={question()}>
      {(asked) => (
        <form
          class="question-card"
          aria-label="A question for you"
          onSubmit={(event) => {
            event.preventDefault();
            if (asked().kind === 'ask' && text().trim() !== '')
              void answer({ kind: 'approve', text: text().trim() });
          }}
        >
          <p class="question-title" dir="auto">
            {visible(asked().consent?.summary ?? asked().title)}
          </p>
          <p dir="auto">{visible(asked().consent?.reason ?? asked().message)}</p>
          <Show when={asked().kind === 'ask' && !asked().choices?.length}>
            <label class="visually-hidden" for={field}>
              Your answer
            </label>
            <input
              id={field}
              class="input"
              type={asked().secret ? 'password' : 'text'}
              autocomplete="off"
              value={text()}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </Show>
          <div class="task-buttons">
            <For each={asked().choices ?? []}>
              {(choice) => (
                <button
                  type="button"
                  class="button is-secondary size-sm"
                  onClick={() => void answer({ kind: 'approve', text: choice })}
                >
                  <bdi>{visible(choice)}</bdi>
                </button>
              )}
            </For>
            <Show
              when={asked().kind === 'ask'}
              fallback={
                <button
                  type="button"
                  class="button is-secondary size-sm"
                  onClick={() => void answer({ kind: 'approve' })}
                >
                  Yes
                </button>
              }
            >
              <Show when={!asked().choices?.length}>
                <button type="submit" class="button is-primary size-sm">
                  Answer
                </button>
              </Show>
            </Show>
            <button
              type="button"
              class="button is-secondary size-sm"
              onClick={() => void answer({ kind: 'reject' })}
            >
              {asked().kind === 'ask' ? 'Not now' : 'No'}
            </button>
          </div>
        </form>
      )}
    </Show>
  );
}
