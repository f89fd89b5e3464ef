// The guided dialogs: which one is open. One at a time, wherever it was asked for.

import { createSignal, lazy, Match, Suspense, Switch, type JSX } from 'solid-js';

/** The guided dialogs. */
export type GuideName = 'model' | 'phone' | 'agent';

/** What people call them. */
export const guideNames: Record<GuideName, string> = {
  model: 'Add a model',
  phone: 'Connect a real phone',
  agent: 'Let an agent in',
};

const [guide, setGuide] = createSignal<{ name: GuideName; edit: string | undefined }>();

/** Opens one; `edit` names what is to be changed instead of added. */
export function openGuide(name: GuideName, edit?: string): void {
  setGuide({ name, edit });
}

const ModelGuide = lazy(() => import('./model'));
const PhoneGuide = lazy(() => import('./phone'));
const AgentGuide = lazy(() => import('./agent'));

/** The one that is open. */
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
