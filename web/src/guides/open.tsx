// The guided dialogs, and which one is open. One at a time.

import { createSignal, lazy, Match, Suspense, Switch, type JSX } from 'solid-js';

/** The guided dialogs. */
export type GuideName = 'model' | 'phone' | 'agent';

/** Their titles. */
export const guideNames: Record<GuideName, string> = {
  model: 'Add a model',
  phone: 'Connect a real phone',
  agent: 'Let an agent in',
};

const [guide, setGuide] = createSignal<{ name: GuideName; edit: string | undefined }>();

/** Opens one; `edit` names an entry to change instead of adding one. */
export function openGuide(name: GuideName, edit?: string): void {
  setGuide({ name, edit });
}

const ModelGuide = lazy(() => import('./model'));
const PhoneGuide = lazy(() => import('./phone'));
const AgentGuide = lazy(() => import('./agent'));

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
      </Switch>
    </Suspense>
  );
}
