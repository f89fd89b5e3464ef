// A recording from the microphone, which can be played and repeated; or an existing one.

import { createSignal, onCleanup, Show, type JSX } from 'solid-js';

import { t } from '../words/say';
import { Chooser } from './file';
import type { FormProps } from './given';
import { startRecorder, type Recorder } from './recorder';
import { missing, refusal } from './devices';

/** A recording. */
export function RecordingForm(props: FormProps): JSX.Element {
  const [recorder, setRecorder] = createSignal<Recorder>();
  const [level, setLevel] = createSignal(0);
  const [seconds, setSeconds] = createSignal(0);
  const [address, setAddress] = createSignal<string>();
  const [wrong, setWrong] = createSignal(missing('microphone') ?? '');
  const [busy, setBusy] = createSignal(false);
  let gone = false;
  const forget = (): void => {
    const before = address();
    if (before !== undefined) URL.revokeObjectURL(before);
    setAddress(undefined);
    props.give(undefined);
  };
  onCleanup(() => {
    gone = true;
    recorder()?.discard();
    forget();
  });
  const begin = async (): Promise<void> => {
    forget();
    setBusy(true);
    setWrong('');
    setSeconds(0);
    try {
      const started = await startRecorder({ level: setLevel, seconds: setSeconds, done: finished });
      if (gone) started.discard();
      else setRecorder(started);
    } catch (error) {
      setWrong(refusal('microphone', error));
    }
    setBusy(false);
  };
  const finished = (file: File): void => {
    setRecorder(undefined);
    if (gone) return;
    if (file.size === 0) return void setWrong(t`Nothing was recorded. Try again.`);
    setAddress(URL.createObjectURL(file));
    props.give({ kind: 'file', file });
  };
  return (
    <div class="answer-part">
      <Show
        when={recorder()}
        fallback={
          <Show when={missing('microphone') === undefined}>
            <button
              type="button"
              class="button is-secondary size-md"
              disabled={busy()}
              onClick={() => void begin()}
            >
              {address() === undefined ? t`Record` : t`Record again`}
            </button>
          </Show>
        }
      >
        {(running) => (
          <div class="answer-recording">
            <meter class="answer-level" min="0" max="1" value={level()} aria-label={t`Loudness`} />
            <span class="countdown">
              {Math.floor(seconds() / 60)}:{String(seconds() % 60).padStart(2, '0')}
            </span>
            <button
              type="button"
              class="button is-primary size-md"
              onClick={() => running().stop()}
            >
              {t`Stop recording`}
            </button>
          </div>
        )}
      </Show>
      <p class="visually-hidden" role="status">
        {recorder() ? t`Recording.` : address() === undefined ? '' : t`Recorded. You can listen to it.`}
      </p>
      <Show when={address()}>
        {(from) => <audio class="answer-audio" controls src={from()} aria-label={t`Your recording`} />}
      </Show>
      <p class="answer-wrong" role="alert">
        {wrong()}
      </p>
      <Show when={!recorder()}>
        <Chooser
          label={t`Or choose a recording`}
          accept="audio/*"
          onFile={(file) => {
            forget();
            props.give(file && { kind: 'file', file });
          }}
        />
      </Show>
    </div>
  );
}
