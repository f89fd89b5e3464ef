// A text to copy, with its button.

import { createSignal, type JSX } from 'solid-js';

import { Icon } from '../shell/icons';

/** The text. If the browser does not allow copying, it is selected instead. */
export function Copyable(props: { label: string; text: string }): JSX.Element {
  const [said, setSaid] = createSignal('');
  let shown!: HTMLPreElement;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(props.text);
      setSaid('Copied');
    } catch {
      getSelection()?.selectAllChildren(shown);
      setSaid('Selected: copy it with Ctrl+C');
    }
    setTimeout(() => setSaid(''), 4_000);
  };
  return (
    <div class="copyable">
      <pre ref={shown} tabindex="0" role="group" aria-label={props.label}>
        {props.text}
      </pre>
      <button type="button" class="button is-secondary size-sm" onClick={() => void copy()}>
        <Icon name={said() === 'Copied' ? 'check' : 'copy'} />
        <span aria-live="polite">{said() || 'Copy'}</span>
      </button>
    </div>
  );
}
