// The remembered approvals and refusals, and a way to revoke them.

import { createResource, For, Show, type JSX } from 'solid-js';

import { get, tell } from '../../connection/api';
import { visible } from '../../bidi';
import { timeOf } from '../../notices/time';
import { isChoiceList } from '../../protocol/http';
import { Icon } from '../../shell/icons';
import { t } from '../../words/say';
import type { PartProps } from '../props';
import { Remove } from '../remove';
import { choiceWords } from './words';
import '../../styles/parts.css';

/** The part. */
export default function Permissions(_props: PartProps): JSX.Element {
  const [list, { refetch }] = createResource(() => get('/api/permissions', isChoiceList));
  const choices = () => {
    const answer = list.latest;
    return answer?.ok ? answer.value.choices : [];
  };
  const problem = (): string | undefined => {
    const answer = list.latest;
    return answer && !answer.ok ? answer.message : undefined;
  };
  return (
    <div class="part">
      <p class="part-lead">
        {t`Your answers with “always”. If you take one back, you are asked again. Paying, deleting and similar actions always ask, so they never appear here.`}
      </p>
      <Show when={problem()}>
        {(why) => <p class="problem">{t`The list could not be read: ${why()}.`}</p>}
      </Show>
      <Show when={list.latest?.ok && choices().length === 0}>
        <p class="part-none">{t`Nothing is remembered: you are asked every time.`}</p>
      </Show>
      <ul class="rows">
        <For each={choices()}>
          {(choice) => (
            <li class="row">
              <div class="row-line">
                <span class="allow" classList={{ 'is-no': !choice.allow }}>
                  <Icon name={choice.allow ? 'check' : 'close'} />
                </span>
                <div class="row-words">
                  <p class="row-title" dir="auto">
                    {visible(choiceWords(choice))}
                  </p>
                  <p class="fine">{t`since ${timeOf(choice.at)}`}</p>
                </div>
                <Remove
                  name={choiceWords(choice)}
                  label={t`Take back`}
                  warning={t`You are asked again the next time.`}
                  act={() => tell('DELETE', `/api/permissions/${encodeURIComponent(choice.id)}`)}
                  onDone={() => void refetch()}
                />
              </div>
            </li>
          )}
        </For>
      </ul>
      <button type="button" class="button is-secondary size-sm" onClick={() => void refetch()}>
        <Icon name="refresh" />{t`Refresh`}</button>
    </div>
  );
}
