// Lets an agent in: choose a name, hand over its key, wait until it connects.

import { createEffect, createSignal, For, onCleanup, Show, type JSX } from 'solid-js';

import { get, send } from '../connection/api';
import { usePage } from '../desktop/page';
import { isAgentList, isCredential, type Credential } from '../protocol/http';
import { Copyable } from './copy';
import { Field } from './field';
import { Guide } from './guide';
import { snippets, type SnippetName } from './snippets';
import { settingsChanged } from '../parts/settings/changed';
import { Icon } from '../shell/icons';
import { t } from '../words/say';

/** The dialog. */
export default function AgentGuide(props: { onClose: () => void }): JSX.Element {
  const page = usePage();
  const [name, setName] = createSignal('helper');
  const [credential, setCredential] = createSignal<Credential>();
  const [problem, setProblem] = createSignal('');
  const [busy, setBusy] = createSignal(false);
  const [shown, setShown] = createSignal<SnippetName>('terminal');
  const [here, setHere] = createSignal(false);

  const letIn = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    const answer = await send('POST', '/api/agents', { name: name().trim() }, isCredential);
    setBusy(false);
    if (answer.ok) setCredential(answer.value);
    else setProblem(t`That did not work: ${answer.message}.`);
    settingsChanged();
  };
  // Its first sign of life: it listens, or something on the desktop belongs to it.
  const looks = async (called: string): Promise<void> => {
    const answer = await get('/api/agents', isAgentList);
    const listens = answer.ok && answer.value.agents.some((one) => one.name === called && one.connected);
    const acted = Object.values(page.desktop.state.windows).some((window) => window.agent === called);
    if (listens || acted) setHere(true);
  };
  createEffect(() => {
    const called = credential()?.name;
    if (called === undefined || here()) return;
    const timer = setInterval(() => void looks(called), 1_500);
    onCleanup(() => clearInterval(timer));
  });

  return (
    <Guide
      title={t`Let an agent in`}
      step={credential() ? 2 : 1}
      steps={2}
      onClose={props.onClose}
      onSubmit={() => (credential() ? props.onClose() : void letIn())}
      buttons={
        <button type="submit" class="button is-primary" disabled={busy() || name().trim() === ''}>
          {credential() ? (here() ? t`Done` : t`Close`) : t`Create its key`}
        </button>
      }
    >
      <Show
        when={credential()}
        fallback={
          <>
            <p>
              {t`An agent is another program that works for you. It gets its own key, which lets it open windows here and ask you questions. You can shut it out at any time.`}
            </p>
            <Field label={t`Name`} required value={name()} onInput={setName} />
            <Show when={problem()}>
              <p class="problem" role="alert">
                {problem()}
              </p>
            </Show>
          </>
        }
      >
        {(given) => (
          <>
            <p>{t`This is shown once. Give it to`}{' '}<bdi>{given().name}</bdi>{t`, and to nobody else.`}</p>
            <fieldset class="segments">
              <legend class="visually-hidden">{t`For`}</legend>
              <For each={Object.keys(snippets) as SnippetName[]}>
                {(each) => (
                  <label>
                    <input type="radio" name="snippet" checked={shown() === each} onChange={() => setShown(each)} />
                    <span>{snippets[each].name}</span>
                  </label>
                )}
              </For>
            </fieldset>
            <Copyable
              label={snippets[shown()].name}
              text={snippets[shown()].text(location.origin, given().token)}
            />
            <p class="fine">{snippets[shown()].hint}</p>
            <div role="status">
              <Show
                when={here()}
                fallback={
                  <p class="task-now">
                    <span class="spinner" aria-hidden="true" />{t`Waiting to hear from ${given().name}…`}</p>
                }
              >
                <p class="verdict is-good">
                  <Icon name="check" />
                  <span>{t`${given().name} is here. /message says something to it.`}</span>
                </p>
              </Show>
            </div>
          </>
        )}
      </Show>
    </Guide>
  );
}
