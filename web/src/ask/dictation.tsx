// Dictation into the command bar, if the browser supports it. Many browsers send speech to their maker for
// transcription; a notice says so before the first use.

import { createSignal, onCleanup, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { kept, keep } from '../speech/preferences';
import { Icon } from '../shell/icons';
import { language, regional, t } from '../words/say';

/** The part of the browser's recogniser that is used. */
interface Recogniser {
  lang: string;
  interimResults: boolean;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start: () => void;
  stop: () => void;
}

function recogniser(): (new () => Recogniser) | undefined {
  const names = window as unknown as Record<string, (new () => Recogniser) | undefined>;
  return names.SpeechRecognition ?? names.webkitSpeechRecognition;
}

const reasons: Record<string, string> = {
  'not-allowed': t`The browser does not let this page use the microphone.`,
  'service-not-allowed': t`The browser does not let this page use dictation.`,
  'audio-capture': t`There is no microphone.`,
  network: t`The browser’s dictation service cannot be reached.`,
  'no-speech': t`No speech was heard.`,
};

/** The button. Absent if the browser does not support dictation. */
export function Dictation(props: { onWords: (text: string) => void; onDone: () => void }): JSX.Element {
  const page = usePage();
  const Kind = recogniser();
  const [listening, setListening] = createSignal<Recogniser>();
  const [asking, setAsking] = createSignal(false);
  const start = (): void => {
    if (!Kind) return;
    const one = new Kind();
    one.lang = regional(language(), navigator.languages);
    one.interimResults = true;
    one.onresult = ({ results }) =>
      props.onWords(Array.from(results, (result) => result[0]?.transcript ?? '').join('').trim());
    one.onerror = ({ error }) => {
      if (error !== 'aborted') page.remark(reasons[error] ?? t`Dictation does not work here: ${error}.`);
    };
    one.onend = () => {
      setListening();
      props.onDone();
    };
    setListening(one);
    one.start();
  };
  const press = (): void => {
    const one = listening();
    if (one) one.stop();
    else if (kept('dictation')) start();
    else setAsking(true);
  };
  const agree = (): void => {
    keep('dictation', 'yes');
    setAsking(false);
    start();
  };
  onCleanup(() => listening()?.stop());
  return (
    <Show when={Kind}>
      <button
        type="button"
        class="ask-mic"
        aria-label={listening() ? t`Stop dictation` : t`Dictate`}
        title={listening() ? t`Stop dictation` : t`Dictate`}
        aria-pressed={listening() !== undefined}
        onClick={press}
      >
        <Icon name="mic" />
      </button>
      <Show when={asking()}>
        <div class="ask-notice" role="group" aria-label={t`Before you dictate`}>
          <p>
            {t`Your browser turns speech into text. Many browsers send your speech to their maker for that.`}
          </p>
          <div class="task-buttons">
            <button type="button" class="button is-primary size-sm" onClick={agree}>{t`Dictate`}</button>
            <button type="button" class="button is-secondary size-sm" onClick={() => setAsking(false)}>
              {t`Not now`}
            </button>
          </div>
        </div>
      </Show>
    </Show>
  );
}
