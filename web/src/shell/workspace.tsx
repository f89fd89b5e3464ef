// What lies on the desktop itself: shortcuts, apps, and what to do when there is nothing.

import { createEffect, createSignal, For, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import type { DesktopShortcut } from '../protocol/os';
import { readApps, type App } from './apps';
import { Icon, type IconName } from './icons';
import { Welcome } from './welcome';

/** Shortcuts and apps. */
export function Workspace(): JSX.Element {
  const page = usePage();
  const { state } = page.desktop;
  const [apps, setApps] = createSignal<App[]>([]);
  createEffect(() => {
    void state.appsVersion;
    if (page.connection().kind === 'connected')
      void readApps().then((read) => read && setApps(read));
  });
  return (
    <>
      <Show when={apps().length + state.shortcuts.length > 0}>
        <ul class="desk" aria-label="On the desktop">
          <For each={apps()}>
            {(app) => (
              <li>
                <AppIcon app={app} badge={state.badges[app.id] ?? 0} />
              </li>
            )}
          </For>
          <For each={state.shortcuts}>
            {(shortcut) => (
              <li>
                <Shortcut shortcut={shortcut} />
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Welcome />
    </>
  );
}

function isPicture(icon: string): boolean {
  return /^(?:\/|data:image\/)/.test(icon);
}

function Sign(props: { icon: string; picture: boolean; fallback: IconName }): JSX.Element {
  return (
    <span class="desk-sign">
      <Show
        when={!props.picture}
        fallback={<img src={props.icon} alt="" referrerpolicy="no-referrer" />}
      >
        <Show when={props.icon} fallback={<Icon name={props.fallback} />}>
          <span class="emoji" aria-hidden="true">
            {props.icon}
          </span>
        </Show>
      </Show>
    </span>
  );
}

function AppIcon(props: { app: App; badge: number }): JSX.Element {
  return (
    <a
      class="desk-item"
      href={props.app.url}
      target="_blank"
      rel="noopener noreferrer"
      title={props.app.error ?? props.app.name}
      data-app={props.app.id}
    >
      <Sign icon={props.app.icon} picture={isPicture(props.app.icon)} fallback="app" />
      <Show when={props.badge > 0}>
        <span class="count" aria-hidden="true">
          {props.badge > 99 ? '99+' : props.badge}
        </span>
      </Show>
      <span class="desk-label" dir="auto">
        {props.app.name}
      </span>
      <Show when={props.badge > 0}>
        <span class="visually-hidden">, {props.badge} new</span>
      </Show>
    </a>
  );
}

const fallbacks: Record<DesktopShortcut['type'], IconName> = {
  file: 'file',
  url: 'link',
  action: 'play',
};

function Shortcut(props: { shortcut: DesktopShortcut }): JSX.Element {
  const { person, remark } = usePage();
  const open = (): void => {
    const { type, target } = props.shortcut;
    if (type === 'action') {
      void person.message(target);
      return;
    }
    const path = target
      .replace(/^\/*(?:files\/)?/, '')
      .split('/')
      .map(encodeURIComponent)
      .join('/');
    const address = type === 'url' ? target : `/files/${path}`;
    const url = URL.parse(address, location.href);
    if (!url || !['http:', 'https:'].includes(url.protocol)) {
      remark(`The shortcut leads to \`${target}\`, which cannot be opened here.`);
      return;
    }
    window.open(url.href, '_blank', 'noopener,noreferrer');
  };
  // Agents may call a picture an emoji and the other way round; what it looks like decides in doubt.
  const picture = (): boolean =>
    isPicture(props.shortcut.icon) && props.shortcut.iconType !== 'emoji';
  return (
    <button
      type="button"
      class="desk-item"
      title={props.shortcut.label}
      data-shortcut={props.shortcut.id}
      onClick={open}
    >
      <Sign
        icon={props.shortcut.icon}
        picture={picture()}
        fallback={fallbacks[props.shortcut.type]}
      />
      <span class="desk-label" dir="auto">
        {props.shortcut.label}
      </span>
    </button>
  );
}
