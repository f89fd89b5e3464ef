// The guided dialogs, and which one is open. One at a time.

import { createSignal, lazy, Match, Suspense, Switch, type JSX } from 'solid-js';

import { t } from '../words/say';

/** The guided dialogs. */
export type GuideName = 'model' | 'phone' | 'agent' | 'abilities';

/** Their titles. */
export const guideNames: Record<GuideName, string> = {
  model: t`Add a model`,
  phone: t`Connect a real phone`,
  agent: t`Let an agent in`,
  abilities: t`What can you do?`,
};

const [guide, setGuide] = createSignal<{ name: GuideName; edit: string | undefined }>();

/** Opens one; `edit` names an entry to change instead of adding one. */
export function openGuide(name: GuideName, edit?: string): void {
  setGuide({ name, edit });
}

const ModelGuide = lazy(() => import('./model'));
const PhoneGuide = lazy(() => import('./phone'));
const AgentGuide = lazy(() => import('./agent'));
const AbilitiesPage = lazy(() => import('./abilities-page'));

/** The open one. */
export function Guides(): JSX.Element {
  const close = (): void => void setGuide();
  return (
    <Suspense>
      <Switch>
        <Match when={guide()?.name === 'model'}>
          <ModelGuide edit={guide()?.edit} onClose={close} />
        </Match>
        <Match when={guide()?.name === 'phone'}>
          <PhoneGuide onClose={close} />
        </Match>
        <Match when={guide()?.name === 'agent'}>
          <AgentGuide onClose={close} />
        </Match>
        <Match when={guide()?.name === 'abilities'}>
          <AbilitiesPage onClose={close} />
        </Match>
      </Switch>
    </Suspense>
  );
}
