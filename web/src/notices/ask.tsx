// A question of a task: a yes, some words, a choice, or something that only the person has.

import { createResource, createSignal, For, Show, type JSX } from 'solid-js';

import type { Outcome } from '../connection/outbox';
import { usePage } from '../desktop/page';
import type { HumanAnswer, Question } from '../protocol/wire';
import { visible } from '../bidi';
import { answerWithFile, takesOf } from './answer-file';
import { Countdown } from './countdown';
import { Modal } from './modal';

/** One question. Escape leaves it to the agent to find another way. */
export function Ask(props: {
  question: Question;
  others: number;
  onAnswer: (outcome: Promise<Outcome>) => void;
}): JSX.Element {
  const { desktop, person, remark } = usePage();
  // A task is known by what it is to do, which stands in its notification.
  const asker = (): string => {
    const goal = desktop.state.notifications[`task-${props.question.from}`]?.title;
    return goal ? `The task “${goal}”` : 'A task';
  };
  const [text, setText] = createSignal('');
  const [file, setFile] = createSignal<File>();
  const [takes] = createResource(
    () => (props.question.kind === 'auth' ? props.question.id : undefined),
    takesOf,
  );
  const wantsFile = (): boolean => takes() === 'file' || takes() === 'text_or_file';
  const wantsText = (): boolean =>
    props.question.kind !== 'confirm' && takes() !== 'file' && takes() !== 'yes';
  const choices = (): string[] => props.question.choices ?? [];
  const answer = (given: HumanAnswer): void =>
    props.onAnswer(person.answerQuestion(props.question.id, given));
  const approve = (said: string): void =>
    answer({ kind: 'approve', ...(said === '' ? {} : { text: said }) });
  const incomplete = (): boolean => props.question.kind === 'ask' && text() === '';
  const send = async (chosen: File): Promise<Outcome> => {
    const outcome = await answerWithFile(props.question.id, chosen);
    if (!outcome.ok) remark(`That did not work: ${outcome.errors[0]?.message ?? ''}`);
    return outcome;
  };
  const submit = (): void => {
    const chosen = file();
    if (chosen) props.onAnswer(send(chosen));
    else if (!incomplete()) approve(text());
  };

  return (
    <Modal
      title={props.question.title}
      from={asker()}
      message={props.question.message}
      others={props.others}
      onEscape={() => answer({ kind: 'reject' })}
      onSubmit={submit}
      buttons={
        <>
          <button
            type="button"
            class="button is-ghost size-md is-first"
            onClick={() => answer({ kind: 'cancel' })}
          >
            Stop the task
          </button>
          <button
            type="button"
            class="button is-secondary size-md"
            onClick={() => answer({ kind: 'reject' })}
          >
            {props.question.kind === 'confirm' ? 'No' : 'Not now'}
          </button>
          <Show when={props.question.kind !== 'ask' || choices().length === 0}>
            <button type="submit" class="button is-primary size-md" disabled={incomplete()}>
              {props.question.kind === 'confirm'
                ? 'Yes'
                : props.question.kind === 'auth'
                  ? 'Approve'
                  : 'Answer'}
            </button>
          </Show>
        </>
      }
    >
      <Show when={choices().length > 0}>
        <div class="choices" role="group" aria-label="Answers">
          <For each={choices()}>
            {(choice) => (
              <button
                type="button"
                class="button is-secondary size-md"
                onClick={() => approve(choice)}
              >
                <bdi>{visible(choice)}</bdi>
              </button>
            )}
          </For>
        </div>
      </Show>
      <Show when={wantsText() && choices().length === 0}>
        <label class="label" for="modal-answer">
          {props.question.secret ? 'Your answer (it is not shown)' : 'Your answer'}
        </label>
        <input
          id="modal-answer"
          class="input"
          type={props.question.secret ? 'password' : 'text'}
          autocomplete={props.question.secret ? 'one-time-code' : 'off'}
          value={text()}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Show>
      <Show when={wantsFile()}>
        <label class="label" for="modal-file">
          A picture or another file
        </label>
        <input
          id="modal-file"
          class="input"
          type="file"
          onChange={(event) => setFile(event.currentTarget.files?.[0])}
        />
      </Show>
      <Show when={props.question.until}>{(until) => <Countdown until={until()} />}</Show>
    </Modal>
  );
}
