// The whole page: the desktop, or the sign-in without a session.

import { Match, Show, Switch, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { KeyHelp } from '../keys/help';
import { Launcher } from '../launcher/launcher';
import { hasMenu, MenuHost } from '../menu/menu';
import { NarrowBar } from '../narrow/bar';
import { NarrowHome } from '../narrow/home';
import { Centre, createCentre } from '../notices/centre';
import { Modals } from '../notices/modals';
import { Notifications } from '../notices/notifications';
import { Toasts } from '../notices/toasts';
import { Overview } from '../overview/overview';
import { narrow } from '../windows/narrow';
import { Guides } from '../guides/guides';
import { Narration } from '../speech/narration';
import { Surface } from '../windows/surface';
import { t } from '../words/say';
import { followApps } from './apps';
import { useDesktopKeys } from './desktop-keys';
import { desktopMenu } from './desktop-menu';
import { useFocusShown } from './focus-shown';
import { pane } from './panes';
import { SignedOut } from './signed-out';
import { Taskbar } from './taskbar';
import { Workspace } from './workspace';

/** Everything visible. */
export function Screen(): JSX.Element {
  const page = usePage();
  const centre = createCentre();
  useDesktopKeys(page, centre);
  useFocusShown(page);
  followApps(page);
  return (
    <Switch>
      <Match when={page.connection().kind === 'signedOut'}>
        <SignedOut />
      </Match>
      <Match when={true}>
        <div class="screen" classList={{ 'has-centre': centre.open() }}>
          <div class="wallpaper" aria-hidden="true" />
          <main
            ref={(own) =>
              hasMenu(own, {
                label: () => t`Menu of the desktop`,
                entries: () => desktopMenu(page),
              })
            }
            class="main"
            data-region
            tabindex="-1"
            aria-label={t`Desktop`}
          >
            <h1 class="visually-hidden">{t`Fingertip desktop`}</h1>
            <Surface>
              <Show when={page.desktop.loaded()}>
                <Show when={narrow()} fallback={<Workspace />}>
                  <NarrowHome />
                </Show>
              </Show>
            </Surface>
            <MenuHost />
          </main>
          <Notifications hidden={centre.open()} onAll={centre.show} />
          <Toasts onAll={centre.show} />
          <Centre centre={centre} />
          <Show when={narrow()} fallback={<Taskbar centre={centre} />}>
            <NarrowBar centre={centre} />
          </Show>
          <Switch>
            <Match when={pane() === 'launcher'}>
              <Launcher />
            </Match>
            <Match when={pane() === 'overview'}>
              <Overview />
            </Match>
            <Match when={pane() === 'keys'}>
              <KeyHelp />
            </Match>
          </Switch>
          <Narration />
          <Guides />
          <Modals />
        </div>
      </Match>
    </Switch>
  );
}
