// The person's location, or a place they name.

import { createSignal, createUniqueId, Show, type JSX } from 'solid-js';

import { t } from '../words/say';
import { accuracy, inWords } from './coordinates';
import { missing, refusal } from './devices';
import type { FormProps } from './given';

/** A place. */
export function PlaceForm(props: FormProps): JSX.Element {
  const id = createUniqueId();
  const [text, setText] = createSignal('');
  const [said, setSaid] = createSignal('');
  const [wrong, setWrong] = createSignal(missing('place') ?? '');
  const [busy, setBusy] = createSignal(false);
  const changed = (value: string): void => {
    setText(value);
    props.give(value.trim() === '' ? undefined : { kind: 'text', text: value.trim() });
  };
  const find = (): void => {
    setBusy(true);
    setWrong('');
    setSaid(t`Finding your location…`);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false);
        changed(inWords(coords.latitude, coords.longitude));
        setSaid(t`Found your location, ${accuracy(coords.accuracy)}.`);
      },
      (error) => {
        setBusy(false);
        setSaid('');
        setWrong(refusal('place', error));
      },
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  };
  return (
    <div class="answer-part">
      <Show when={missing('place') === undefined}>
        <button
          type="button"
          class="button is-secondary size-md"
          disabled={busy()}
          onClick={find}
        >
          {t`Use my location`}
        </button>
      </Show>
      <p class="answer-wrong" role="alert">
        {wrong()}
      </p>
      <label class="label" for={id}>{t`The place: an address, or latitude and longitude`}</label>
      <input
        id={id}
        class="input"
        type="text"
        dir="auto"
        maxlength="200"
        autocomplete="off"
        placeholder="48.2082,16.3738"
        value={text()}
        onInput={(event) => {
          setSaid('');
          changed(event.currentTarget.value);
        }}
      />
      <p class="fine" role="status">
        {said()}
      </p>
    </div>
  );
}
