// A button that removes something after a second press.

import { createSignal, Show, type JSX } from 'solid-js';

import type { Answer } from '../connection/api';
import { t } from '../words/say';

/** The button. `name` says what is removed; `act` does it. */
export function Remove(props: {
  name: string;
  label?: string;
  warning: string;
  act: () => Promise<Answer<unknown>>;
  onDone: () => void;
}): JSX.Element {
  const [asking, setAsking] = createSignal(false);
  const [problem, setProblem] = createSignal('');
  let first!: HTMLButtonElement;
  let sure: HTMLButtonElement | undefined;
  const ask = (): void => {
    setAsking(true);
    sure?.focus();
  };
  const stop = (): void => {
    setAsking(false);
    first.focus();
  };
  const go = async (): Promise<void> => {
    const answer = await props.act();
    setAsking(false);
    if (answer.ok) props.onDone();
    else setProblem(t`That did not work: ${answer.message}.`);
  };
  return (
    <div
      class="remove"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !asking()) return;
        event.stopPropagation();
        stop();
      }}
    >
      <Show
        when={asking()}
        fallback={
          <button
            ref={first}
            type="button"
            class="button is-ghost size-sm"
            aria-label={`${props.label ?? t`Remove`} ${props.name}`}
            onClick={ask}
          >
            {props.label ?? t`Remove`}
          </button>
        }
      >
        <span class="fine">{props.warning}</span>
        <button ref={sure} type="button" class="button is-danger size-sm" onClick={() => void go()}>{t`Yes, ${(props.label ?? t`Remove`).toLowerCase()}`}
        </button>
        <button type="button" class="button is-secondary size-sm" onClick={stop}>{t`Keep`}</button>
      </Show>
      <Show when={problem()}>
        <p class="problem" role="alert">
          {problem()}
        </p>
      </Show>
    </div>
  );
}
