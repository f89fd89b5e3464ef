// A task's question: a yes, some words, a choice, or something that only the person has.

import { createSignal, Show, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';

import type { Outcome } from '../connection/outbox';
import type { AnswerForm, HumanAnswer, Question } from '../protocol/wire';
import { t, translated } from '../words/say';
import { Countdown } from './countdown';
import { sendGiven, useDesk } from './desk';
import { sendLabel } from './forms';
import type { Given } from './given';
import type { Frame } from './sheet';
import { Ways } from './ways';

/** Whether a text ends as a question does, in any script. */
const isQuestion = (text: string): boolean => /[?？؟;]\s*$/u.test(text);

/** The props of both kinds of question. */
export interface QuestionProps {
  question: Question;
  /** Who asks, in words. */
  from: string;
  others: number;
  frame: Frame;
  /** The prefix of the ids inside. */
  name: string;
  onAnswer: (outcome: Promise<Outcome>) => void;
  /** Content below the answers, if any. */
  below?: JSX.Element;
  /** Puts the question aside; absent if there is nothing else to do. */
  onLater?: () => void;
}

/** One question. Escape lets the agent continue without an answer. */
export function Ask(props: QuestionProps): JSX.Element {
  const desk = useDesk();
  const [way, setWay] = createSignal<AnswerForm>('yes');
  const [given, setGiven] = createSignal<Given>();
  // The question itself is the heading, not that there is one.
  const heading = (): string => {
    const { kind, title, message } = props.question;
    return (kind === 'ask' || (kind === 'confirm' && isQuestion(message))) && message !== '' ? message : translated(title);
  };
  const answer = (said: HumanAnswer): void => props.onAnswer(desk.answer(props.question, said));
  const submit = (): void => {
    const now = given();
    if (now) props.onAnswer(sendGiven(desk, props.question, now));
  };
  return (
    <Dynamic
      component={props.frame}
      name={props.name}
      title={heading()}
      from={props.from}
      message={heading() === props.question.message ? '' : props.question.message}
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
            {t`Stop the task`}
          </button>
          <Show when={props.onLater}>
            {(later) => (
              <button type="button" class="button is-ghost size-md" onClick={() => later()()}>
                {t`Later`}
              </button>
            )}
          </Show>
          <span class="modal-answers">
            <button
              type="button"
              class="button is-secondary size-md"
              onClick={() => answer({ kind: 'reject' })}
            >
              {props.question.kind === 'confirm' ? t`No` : t`Go on without it`}
            </button>
            <button type="submit" class="button is-primary size-md" disabled={given() === undefined}>
              {sendLabel(props.question, way())}
            </button>
          </span>
        </>
      }
    >
      <Show when={props.question.about}>{(about) => <p class="about">{translated(about())}</p>}</Show>
      <Ways
        name={props.name}
        question={props.question}
        onWay={setWay}
        onGive={setGiven}
        onChoice={(text) => answer({ kind: 'approve', text })}
      />
      {props.below}
      <Show when={props.question.until}>{(until) => <Countdown until={until()} />}</Show>
    </Dynamic>
  );
}
