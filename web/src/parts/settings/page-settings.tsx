// The settings stored in this browser: voice, sounds, theme.

import { createSignal, createUniqueId, For, onCleanup, Show, type JSX } from 'solid-js';

import { Choice } from '../../shell/choice';
import { chooseTheme, theme, themes, type Theme } from '../../shell/theme';
import { playEarcon } from '../../speech/earcons';
import {
  rates,
  setSounds,
  setVoice,
  setVoiceName,
  setVoiceRate,
  setVolume,
  sounds,
  voice,
  voiceName,
  voiceRate,
  volume,
} from '../../speech/preferences';
import { canSpeak, hush, speak, voices } from '../../speech/voice';
import { decimal, percent } from '../../words/numbers';
import { t } from '../../words/say';

/** The settings for voice and sounds. */
export function Voice(): JSX.Element {
  const id = createUniqueId();
  const [all, setAll] = createSignal(voices());
  if (canSpeak()) {
    const changed = (): void => void setAll(voices());
    speechSynthesis.addEventListener('voiceschanged', changed);
    onCleanup(() => speechSynthesis.removeEventListener('voiceschanged', changed));
  }
  return (
    <section class="part-section" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t`Voice and sounds`}</h3>
      <label class="tick">
        <input
          type="checkbox"
          checked={voice()}
          disabled={!canSpeak()}
          onChange={(event) => {
            setVoice(event.currentTarget.checked);
            if (!event.currentTarget.checked) hush();
          }}
        />
        <span>
          <span class="tick-name">{t`Read aloud what tasks do`}</span>
          <br />
          <span class="fine">
            {canSpeak() ? t`In this browser. Escape stops it.` : t`This browser cannot speak.`}
          </span>
        </span>
      </label>
      <Show when={voice()}>
        <div class="two">
          <div>
            <label class="label" for={`${id}-voice`}>{t`Voice`}</label>
            <Choice
              id={`${id}-voice`}
              class="input"
              value={all().some((one) => one.name === voiceName()) ? voiceName() : ''}
              options={[
                { value: '', label: t`Browser default` },
                ...all().map(({ name, lang }) => ({ value: name, label: `${name} (${lang})` })),
              ]}
              onChoose={setVoiceName}
            />
          </div>
          <div>
            <label class="label" for={`${id}-rate`}>{t`Speed: ${decimal(voiceRate())}`}</label>
            <input
              id={`${id}-rate`}
              type="range"
              min={rates.slowest}
              max={rates.fastest}
              step="0.1"
              value={voiceRate()}
              onInput={(event) => setVoiceRate(event.currentTarget.valueAsNumber)}
            />
          </div>
        </div>
        <button
          type="button"
          class="button is-secondary size-sm"
          onClick={() => speak(t`This is how I sound.`, { trial: true })}
        >
          {t`Hear it`}
        </button>
      </Show>
      <label class="tick">
        <input
          type="checkbox"
          checked={sounds()}
          onChange={(event) => {
            setSounds(event.currentTarget.checked);
            if (event.currentTarget.checked) playEarcon('success');
          }}
        />
        <span class="tick-name">{t`Short sounds for start, question and end`}</span>
      </label>
      <div class="two">
        <div>
          <label class="label" for={`${id}-volume`}>{t`Volume: ${percent(volume())}`}</label>
          <input
            id={`${id}-volume`}
            type="range"
            min="0"
            max="1"
            step="0.05"
            value={volume()}
            onInput={(event) => setVolume(event.currentTarget.valueAsNumber)}
            onChange={() => playEarcon('success')}
          />
        </div>
      </div>
    </section>
  );
}

const themeNames: Record<Theme, string> = { auto: t`As the system`, light: t`Light`, dark: t`Dark` };

/** The theme. */
export function Look(): JSX.Element {
  const id = createUniqueId();
  return (
    <section class="part-section" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t`Look`}</h3>
      <fieldset class="segments">
        <legend class="visually-hidden">{t`Theme`}</legend>
        <For each={themes}>
          {(each) => (
            <label>
              <input type="radio" name={id} checked={theme() === each} onChange={() => chooseTheme(each)} />
              <span>{themeNames[each]}</span>
            </label>
          )}
        </For>
      </fieldset>
    </section>
  );
}
