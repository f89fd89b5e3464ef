// The bar at the bottom: what is open, and what concerns the whole desktop.

import { For, onCleanup, onMount, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { partsOf } from '../desktop/person';
import type { CentreState } from '../notices/centre';
import type { SafeWindow } from '../protocol/wire';
import { isolated } from '../bidi';
import { Composer } from './composer';
import { Icon, type IconName } from './icons';
import { Status } from './status';
import { nextTheme, theme, type Theme } from './theme';

const themeIcons: Record<Theme, IconName> = { auto: 'contrast', light: 'sun', dark: 'moon' };
const themeNames: Record<Theme, string> = {
  auto: 'as the system has it',
  light: 'light',
  dark: 'dark',
};

const kindIcons: Record<SafeWindow['content']['kind'], IconName> = {
  markup: 'file',
  text: 'file',
  table: 'app',
  frame: 'monitor',
  layout: 'window',
  part: 'window',
};

/** The task bar. */
export function Taskbar(props: { centre: CentreState }): JSX.Element {
  const page = usePage();
  const { state } = page.desktop;
  const here = (): string[] =>
    page.desktop.keys().filter((key) => {
      const window = state.windows[key];
      return window?.variant === 'standard' && partsOf(key).monitorId === state.activeMonitor;
    });
  const unread = (): number => Object.keys(state.notifications).length;

  // On a narrow page the bar has as many lines as it needs: what stands above it has to know.
  let bar!: HTMLElement;
  onMount(() => {
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() =>
      root.setProperty('--taskbar-now', `${Math.round(bar.getBoundingClientRect().height)}px`),
    );
    observer.observe(bar);
    onCleanup(() => observer.disconnect());
  });

  return (
    <footer ref={bar} class="taskbar" data-region tabindex="-1" aria-label="Task bar">
      <Monitors />
      <nav class="tasks" aria-label="Open windows">
        <For each={here()}>{(key) => <Task key={key} />}</For>
      </nav>
      <Composer />
      <div class="tools">
        <Status />
        <button
          type="button"
          class="tool"
          aria-label="Undo the last change"
          title="Undo the last change"
          onClick={() => void page.person.undo()}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          class="tool"
          aria-label={`Theme: ${themeNames[theme()]}. Change it`}
          title={`Theme: ${themeNames[theme()]}`}
          onClick={nextTheme}
        >
          <Icon name={themeIcons[theme()]} />
        </button>
        <button
          type="button"
          class="tool"
          aria-label={unread() > 0 ? `Notifications, ${unread()} open` : 'Notifications'}
          title="Notifications"
          aria-expanded={props.centre.open()}
          onClick={() => (props.centre.open() ? props.centre.hide() : props.centre.show())}
        >
          <Icon name="bell" />
          <Show when={unread() > 0}>
            <span class="count" aria-hidden="true">
              {unread() > 99 ? '99+' : unread()}
            </span>
          </Show>
        </button>
      </div>
    </footer>
  );
}

function Task(props: { key: string }): JSX.Element {
  const { desktop, person } = usePage();
  const window = (): SafeWindow | undefined => desktop.state.windows[props.key];
  const front = (): boolean => desktop.state.focused === props.key && !window()?.minimized;
  const title = (): string => window()?.title || 'Untitled';
  return (
    <button
      type="button"
      class="task"
      classList={{ 'is-front': front(), 'is-minimized': window()?.minimized ?? false }}
      aria-label={`${isolated(title())}${window()?.minimized ? ', minimised' : ''}`}
      aria-pressed={front()}
      title={isolated(title())}
      onClick={() => void (front() ? person.minimize(props.key) : person.focus(props.key))}
    >
      <Icon name={kindIcons[window()?.content.kind ?? 'markup']} />
      <bdi class="task-title">{title()}</bdi>
    </button>
  );
}

function Monitors(): JSX.Element {
  const { desktop, person } = usePage();
  return (
    <Show when={desktop.state.monitors.length > 1}>
      <div class="monitors" role="group" aria-label="Monitors">
        <For each={desktop.state.monitors}>
          {(monitor) => (
            <button
              type="button"
              class="monitor"
              aria-pressed={monitor.id === desktop.state.activeMonitor}
              aria-label={`Monitor ${Number(monitor.id.split('-').pop()) + 1}`}
              title={`Monitor ${Number(monitor.id.split('-').pop()) + 1}`}
              onClick={() => void person.activate(monitor.id)}
            >
              {Number(monitor.id.split('-').pop()) + 1}
            </button>
          )}
        </For>
      </div>
    </Show>
  );
}
