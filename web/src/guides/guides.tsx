// The open guided dialog. Each is loaded when it is first opened.

import { lazy, Match, Suspense, Switch, type JSX } from 'solid-js';

import { closeGuide, openedGuide } from './open';

const ModelGuide = lazy(() => import('./model'));
const PhoneGuide = lazy(() => import('./phone'));
const AgentGuide = lazy(() => import('./agent'));
const AbilitiesPage = lazy(() => import('./abilities-page'));

/** The open dialog, if there is one. */
export function Guides(): JSX.Element {
  const is = (name: string): boolean => openedGuide()?.name === name;
  return (
    <Suspense>
      <Switch>
        <Match when={is('model')}>
          <ModelGuide edit={openedGuide()?.edit} onClose={closeGuide} />
        </Match>
        <Match when={is('phone')}>
          <PhoneGuide onClose={closeGuide} />
        </Match>
        <Match when={is('agent')}>
          <AgentGuide onClose={closeGuide} />
        </Match>
        <Match when={is('abilities')}>
          <AbilitiesPage onClose={closeGuide} />
        </Match>
      </Switch>
    </Suspense>
  );
}
