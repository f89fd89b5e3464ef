// The agents that were let in: which are connected, and a way to shut them out.

import { createEffect, createResource, For, onCleanup, Show, type JSX } from 'solid-js';

import { get, tell } from '../../connection/api';
import { usePage } from '../../desktop/page';
import { openGuide } from '../../guides/open';
import { timeOf } from '../../notices/time';
import { isAgentList } from '../../protocol/http';
import { Icon } from '../../shell/icons';
import { t } from '../../words/say';
import type { PartProps } from '../props';
import { Remove } from '../remove';
import { settingsVersion } from '../settings/changed';
import '../../styles/parts.css';

/** How often to check which are connected. */
const often = 4_000;

/** The part. */
export default function Agents(_props: PartProps): JSX.Element {
  const page = usePage();
  const [list, { refetch }] = createResource(
    () => ({ version: settingsVersion() }),
    () => get('/api/agents', isAgentList),
  );
  createEffect(() => {
    if (page.connection().kind !== 'connected') return;
    const timer = setInterval(() => void refetch(), often);
    onCleanup(() => clearInterval(timer));
  });
  const agents = () => {
    const answer = list.latest;
    return answer?.ok ? answer.value.agents : [];
  };
  const problem = (): string | undefined => {
    const answer = list.latest;
    return answer && !answer.ok ? answer.message : undefined;
  };
  return (
    <div class="part">
      <p class="part-lead">
        {t`Programs that you let in. Each has its own key, can open windows here and ask you questions, and receives what you send with /message.`}
      </p>
      <Show when={problem()}>
        {(why) => <p class="problem">{t`The list could not be read: ${why()}.`}</p>}
      </Show>
      <Show when={list.latest?.ok && agents().length === 0}>
        <p class="part-none">{t`No agent has been let in yet.`}</p>
      </Show>
      <ul class="rows">
        <For each={agents().map((agent) => agent.name)}>
          {(name) => {
            const agent = () => agents().find((one) => one.name === name);
            return (
              <li class="row" data-agent={name}>
                <div class="row-line">
                  <span class="dot" classList={{ 'is-on': agent()?.connected ?? false }} aria-hidden="true" />
                  <div class="row-words">
                    <h3 class="row-title" dir="auto">
                      {name}
                    </h3>
                    <p class="fine">
                      {t`${agent()?.connected ? t`Listening` : t`Not listening`} · let in ${timeOf(agent()?.added ?? 0)}`}
                    </p>
                  </div>
                  <Remove
                    name={name}
                    label={t`Shut out`}
                    warning={t`Its key stops working at once.`}
                    act={() => tell('DELETE', `/api/agents/${encodeURIComponent(name)}`)}
                    onDone={() => void refetch()}
                  />
                </div>
              </li>
            );
          }}
        </For>
      </ul>
      <button type="button" class="button is-secondary" onClick={() => openGuide('agent')}>
        <Icon name="plus" />{t`Let an agent in`}</button>
    </div>
  );
}
