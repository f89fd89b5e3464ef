// The switches for being alerted.

import { createSignal, type JSX } from 'solid-js';

import { t } from '../words/say';
import { setWants, wants, type Wants } from './attention';

/** The two switches; also used in the settings. */
export function TellMe(): JSX.Element {
  const [problem, setProblem] = createSignal('');
  const change = async (box: HTMLInputElement, which: keyof Wants): Promise<void> => {
    setProblem((await setWants({ [which]: box.checked })) ?? '');
    box.checked = wants()[which];
  };
  const box = (which: keyof Wants, words: string): JSX.Element => (
    <label class="tick">
      <input
        type="checkbox"
        checked={wants()[which]}
        onChange={(event) => void change(event.currentTarget, which)}
      />
      <span>{words}</span>
    </label>
  );
  return (
    <fieldset class="tell-me">
      <legend class="label">{t`When I am needed`}</legend>
      {box('notification', t`Notify me when I am not looking at this page`)}
      {box('sound', t`Play a sound`)}
      <p class="answer-wrong" role="alert">
        {problem()}
      </p>
    </fieldset>
  );
}
