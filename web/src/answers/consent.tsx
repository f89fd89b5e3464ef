// The gate's question: the action, its target, who wants it and why, with the picture. The focus is on the no, because
// anything but a clear yes is a no.

import { createSignal, For, Show, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';

import type { ConsentRequest, HumanAnswer } from '../protocol/wire';
import { visible } from '../bidi';
import { readable } from '../words/quotes';
import { t } from '../words/say';
import type { QuestionProps } from './ask';
import { Countdown } from './countdown';
import { useDesk } from './desk';
import { inWords, MarkedPicture } from './marked-picture';

/** One question of the gate. Escape is a no. */
export function Consent(props: QuestionProps & { asked: ConsentRequest }): JSX.Element {
  const desk = useDesk();
  const [why, setWhy] = createSignal('');
  const answer = (given: HumanAnswer): void => props.onAnswer(desk.answer(props.question, given));
  const refuse = (): void =>
    answer({ kind: 'reject', ...(why().trim() === '' ? {} : { why: why().trim() }) });
  return (
    <Dynamic
      component={props.frame}
      name={props.name}
      title={props.asked.summary}
      from={props.asked.agent}
      message={readable(sentence(props.asked.reason))}
      others={props.others}
      class={props.asked.picture ? 'has-picture' : ''}
      details={`${props.name}-details`}
      onEscape={() => answer({ kind: 'reject' })}
      onSubmit={refuse}
      beside={
        <Show when={props.asked.picture}>
          {(picture) => (
            <MarkedPicture
              address={desk.picture(props.question, picture().number)}
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
            {t`No, and stop`}
          </button>
          <button
            type="button"
            class="button is-ghost size-md"
            onClick={() => answer({ kind: 'myself' })}
          >
            {t`Let me do it myself`}
          </button>
          <Show when={props.onLater}>
            {(later) => (
              <button type="button" class="button is-ghost size-md" onClick={() => later()()}>
                {t`Later`}
              </button>
            )}
          </Show>
          <span class="modal-answers">
            <Show when={props.question.canRemember}>
              <button
                type="button"
                class="button is-secondary size-md"
                aria-describedby={`${props.name}-covers`}
                onClick={() => answer({ kind: 'approve', remember: true })}
              >
                {t`Yes, always for this`}
              </button>
            </Show>
            <button
              type="button"
              class="button is-secondary size-md"
              onClick={() => answer({ kind: 'approve' })}
            >
              {t`Yes`}
            </button>
            <button type="submit" class="button is-primary size-md" data-safest>{t`No`}</button>
          </span>
        </>
      }
    >
      <Details asked={props.asked} id={`${props.name}-details`} />
      <Show when={props.question.canRemember && props.asked.covers}>
        {(covers) => (
          <p class="fine" id={`${props.name}-covers`}>{t`“Yes, always for this” covers:`}{' '}<bdi class="tick-name">{visible(covers())}</bdi>
          </p>
        )}
      </Show>
      <label class="label" for={`${props.name}-why`}>
        {t`Why not? (optional; the agent sees your answer)`}
      </label>
      <input
        id={`${props.name}-why`}
        class="input"
        type="text"
        dir="auto"
        maxlength="2000"
        autocomplete="off"
        value={why()}
        onInput={(event) => setWhy(event.currentTarget.value)}
      />
      {props.below}
      <Show when={props.question.until}>{(until) => <Countdown until={until()} />}</Show>
    </Dynamic>
  );
}

/** Returns a text with a capital first letter. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Details(props: { asked: ConsentRequest; id: string }): JSX.Element {
  return (
    <dl id={props.id} class="details">
      <Show when={props.asked.app}>{(app) => <Row name={t`In the app`}>{app()}</Row>}</Show>
      <Show when={props.asked.how}>{(how) => <Row name={t`How`}>{how()}</Row>}</Show>
      <For each={props.asked.elements ?? []}>
        {(element) => <Row name={t`On the screen`}>{inWords(element)}</Row>}
      </For>
      <Row name={t`For the task`}>{props.asked.goal}</Row>
      <Show when={props.asked.thought}>
        {(thought) => <Row name={t`Why, in the agent’s own words`}>{`“${thought()}”`}</Row>}
      </Show>
      <Show when={!props.asked.picture && props.asked.withheld}>
        {(withheld) => <Row name={t`There is no picture`}>{withheld()}</Row>}
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
