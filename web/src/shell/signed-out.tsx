// The sign-in for people without a session.

import { createSignal, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { t } from '../words/say';

/** Explains why nothing is shown, and how to sign in. */
export function SignedOut(): JSX.Element {
  const page = usePage();
  const [problem, setProblem] = createSignal<string>();
  let field!: HTMLInputElement;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setProblem(undefined);
    setProblem(await page.signIn(field.value));
  };
  return (
    <main class="signed-out">
      <div class="wallpaper" aria-hidden="true" />
      <form class="card" onSubmit={(event) => void submit(event)}>
        <img class="welcome-mark" src="/assets/icon.svg" alt="" width="48" height="48" />
        <h1>{t`You are signed out`}</h1>
        <p>{t`Open the link that`}{' '}<code>{t`fingertip serve`}</code>{' '}{t`printed when it started. It begins with`}{' '}
          <code>{t`Desktop:`}</code>{' '}{t`and ends with`}{' '}<code>{t`#token=…`}</code>
        </p>
        <label class="label" for="sign-in-link">{t`Or paste the link or its token here`}</label>
        <input
          ref={field}
          id="sign-in-link"
          class="input"
          type="password"
          autocomplete="off"
          required
          aria-describedby={problem() ? 'sign-in-problem' : undefined}
          aria-invalid={problem() ? 'true' : undefined}
        />
        <Show when={problem()}>
          <p class="problem" id="sign-in-problem" role="alert">
            {problem()}
          </p>
        </Show>
        <button type="submit" class="button is-primary size-md">{t`Sign in`}</button>
      </form>
    </main>
  );
}
