// Plain text, as it was sent.

import { createMemo, Show, type JSX } from 'solid-js';

import { t } from '../words/say';
import { chunksOf } from './chunks';
import { Nothing } from './nothing';
import { Following } from './following';
import { Groups } from './groups';

/** Text with its line breaks. */
export function Text(props: { text: string; title: string }): JSX.Element {
  const chunks = createMemo<string[]>((before) => chunksOf(props.text, before), []);
  return (
    <Following title={props.title} length={props.text.length}>
      <Show when={props.text !== ''} fallback={<Nothing>{t`Nothing here yet.`}</Nothing>}>
        <pre class="plain" dir="auto">
          <Groups count={chunks().length} piece={(index) => <Chunk text={chunks()[index] ?? ''} />} />
        </pre>
      </Show>
    </Following>
  );
}

function Chunk(props: { text: string }): JSX.Element {
  return <span class="chunk">{props.text}</span>;
}
