// An existing file.

import { createSignal, createUniqueId, Show, type JSX } from 'solid-js';

import { visible } from '../bidi';
import { t } from '../words/say';
import { mostFile, sizeOf, type FormProps } from './given';

/** Any file. */
export function FileForm(props: FormProps): JSX.Element {
  return (
    <Chooser
      label={t`A picture or another file`}
      onFile={(file) => props.give(file && { kind: 'file', file })}
    />
  );
}

/** A file chooser; rejects files that are too large or empty. */
export function Chooser(props: {
  label: string;
  accept?: string;
  /** Makes phones open their camera or recorder for it. */
  capture?: 'environment' | 'user';
  onFile: (file: File | undefined) => void;
}): JSX.Element {
  const id = createUniqueId();
  const [said, setSaid] = createSignal('');
  const [wrong, setWrong] = createSignal('');
  const chosen = (file: File | undefined): void => {
    const problem = !file
      ? ''
      : file.size > mostFile
        ? t`This file is ${sizeOf(file.size)}; the limit is ${sizeOf(mostFile)}.`
        : file.size === 0
          ? t`This file is empty.`
          : '';
    setWrong(problem);
    setSaid(file && problem === '' ? `${file.name}, ${sizeOf(file.size)}` : '');
    props.onFile(problem === '' ? file : undefined);
  };
  return (
    <div class="answer-part">
      <label class="label" for={id}>
        {props.label}
      </label>
      <input
        id={id}
        class="input"
        type="file"
        accept={props.accept}
        capture={props.capture}
        aria-describedby={`${id}-said`}
        onChange={(event) => chosen(event.currentTarget.files?.[0])}
      />
      <p class="fine" id={`${id}-said`} role="status">
        <Show when={wrong() === ''} fallback={<span class="answer-wrong">{wrong()}</span>}>
          <bdi>{visible(said())}</bdi>
        </Show>
      </p>
    </div>
  );
}
