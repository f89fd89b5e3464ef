// Adds or changes a model: its address, a test, its name here.

import { createSignal, For, onMount, Show, type JSX } from 'solid-js';

import { get, tell } from '../connection/api';
import { isSettings, type NewModel } from '../protocol/http';
import { settingsChanged } from '../parts/settings/changed';
import { t } from '../words/say';
import { Field } from './field';
import { Guide, Verdict } from './guide';
import { callIt, places, type Place } from './model-places';
import { BackButton, createTrial, Problem } from './trial';

/** The dialog. */
export default function ModelGuide(props: { edit: string | undefined; onClose: () => void }): JSX.Element {
  const [step, setStep] = createSignal(1);
  const [baseUrl, setBaseUrl] = createSignal('');
  const [model, setModel] = createSignal('');
  const [key, setKey] = createSignal('');
  const [name, setName] = createSignal('');
  const [first, setFirst] = createSignal(true);
  const trial = createTrial();
  const { busy, tried } = trial;

  onMount(async () => {
    const { edit } = props;
    if (edit === undefined) return;
    const answer = await get('/api/settings', isSettings);
    const known = answer.ok ? answer.value.models.find((one) => one.name === edit) : undefined;
    if (!known || !answer.ok) return;
    setBaseUrl(known.baseUrl);
    setModel(known.model);
    setName(known.name);
    setFirst(answer.value.defaultModel === known.name);
    setStep(2);
  });

  const entered = (): NewModel => ({
    baseUrl: baseUrl().trim(),
    model: model().trim(),
    ...(key() === '' ? {} : { key: key() }),
  });
  const choose = (place: Place): void => {
    setBaseUrl(place.address);
    setStep(2);
  };
  const tryIt = async (): Promise<void> => {
    await trial.attempt('/api/models/try', entered());
    if (name() === '') setName(callIt(model()));
    setStep(3);
  };
  const save = async (): Promise<void> => {
    const called = name().trim();
    if (called === '') return;
    const kept = await trial.keep(async () => {
      const saved = await tell('PUT', `/api/models/${encodeURIComponent(called)}`, entered());
      return saved.ok && first() ? tell('PATCH', '/api/settings', { defaultModel: called }) : saved;
    }, t`Could not save it`);
    settingsChanged();
    if (kept) props.onClose();
  };
  const next = (): void => {
    if (step() === 2) void tryIt();
    else if (step() === 3) void save();
  };

  return (
    <Guide
      title={props.edit === undefined ? t`Add a model` : t`Change ${props.edit}`}
      step={step()}
      steps={3}
      onClose={props.onClose}
      onSubmit={next}
      buttons={
        <>
          <BackButton step={step()} onStep={setStep} />
          <Show when={step() === 2}>
            <button type="submit" class="button is-primary" disabled={busy()}>{t`Try it`}</button>
          </Show>
          <Show when={step() === 3}>
            <button type="button" class="button is-secondary" disabled={busy()} onClick={() => void tryIt()}>
              {t`Try again`}
            </button>
            <button type="submit" class="button is-primary" disabled={busy()}>
              {tried()?.ok ? t`Save` : t`Save anyway`}
            </button>
          </Show>
        </>
      }
    >
      <Show when={step() === 1}>
        <p>
          {t`Everyday requests work without a model. A model that understands pictures handles the rest. Where does yours run?`}
        </p>
        <ul class="choices-list">
          <For each={places}>
            {(place) => (
              <li>
                <button type="button" class="choice" onClick={() => choose(place)}>
                  <strong>{place.name}</strong>
                  <span class="fine">{place.hint}</span>
                </button>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={step() === 2}>
        <Field label={t`Address`} type="url" required placeholder={t`https://…/v1`} value={baseUrl()} onInput={setBaseUrl} />
        <Field
          label={t`Model`}
          required
          hint={t`The endpoint’s name for it, such as qwen2.5vl:7b. It should understand pictures.`}
          value={model()}
          onInput={setModel}
        />
        <Field
          label={t`Key, if it needs one`}
          type="password"
          hint={t`Kept in the data folder on this computer, never shown again.`}
          value={key()}
          onInput={setKey}
        />
        <Verdict busy={busy()} verdict={undefined} />
      </Show>
      <Show when={step() === 3}>
        <Verdict busy={busy()} verdict={tried()} />
        <Show when={!tried()?.ok && !busy()}>
          <p class="fine">{t`Go back to correct what you entered, or try again once it runs.`}</p>
        </Show>
        <Field label={t`Name on this desktop`} required value={name()} onInput={setName} />
        <label class="tick">
          <input
            type="checkbox"
            checked={first()}
            onChange={(event) => setFirst(event.currentTarget.checked)}
          />
          <span>{t`Use this model by default`}</span>
        </label>
        <Problem trial={trial} />
      </Show>
    </Guide>
  );
}
