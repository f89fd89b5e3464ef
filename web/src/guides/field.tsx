// A field of a guided dialog with its label and a hint.

import { createUniqueId, Show, type JSX } from 'solid-js';

/** A field. */
export function Field(props: {
  label: string;
  value: string;
  onInput: (value: string) => void;
  hint?: string;
  type?: 'text' | 'password' | 'url';
  placeholder?: string;
  required?: boolean;
}): JSX.Element {
  const id = createUniqueId();
  return (
    <div class="guide-field">
      <label class="label" for={id}>
        {props.label}
      </label>
      <input
        id={id}
        class="input"
        type={props.type ?? 'text'}
        inputmode={props.type === 'url' ? 'url' : undefined}
        autocomplete={props.type === 'password' ? 'new-password' : 'off'}
        autocapitalize="off"
        spellcheck={false}
        placeholder={props.placeholder}
        required={props.required ?? false}
        aria-describedby={props.hint ? `${id}-hint` : undefined}
        value={props.value}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
      <Show when={props.hint}>
        <p class="fine" id={`${id}-hint`}>
          {props.hint}
        </p>
      </Show>
    </div>
  );
}
