// Settings: models, approvals, voice, theme, alerts, data.

import { createResource, createSignal, For, Show, type JSX } from 'solid-js';

import { get, tell } from '../../connection/api';
import { openGuide } from '../../guides/open';
import { isSettings, type ListedModel, type Settings, type SettingsChange } from '../../protocol/http';
import { Icon } from '../../shell/icons';
import type { PartProps } from '../props';
import { Remove } from '../remove';
import { settingsChanged, settingsVersion } from './changed';
import { Look, Voice } from './page-settings';
import { TellMe } from '../../notices/tell-me';
import { t } from '../../words/say';
import { Webhook } from './webhook';
import '../../styles/parts.css';
import '../../styles/guides.css';

/** The part. */
export default function SettingsPart(_props: PartProps): JSX.Element {
  const [answer] = createResource(
    () => ({ version: settingsVersion() }),
    () => get('/api/settings', isSettings),
  );
  const settings = (): Settings | undefined => {
    const read = answer.latest;
    return read?.ok ? read.value : undefined;
  };
  const problem = (): string | undefined => {
    const read = answer.latest;
    return read && !read.ok ? read.message : undefined;
  };
  const [wrong, setWrong] = createSignal('');
  const change = async (change: SettingsChange): Promise<void> => {
    const done = await tell('PATCH', '/api/settings', change);
    setWrong(done.ok ? '' : t`Could not change that: ${done.message}.`);
    settingsChanged();
  };
  return (
    <div class="part">
      <Show when={problem()}>
        {(why) => (
          <p class="verdict is-bad">
            <Icon name="warning" />
            <span>
              {t`The server’s settings could not be read: ${why()}. Voice and look are kept in this browser.`}
            </span>
          </p>
        )}
      </Show>
      <Show when={wrong()}>
        <p class="problem" role="alert">
          {wrong()}
        </p>
      </Show>
      <Show when={settings()}>{(known) => <Models settings={known()} onChange={change} />}</Show>
      <Show when={settings()}>
        {(known) => (
          <section class="part-section" aria-labelledby="settings-ask">
            <h3 id="settings-ask">{t`When to ask you`}</h3>
            <label class="tick">
              <input
                type="checkbox"
                checked={known().alwaysConfirm}
                onChange={(event) => void change({ alwaysConfirm: event.currentTarget.checked })}
              />
              <span>
                <span class="tick-name">{t`Show me every plan first`}</span>
                <br />
                <span class="fine">{t`Paying, deleting and similar actions always ask.`}</span>
              </span>
            </label>
          </section>
        )}
      </Show>
      <Voice />
      <Look />
      <section class="part-section" aria-label={t`When you are needed`}>
        <TellMe />
      </section>
      <Show when={settings()}>{(known) => <Webhook settings={known()} onChange={change} />}</Show>
      <Show when={settings()}>{(known) => <Data settings={known()} />}</Show>
      <AppsNote />
    </div>
  );
}

const keys: Record<ListedModel['key'], string> = {
  none: t`no key`,
  environment: t`key from the environment`,
  missing: t`key missing from the environment`,
  stored: t`key kept in the data folder`,
};

function Models(props: {
  settings: Settings;
  onChange: (change: SettingsChange) => Promise<void>;
}): JSX.Element {
  return (
    <section class="part-section" aria-labelledby="settings-models">
      <h3 id="settings-models">{t`Models`}</h3>
      <Show when={props.settings.models.length === 0}>
        <p class="part-none">{t`None yet. Everyday requests work without one.`}</p>
      </Show>
      <ul class="rows">
        <For each={props.settings.models}>
          {(model) => (
            <li class="row" data-model={model.name}>
              <div class="row-line">
                <Icon name="chip" />
                <div class="row-words">
                  <p class="row-title">
                    <bdi>{model.name}</bdi>
                    <Show when={props.settings.defaultModel === model.name}>
                      {' '}
                      <span class="chip is-success">{t`default`}</span>
                    </Show>
                  </p>
                  <p class="fine">
                    {t`${model.model} at ${model.baseUrl} · ${keys[model.key]}`}
                  </p>
                </div>
              </div>
              <div class="task-buttons">
                <button
                  type="button"
                  class="button is-secondary size-sm"
                  onClick={() => openGuide('model', model.name)}
                >{t`Try or change`}<span class="visually-hidden"> {model.name}</span>
                </button>
                <Show when={props.settings.defaultModel !== model.name}>
                  <button
                    type="button"
                    class="button is-ghost size-sm"
                    onClick={() => void props.onChange({ defaultModel: model.name })}
                  >{t`Make default`}<span class="visually-hidden">: {model.name}</span>
                  </button>
                </Show>
                <Remove
                  name={model.name}
                  warning={t`Its key is forgotten too.`}
                  act={() => tell('DELETE', `/api/models/${encodeURIComponent(model.name)}`)}
                  onDone={settingsChanged}
                />
              </div>
            </li>
          )}
        </For>
      </ul>
      <button type="button" class="button is-secondary size-sm" onClick={() => openGuide('model')}>
        <Icon name="plus" />{t`Add a model`}</button>
    </section>
  );
}

function Data(props: { settings: Settings }): JSX.Element {
  const rows = (): [string, string][] => [
    [t`Data folder`, props.settings.data],
    [t`Settings file`, props.settings.config],
    [t`Address for other devices`, props.settings.publicUrl ?? t`not set: only this computer can reach it`],
    [t`Encrypted (TLS)`, props.settings.tls ? t`yes` : t`no`],
    [t`Version`, props.settings.version],
  ];
  return (
    <section class="part-section" aria-labelledby="settings-data">
      <h3 id="settings-data">{t`Data`}</h3>
      <dl class="facts">
        <For each={rows()}>
          {([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          )}
        </For>
      </dl>
    </section>
  );
}

/** What the browser lets apps do although the page's policy forbids it. */
function AppsNote(): JSX.Element {
  return (
    <section class="part-section" aria-labelledby="settings-apps">
      <h3 id="settings-apps">{t`Apps`}</h3>
      <p class="fine">
        {t`Apps in windows get no camera, no microphone and nothing from the network. Browsers still let them open a WebRTC connection, and a bare connection to an address that they try to visit, so an app could tell others what it knows. Only add apps that you trust. The browser’s policy WebRtcIPHandling, set to “disable_non_proxied_udp”, closes WebRTC.`}
      </p>
    </section>
  );
}
