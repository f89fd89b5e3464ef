// What the gate wants a yes to: what would happen, where, who wants it and why, with the picture. The focus is on
// the no: whatever is no clear yes is a no.

import { createSignal, For, Show, type JSX } from 'solid-js';

import type { Outcome } from '../connection/outbox';
import { usePage } from '../desktop/page';
import type { ConsentRequest, HumanAnswer, Question } from '../protocol/wire';
import { visible } from '../bidi';
import { Countdown } from './countdown';
import { inWords, MarkedPicture } from './marked-picture';
import { Modal } from './modal';

/** One question of the gate. Escape is a no. */
export function Consent(props: {
  question: Question;
  asked: ConsentRequest;
  others: number;
  onAnswer: (outcome: Promise<Outcome>) => void;
}): JSX.Element {
  const { person } = usePage();
  const [why, setWhy] = createSignal('');
  const answer = (given: HumanAnswer): void =>
    props.onAnswer(person.answerQuestion(props.question.id, given));
  const refuse = (): void =>
    answer({ kind: 'reject', ...(why().trim() === '' ? {} : { why: why().trim() }) });
  return (
    <Modal
      title={props.asked.summary}
      from={props.asked.agent}
      message={props.asked.reason}
      others={props.others}
      class={props.asked.picture ? 'has-picture' : ''}
      details="modal-details"
      onEscape={() => answer({ kind: 'reject' })}
      onSubmit={refuse}
      beside={
        <Show when={props.asked.picture}>
          {(picture) => (
            <MarkedPicture
              task={props.question.from}
              picture={picture()}
              elements={props.asked.elements ?? []}
            />
          )}
        </Show>
      }
      buttons={
        <>
          <button
            type="button"
            class="button is-ghost size-md is-first"
            onClick={() => answer({ kind: 'cancel' })}
          >
            No, and stop
          </button>
          <button
            type="button"
            class="button is-ghost size-md"
            onClick={() => answer({ kind: 'myself' })}
          >
            Let me do it myself
          </button>
          <Show when={props.question.canRemember}>
            <button
              type="button"
              class="button is-secondary size-md"
              aria-describedby="modal-covers"
              onClick={() => answer({ kind: 'approve', remember: true })}
            >
              Yes, always for this
            </button>
          </Show>
          <button
            type="button"
            class="button is-secondary size-md"
            onClick={() => answer({ kind: 'approve' })}
          >
            Yes
          </button>
          <button type="submit" class="button is-primary size-md" data-safest>
            No
          </button>
        </>
      }
    >
      <Details asked={props.asked} />
      <Show when={props.question.canRemember && props.asked.covers}>
        {(covers) => (
          <p class="fine" id="modal-covers">
            “Yes, always for this” covers: <bdi class="tick-name">{visible(covers())}</bdi>
          </p>
        )}
      </Show>
      <label class="label" for="modal-why">
        If no: why? (as you like; the agent is told)
      </label>
      <input
        id="modal-why"
        class="input"
        type="text"
        dir="auto"
        maxlength="2000"
        autocomplete="off"
        value={why()}
        onInput={(event) => setWhy(event.currentTarget.value)}
      />
      <Show when={props.question.until}>{(until) => <Countdown until={until()} />}</Show>
    </Modal>
  );
}

function Details(props: { asked: ConsentRequest }): JSX.Element {
  return (
    <dl id="modal-details" class="details">
      <Show when={props.asked.app}>{(app) => <Row name="In the app">{app()}</Row>}</Show>
      <For each={props.asked.elements ?? []}>
        {(element) => <Row name="On the screen">{inWords(element)}</Row>}
      </For>
      <Row name="For the task">{props.asked.goal}</Row>
      <Show when={props.asked.thought}>
        {(thought) => <Row name="Why, in the agent’s own words">{`“${thought()}”`}</Row>}
      </Show>
      <Show when={!props.asked.picture && props.asked.withheld}>
        {(withheld) => <Row name="There is no picture">{withheld()}</Row>}
      </Show>
    </dl>
  );
}

function Row(props: { name: string; children: string }): JSX.Element {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd dir="auto">{visible(props.children)}</dd>
    </div>
  );
}
