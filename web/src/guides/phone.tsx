// Connects a real phone: prepare it, find it or enter its address, test it, save it.

import { createEffect, createSignal, For, onCleanup, Show, type JSX } from 'solid-js';

import { tell } from '../connection/api';
import { usePage } from '../desktop/page';
import { openPart } from '../parts/open';
import { settingsChanged } from '../parts/settings/changed';
import { t } from '../words/say';
import { Field } from './field';
import { Guide, Verdict } from './guide';
import { BackButton, createTrial, Problem } from './trial';

type Way = 'cable' | 'network';

const ready: Record<Way, string[]> = {
  cable: [
    t`On the phone open Settings, About phone, and tap “Build number” seven times.`,
    t`Go back, open System, Developer options, and turn on USB debugging.`,
    t`Plug the phone into this computer and choose Allow when the phone asks.`,
  ],
  network: [
    t`On the phone open Settings, About phone, and tap “Build number” seven times.`,
    t`Go back, open System, Developer options, and turn on Wireless debugging.`,
    t`Pair it once from this computer with “adb pair”, and use the address that the phone shows.`,
  ],
};

/** The time between two looks for a new phone, in milliseconds. */
const pause = 2_000;

/** The dialog. */
export default function PhoneGuide(props: { onClose: () => void }): JSX.Element {
  const page = usePage();
  const [step, setStep] = createSignal(1);
  const [way, setWay] = createSignal<Way>('cable');
  const [address, setAddress] = createSignal('');
  const trial = createTrial();
  const { busy, tried } = trial;
  const known = new Set(page.phones.all().map((phone) => phone.id));
  const found = () => page.phones.all().filter((phone) => !known.has(phone.id));

  const [trouble, setTrouble] = createSignal<string>();

  // A plugged-in phone appears by itself. The next look waits for the last one, which may take long.
  createEffect(() => {
    if (step() !== 2) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const why = await page.phones.refresh();
      if (left) return;
      setTrouble(why);
      timer = setTimeout(() => void look(), pause);
    };
    void look();
    onCleanup(() => {
      left = true;
      clearTimeout(timer);
    });
  });

  const tryIt = async (): Promise<void> => {
    setStep(3);
    await trial.attempt('/api/phones/try', { address: address().trim() });
  };
  const save = async (): Promise<void> => {
    const add = () => tell('POST', '/api/phones', { address: address().trim() });
    if (!(await trial.keep(add, t`Could not add it`))) return;
    settingsChanged();
    await page.phones.refresh();
    props.onClose();
    void openPart(page, 'phone', address().trim());
  };
  const next = (): void => {
    if (step() === 1) setStep(2);
    else if (step() === 2) void tryIt();
    else if (tried()?.ok) void save();
    else void tryIt();
  };

  return (
    <Guide
      title={t`Connect a real phone`}
      step={step()}
      steps={3}
      onClose={props.onClose}
      onSubmit={next}
      buttons={
        <>
          <BackButton step={step()} onStep={setStep} />
          <button
            type="submit"
            class="button is-primary"
            disabled={busy() || (step() === 2 && address().trim() === '')}
          >
            {step() === 1 ? t`It is ready` : step() === 2 ? t`Try it` : tried()?.ok ? t`Add it` : t`Try again`}
          </button>
        </>
      }
    >
      <Show when={step() === 1}>
        <fieldset class="segments">
          <legend class="visually-hidden">{t`How is it connected?`}</legend>
          <For each={['cable', 'network'] as const}>
            {(each) => (
              <label>
                <input type="radio" name="way" checked={way() === each} onChange={() => setWay(each)} />
                <span>{each === 'cable' ? t`With a cable` : t`Over Wi-Fi`}</span>
              </label>
            )}
          </For>
        </fieldset>
        <ol class="guide-steps">
          <For each={ready[way()]}>{(line) => <li>{line}</li>}</For>
        </ol>
        <p class="fine">
          {t`The wording varies by manufacturer. Only do this with a phone that you are allowed to use.`}
        </p>
      </Show>
      <Show when={step() === 2}>
        <div role="status">
          <Show when={found().length === 0}>
            <Show
              when={trouble()}
              fallback={
                <p class="task-now">
                  <span class="spinner" aria-hidden="true" />{t`Looking for a phone that is plugged in…`}</p>
              }
            >
              {(why) => (
                <p class="problem">
                  {t`Could not look for phones: ${why()}. Enter its address below, or wait: this tries again by itself.`}
                </p>
              )}
            </Show>
          </Show>
          <For each={found()}>
            {(phone) => (
              <button type="button" class="choice" onClick={() => setAddress(phone.id)}>
                <strong>{t`Found ${phone.name}`}</strong>
                <span class="fine">{phone.trouble ?? t`Use this one`}</span>
              </button>
            )}
          </For>
        </div>
        <Field
          label={t`Or its serial number or address`}
          placeholder={way() === 'cable' ? 'R58M123ABC' : '192.168.1.20:5555'}
          hint={way() === 'cable' ? t`As “adb devices” lists it.` : t`As the phone shows it, with its port.`}
          value={address()}
          onInput={setAddress}
        />
      </Show>
      <Show when={step() === 3}>
        <Verdict busy={busy()} verdict={tried()} />
        <Problem trial={trial} />
      </Show>
    </Guide>
  );
}
