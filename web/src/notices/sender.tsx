// Who shows a notice. An agent's name has the agent's sign, drawn by the page; the desktop's own notices have none.

import { Show, type JSX } from 'solid-js';

import { visible } from '../bidi';
import { AgentSign } from '../shell/sign';
import { t } from '../words/say';
import { narrator } from './narrator';

/** The sender of a notice. The runtime is named only where every notice has a sender (`runtime`). */
export function Sender(props: { from: string; runtime?: boolean }): JSX.Element {
  return (
    <Show
      when={props.from !== narrator}
      fallback={<Show when={props.runtime}>{t`Fingertip`}</Show>}
    >
      <span class="sender">
        <AgentSign agent={props.from} />
        <span>{t`from`}{' '}<bdi>{visible(props.from)}</bdi>
        </span>
      </span>
    </Show>
  );
}
