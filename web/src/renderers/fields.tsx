// Input fields. Typed text stays when the agent sends the window again.

import { createEffect, createUniqueId, For, Show, type JSX } from 'solid-js';

import type { InputComponent, SelectComponent } from '../protocol/os';
import { formAttribute } from './form';

/** Enter in a field presses the button that sends its form. */
function submitOnEnter(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const form = event.currentTarget.getAttribute(formAttribute);
  if (event.key !== 'Enter' || event.isComposing || form === null) return;
  const buttons = event.currentTarget
    .closest('[data-window]')
    ?.querySelectorAll<HTMLButtonElement>('button[data-submits]:not(:disabled)');
  const button = [...(buttons ?? [])].find((candidate) => candidate.dataset.submits === form);
  if (!button) return;
  event.preventDefault();
  button.click();
}

/** A line of text, or several. */
export function Input(props: { input: InputComponent }): JSX.Element {
  const id = createUniqueId();
  let field!: HTMLInputElement | HTMLTextAreaElement;
  let touched = false;
  createEffect(() => {
    const value = props.input.defaultValue ?? '';
    if (!touched) field.value = value;
  });
  const shared = () => ({
    id,
    name: props.input.name,
    class: 'input',
    placeholder: props.input.placeholder ?? '',
    disabled: props.input.disabled ?? false,
    autocomplete: 'off',
    // In the direction of the text itself.
    dir: 'auto' as const,
    [formAttribute]: props.input.formId,
    // Without a label the field needs another name.
    'aria-label': props.input.label ? undefined : props.input.placeholder || props.input.name,
    onInput: () => {
      touched = true;
    },
  });
  return (
    <div class="field">
      <Show when={props.input.label}>
        <label class="label" dir="auto" for={id}>
          {props.input.label}
        </label>
      </Show>
      <Show
        when={props.input.rows !== undefined}
        fallback={
          <input
            ref={(element) => (field = element)}
            {...shared()}
            type={props.input.variant ?? 'text'}
            onKeyDown={submitOnEnter}
          />
        }
      >
        <textarea
          ref={(element) => (field = element)}
          {...shared()}
          rows={Math.max(1, Math.min(props.input.rows ?? 3, 40))}
        />
      </Show>
    </div>
  );
}

/** A choice of one among several. */
export function Select(props: { select: SelectComponent }): JSX.Element {
  const id = createUniqueId();
  let field!: HTMLSelectElement;
  // The person's choice: the element forgets it when its options are replaced.
  let chosen: string | undefined;
  createEffect(() => {
    const options = props.select.options.map((option) => option.value);
    const first = props.select.defaultValue ?? (props.select.placeholder ? '' : options[0]) ?? '';
    field.value = chosen !== undefined && options.includes(chosen) ? chosen : first;
  });
  return (
    <div class="field">
      <Show when={props.select.label}>
        <label class="label" dir="auto" for={id}>
          {props.select.label}
        </label>
      </Show>
      <select
        ref={field}
        id={id}
        name={props.select.name}
        class="input"
        disabled={props.select.disabled ?? false}
        aria-label={props.select.label ? undefined : props.select.placeholder || props.select.name}
        {...{ [formAttribute]: props.select.formId }}
        onChange={() => (chosen = field.value)}
      >
        <Show when={props.select.placeholder}>
          <option value="">{props.select.placeholder}</option>
        </Show>
        <For each={props.select.options}>
          {(option) => <option value={option.value}>{option.label}</option>}
        </For>
      </select>
    </div>
  );
}
