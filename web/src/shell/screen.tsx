// The whole page: the desktop when somebody is in, the way in when nobody is.

import { Match, Show, Switch, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { Centre, createCentre } from '../notices/centre';
import { Modals } from '../notices/modals';
import { Notifications } from '../notices/notifications';
import { Toasts } from '../notices/toasts';
import { Surface } from '../windows/surface';
import { Workspace } from './workspace';
import { useCycling } from './cycling';
import { SignedOut } from './signed-out';
import { Taskbar } from './taskbar';

/** Everything that is seen. */
export function Screen(): JSX.Element {
  const page = usePage();
  const centre = createCentre();
  useCycling();
  return (
    <Switch>
      <Match when={page.connection().kind === 'signedOut'}>
        <SignedOut />
      </Match>
      <Match when={true}>
        <div class="screen">
          <div class="wallpaper" aria-hidden="true" />
          <main class="main" data-region tabindex="-1" aria-label="Desktop">
            <h1 class="visually-hidden">Fingertip desktop</h1>
            <Surface>
              <Show when={page.desktop.loaded()}>
                <Workspace />
              </Show>
            </Surface>
          </main>
          <Notifications hidden={centre.open()} onAll={centre.show} />
          <Toasts onAll={centre.show} />
          <Centre centre={centre} />
          <Taskbar centre={centre} />
          <Modals />
        </div>
      </Match>
    </Switch>
  );
}
