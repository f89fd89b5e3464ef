// Text or a code. A secret appears as dots until the person reveals it.

import { createSignal, createUniqueId, Show, type JSX } from 'solid-js';

import { t } from '../words/say';
import { codeIn } from './code';
import type { FormProps } from './given';

/** A text field. */
export function TextForm(props: FormProps): JSX.Element {
  return <Field {...props} code={false} />;
}

/** A code: one field with a numeric keyboard, filled in by phones that have just received it. */
export function CodeForm(props: FormProps): JSX.Element {
  return <Field {...props} code />;
}

function Field(props: FormProps & { code: boolean }): JSX.Element {
  const id = createUniqueId();
  const [shown, setShown] = createSignal(false);
  let field!: HTMLInputElement;
  const changed = (text: string): void => {
    const empty = props.question.kind === 'auth' ? text.trim() === '' : text === '';
    props.give(empty ? undefined : { kind: 'text', text });
  };
  const label = (): string =>
    props.code ? t`The code` : props.question.secret ? t`Your answer (hidden)` : t`Your answer`;
  return (
    <>
      <label class="label" for={id}>
        {(props.question.choices ?? []).length > 0 ? t`Or in your own words` : label()}
      </label>
      <div class="answer-field">
        <input
          ref={field}
          id={id}
          class={props.code ? 'input is-code' : 'input'}
          type={props.question.secret && !shown() ? 'password' : 'text'}
          inputmode={props.code ? 'numeric' : 'text'}
          autocomplete={props.question.secret ? 'one-time-code' : 'off'}
          autocapitalize={props.code ? 'none' : undefined}
          spellcheck={props.question.secret ? false : undefined}
          dir="auto"
          onInput={(event) => changed(event.currentTarget.value)}
          onPaste={(event) => {
            if (!props.code) return;
            event.preventDefault();
            const code = codeIn(event.clipboardData?.getData('text') ?? '');
            field.setRangeText(code, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
            changed(field.value);
          }}
        />
        <Show when={props.question.secret}>
          <button
            type="button"
            class="button is-secondary size-md"
            aria-pressed={shown()}
            aria-controls={id}
            onClick={() => setShown(!shown())}
          >
            {shown() ? t`Hide` : t`Show`}
          </button>
        </Show>
      </div>
    </>
  );
}
