// A yes/no dialog of an agent.

import { createSignal, Show, type JSX } from 'solid-js';

import type { Outcome } from '../connection/outbox';
import { usePage } from '../desktop/page';
import type { Dialog } from '../protocol/wire';
import { visible } from '../bidi';
import { t } from '../words/say';
import { Modal } from './modal';

/** One dialog. Escape is a no. */
export function Confirm(props: {
  dialog: Dialog;
  others: number;
  onAnswer: (outcome: Promise<Outcome>) => void;
}): JSX.Element {
  const { person } = usePage();
  const [remember, setRemember] = createSignal(false);
  const answer = (confirmed: boolean): void => {
    // A no by Escape leaves the dialog and sets no rule for the future.
    props.onAnswer(person.answerDialog(props.dialog.id, confirmed, remember()));
  };
  const escape = (): void => {
    setRemember(false);
    answer(false);
  };
  return (
    <Modal
      name="modal"
      title={props.dialog.title}
      from={t`The agent ${props.dialog.from}`}
      agent={props.dialog.from}
      message={props.dialog.message}
      others={props.others}
      onEscape={escape}
      onSubmit={() => answer(true)}
      buttons={
        <>
          <button
            type="button"
            class="button is-secondary size-md"
            data-answer="no"
            onClick={() => answer(false)}
          >
            <bdi>{visible(props.dialog.cancelText || t`No`)}</bdi>
          </button>
          <button type="submit" class="button is-primary size-md" data-answer="yes">
            <bdi>{visible(props.dialog.confirmText || t`Yes`)}</bdi>
          </button>
        </>
      }
    >
      <Show
        when={
          props.dialog.permissionOptions?.showRememberChoice
            ? props.dialog.permissionOptions
            : undefined
        }
      >
        {(options) => (
          <label class="tick">
            <input
              type="checkbox"
              checked={remember()}
              onChange={(event) => setRemember(event.currentTarget.checked)}
            />
            <span>{t`Remember my choice for`}{' '}<bdi class="tick-name">{visible(options().toolName)}</bdi>
              <Show when={options().context}>
                {(context) => (
                  <>
                    {' '}{t`on`}{' '}<bdi>{visible(context())}</bdi>
                  </>
                )}
              </Show>
            </span>
          </label>
        )}
      </Show>
    </Modal>
  );
}
