// The bar at the bottom of a narrow page: home, windows, ask, notifications. All within a thumb's reach.

import { createEffect, createSignal, on, onCleanup, onMount, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import type { CentreState } from '../notices/centre';
import { Composer } from '../shell/composer';
import { Icon, type IconName } from '../shell/icons';
import { Status } from '../shell/status';
import { tellHeight } from '../shell/taskbar';
import { t } from '../words/say';
import { go, goBack, place, type Place } from './place';

/** The bar, and the command bar above it. */
export function NarrowBar(props: { centre: CentreState }): JSX.Element {
  const page = usePage();
  const { state } = page.desktop;
  const unread = (): number => Object.keys(state.notifications).length;
  const windows = (): number =>
    Object.values(state.windows).filter(({ variant }) => variant === 'standard').length;
  const [asking, setAsking] = createSignal(false);
  let bar!: HTMLElement;
  onMount(() => onCleanup(tellHeight(bar)));

  // The centre has its own button to close it.
  createEffect(
    on(place, ({ at }) => (at === 'notices' ? props.centre.show() : props.centre.hide())),
  );
  createEffect(
    on(props.centre.open, (open) => {
      if (!open && place().at === 'notices') goBack();
    }),
  );
  // A window that the person opens comes into view.
  createEffect(
    on(page.shown, (shown) => shown && go({ at: 'window', key: shown.key }), { defer: true }),
  );
  // After closing a window the page goes home.
  createEffect(() => {
    const now = place();
    if (now.at === 'window' && page.desktop.loaded() && !state.windows[now.key]) goBack();
  });

  // The greeting has a field of its own: a second one below it would be the same again.
  const ask = (): void => {
    const own = place().at === 'home' ? document.querySelector<HTMLElement>('.home .ask-field') : null;
    if (own) own.focus();
    else setAsking((now) => !now);
  };
  createEffect(on(place, ({ at }) => at === 'home' && setAsking(false)));

  const Tab = (tab: {
    to: Exclude<Place['at'], 'window'>;
    label: string;
    name: string;
    icon: IconName;
    count: number;
  }): JSX.Element => (
    <button
      type="button"
      class="narrow-tab"
      aria-current={place().at === tab.to ? 'page' : undefined}
      aria-label={tab.label}
      onClick={() => (place().at === tab.to ? goBack() : go({ at: tab.to }))}
    >
      <Icon name={tab.icon} />
      <Show when={tab.count > 0}>
        <span class="count" aria-hidden="true" data-count={tab.count > 99 ? '99+' : tab.count} />
      </Show>
      <span>{tab.name}</span>
    </button>
  );

  return (
    <footer ref={bar} class="narrow-bar" data-region tabindex="-1" aria-label={t`Task bar`}>
      <Status />
      <Show when={asking()}>
        <div
          class="narrow-ask"
          ref={(own) => queueMicrotask(() => own.querySelector('input')?.focus())}
        >
          <Composer />
        </div>
      </Show>
      <nav class="narrow-tabs" aria-label={t`Places`}>
        <Tab to="home" label={t`Home`} name={t`Home`} icon="home" count={0} />
        <Tab
          to="windows"
          label={t`Windows, ${windows()} open`}
          name={t`Windows`}
          icon="windows"
          count={windows()}
        />
        <button
          type="button"
          class="narrow-tab"
          aria-expanded={asking()}
          onClick={ask}
        >
          <Icon name="send" />
          <span>{t`Ask`}</span>
        </button>
        <Tab
          to="notices"
          label={unread() > 0 ? t`Notifications, ${unread()} open` : t`Notifications`}
          name={t`Notifications`}
          icon="bell"
          count={unread()}
        />
      </nav>
    </footer>
  );
}
