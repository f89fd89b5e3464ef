// Shared by the guides that test an entry: the test, its result, saving.

import { createSignal, Show, type Accessor, type JSX } from 'solid-js';

import { send, type Answer } from '../connection/api';
import { isTried, type Tried } from '../protocol/http';
import { t } from '../words/say';

/** A test of an entry. */
export interface Trial {
  readonly busy: Accessor<boolean>;
  readonly tried: Accessor<Tried | undefined>;
  /** Why it could not be saved. */
  readonly problem: Accessor<string>;
  /** Lets the server test it. */
  attempt(route: string, entered: unknown): Promise<void>;
  /** Saves it; returns whether that worked. */
  keep(work: () => Promise<Answer<unknown>>, failed: string): Promise<boolean>;
}

/** Creates a trial. */
export function createTrial(): Trial {
  const [busy, setBusy] = createSignal(false);
  const [tried, setTried] = createSignal<Tried>();
  const [problem, setProblem] = createSignal('');
  return {
    busy,
    tried,
    problem,
    attempt: async (route, entered) => {
      setBusy(true);
      setProblem('');
      setTried();
      const answer = await send('POST', route, entered, isTried);
      setBusy(false);
      const failed = (why: string): Tried => ({ ok: false, message: t`Could not test it: ${why}.`, tookMs: 0 });
      setTried(answer.ok ? answer.value : failed(answer.message));
    },
    keep: async (work, failed) => {
      setBusy(true);
      const answer = await work();
      setBusy(false);
      if (!answer.ok) setProblem(`${failed}: ${answer.message}.`);
      return answer.ok;
    },
  };
}

/** The button to the previous step, if there is one. */
export function BackButton(props: { step: number; onStep: (step: number) => void }): JSX.Element {
  return (
    <Show when={props.step > 1}>
      <button type="button" class="button is-ghost is-first" onClick={() => props.onStep(props.step - 1)}>
        {t`Back`}
      </button>
    </Show>
  );
}

/** Why saving failed, if it did. */
export function Problem(props: { trial: Trial }): JSX.Element {
  return (
    <Show when={props.trial.problem()}>
      <p class="problem" role="alert">
        {props.trial.problem()}
      </p>
    </Show>
  );
}
