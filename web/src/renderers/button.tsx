// A button that sends a message to its agent, with the values of its form.

import { createSignal, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import type { ButtonComponent } from '../protocol/os';
import { AgentIcon } from '../shell/icons';
import { fieldsOf, valuesOf } from './form';

/** A button. While an exclusive press is unanswered, it cannot be pressed again. */
export function Button(props: {
  key: string;
  index: number;
  button: ButtonComponent;
}): JSX.Element {
  const { person } = usePage();
  const [busy, setBusy] = createSignal(false);
  let element!: HTMLButtonElement;

  const press = async (): Promise<void> => {
    if (busy()) return;
    const { action, submitForm, parallel } = props.button;
    const window = element.closest<HTMLElement>('[data-window]');
    const form = submitForm !== undefined && window ? valuesOf(fieldsOf(window, submitForm)) : {};
    if (parallel === false) setBusy(true);
    await person.press(props.key, props.index, action, form);
    setBusy(false);
  };

  return (
    <button
      ref={element}
      type="button"
      class={`button is-${props.button.variant ?? 'secondary'} size-${props.button.size ?? 'md'}`}
      disabled={props.button.disabled ?? false}
      aria-disabled={busy() ? 'true' : undefined}
      data-submits={props.button.submitForm}
      onClick={() => void press()}
    >
      <Show when={props.button.icon}>
        <AgentIcon name={props.button.icon} />
      </Show>
      <bdi class="button-label">{props.button.label}</bdi>
    </button>
  );
}
