// A text to copy, with its button.

import { createSignal, onCleanup, type JSX } from 'solid-js';

import { Icon } from '../shell/icons';
import { t } from '../words/say';

/** The text. If the browser does not allow copying, it is selected instead. */
export function Copyable(props: { label: string; text: string }): JSX.Element {
  const [state, setState] = createSignal<'' | 'copied' | 'selected'>('');
  let back: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(back));
  let shown!: HTMLPreElement;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(props.text);
      setState('copied');
    } catch {
      getSelection()?.selectAllChildren(shown);
      setState('selected');
    }
    clearTimeout(back);
    back = setTimeout(() => setState(''), 4_000);
  };
  const words = (): string =>
    state() === 'copied' ? t`Copied` : state() === 'selected' ? t`Selected: copy it with Ctrl+C` : t`Copy`;
  return (
    <div class="copyable">
      <pre ref={shown} tabindex="0" role="group" aria-label={props.label}>
        {props.text}
      </pre>
      <button type="button" class="button is-secondary size-sm" onClick={() => void copy()}>
        <Icon name={state() === 'copied' ? 'check' : 'copy'} />
        <span aria-live="polite">{words()}</span>
      </button>
    </div>
  );
}
