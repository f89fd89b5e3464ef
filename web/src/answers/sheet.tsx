// The layout of a question, in a modal, on a card or on its own page.

import { Show, type Component, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';

import { visible } from '../bidi';
import { Icon } from '../shell/icons';
import { AgentSign } from '../shell/sign';
import { t } from '../words/say';

/** The props of every frame around a question. */
export interface FrameProps {
  /** The prefix of the ids inside: two frames on one page may show the same question. */
  name: string;
  title: string;
  from: string;
  /** The agent that asks by itself; absent for the desktop's own questions, which have another look. */
  agent?: string;
  message: string;
  /** How many other questions wait. */
  others: number;
  /** The class of the frame. */
  class?: string;
  /** The id of a further description of the question. */
  details?: string;
  /** Content next to the text. */
  beside?: JSX.Element;
  onEscape: () => void;
  onSubmit: () => void;
  children: JSX.Element;
  buttons: JSX.Element;
}

/** A frame: a modal, a card, a page. */
export type Frame = Component<FrameProps>;

/** The name in our own questions. */
const ours = t`Fingertip`;

/** The contents of every frame. */
export function Sheet(props: FrameProps & { heading: 'h1' | 'h2' | 'h3' }): JSX.Element {
  return (
    <>
      <p class="modal-from" classList={{ 'is-ours': props.agent === undefined }}>
        <span class="modal-asker">
          <Show
            when={props.agent}
            fallback={
              <span class="modal-mark">
                <Icon name="shield" /> {ours}
              </span>
            }
          >
            {(agent) => <AgentSign agent={agent()} />}
          </Show>
          <Show when={props.agent !== undefined || props.from !== ours} fallback={<span>{t`asks you`}</span>}>
            <span>
              <bdi>{visible(props.from)}</bdi>{' '}{t`asks`}</span>
          </Show>
        </span>
        <Show when={props.others > 0}>
          <span class="modal-others">
            {t`${props.others} more ${props.others === 1 ? t`question waits` : t`questions wait`}`}
          </span>
        </Show>
      </p>
      <Dynamic component={props.heading} id={`${props.name}-title`} class="modal-title" dir="auto">
        {visible(props.title)}
      </Dynamic>
      <p id={`${props.name}-message`} class="modal-message" dir="auto" hidden={props.message === ''}>
        {visible(props.message)}
      </p>
      <div class="modal-body">
        <div class="modal-words">{props.children}</div>
        {props.beside}
      </div>
      <div class="modal-buttons">{props.buttons}</div>
    </>
  );
}

/** Returns the ids of the question's description in a frame. */
export function describedBy(props: FrameProps): string {
  return props.details ? `${props.name}-message ${props.details}` : `${props.name}-message`;
}
