// The plan, with its steps being ticked off.

import { For, Show, type JSX } from 'solid-js';

import { visible } from '../bidi';
import { Icon, type IconName } from '../shell/icons';
import { t } from '../words/say';
import type { Plan, StepState } from './story';

const signs: Record<StepState, { icon: IconName | undefined; words: string }> = {
  waiting: { icon: undefined, words: t`To do: ` },
  running: { icon: undefined, words: t`Now: ` },
  done: { icon: 'check', words: t`Done: ` },
  failed: { icon: 'close', words: t`Failed: ` },
};

/** A plan. */
export function PlanCard(props: { plan: Plan }): JSX.Element {
  return (
    <div class="plan">
      <p class="plan-summary" dir="auto">
        {visible(props.plan.summary)}
      </p>
      <ol class="plan-steps">
        <For each={props.plan.steps}>
          {(step) => (
            <li class={`plan-step is-${step.state}`}>
              <span class="plan-sign" aria-hidden="true">
                <Show when={signs[step.state].icon}>{(icon) => <Icon name={icon()} />}</Show>
              </span>
              <span dir="auto">
                <span class="visually-hidden">{signs[step.state].words}</span>
                {visible(step.words)}
                <Show when={step.remedy}>
                  {(remedy) => <span class="plan-remedy">{visible(remedy())}</span>}
                </Show>
              </span>
            </li>
          )}
        </For>
      </ol>
    </div>
  );
}
