// The address that is called when a person is needed.

import { createEffect, createSignal, createUniqueId, type JSX } from 'solid-js';

import type { Settings, SettingsChange } from '../../protocol/http';
import { t } from '../../words/say';

/** The field, with its button. */
export function Webhook(props: {
  settings: Settings;
  onChange: (change: SettingsChange) => Promise<void>;
}): JSX.Element {
  const id = createUniqueId();
  const [address, setAddress] = createSignal('');
  createEffect(() => setAddress(props.settings.webhook ?? ''));
  return (
    <section class="part-section" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t`When you are away`}</h3>
      <form
        class="line-form"
        onSubmit={(event) => {
          event.preventDefault();
          void props.onChange({ webhook: address().trim() });
        }}
      >
        <label class="label" for={id}>{t`Call this address when a task has a question`}</label>
        <input
          id={id}
          class="input"
          type="url"
          placeholder={t`https://…`}
          aria-describedby={`${id}-hint`}
          value={address()}
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
        <button type="submit" class="button is-secondary" disabled={address().trim() === (props.settings.webhook ?? '')}>
          {t`Save`}
        </button>
        <p class="fine" id={`${id}-hint`}>
          {t`The call says that a person is needed, and for which task. Leave it empty to turn this off.`}
        </p>
      </form>
    </section>
  );
}
