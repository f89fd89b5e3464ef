// Plain text, as it was sent.

import { Show, type JSX } from 'solid-js';

import { Nothing } from './content';

/** Text with its line breaks. */
export function Text(props: { text: string; title: string }): JSX.Element {
  return (
    <div
      class="scroller"
      tabindex="0"
      role="group"
      aria-label={`Content of ${props.title || 'the window'}`}
    >
      <Show when={props.text !== ''} fallback={<Nothing>Nothing here yet.</Nothing>}>
        <pre class="plain" dir="auto" textContent={props.text} />
      </Show>
    </div>
  );
}
