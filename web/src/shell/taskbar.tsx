// The bar at the bottom: the open windows, and the controls of the whole desktop.

import { onCleanup, onMount, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { chordName } from '../keys/chord';
import { keyTable, type KeyName } from '../keys/table';
import { MenuButton } from '../menu/menu';
import type { CentreState } from '../notices/centre';
import { t } from '../words/say';
import { Composer } from './composer';
import { desktopMenu } from './desktop-menu';
import { Icon, type IconName } from './icons';
import { pane, togglePane } from './panes';
import { Status } from './status';
import { Tasks } from './tasks';
import { undo } from './undoing';
import { Workspaces } from './workspaces';

/** The task bar. */
export function Taskbar(props: { centre: CentreState }): JSX.Element {
  const page = usePage();
  const { state } = page.desktop;
  const unread = (): number => Object.keys(state.notifications).length;

  let bar!: HTMLElement;
  onMount(() => onCleanup(tellHeight(bar)));

  return (
    <footer ref={bar} class="taskbar" data-region tabindex="-1" aria-label={t`Task bar`}>
      <div class="tools">
        <Tool
          label={t`Apps and parts`}
          icon="grid"
          key="launcher"
          expanded={pane() === 'launcher'}
          onPress={() => togglePane('launcher')}
        />
        <Tool
          label={t`All windows`}
          icon="windows"
          key="overview"
          expanded={pane() === 'overview'}
          onPress={() => togglePane('overview')}
        />
      </div>
      <Workspaces />
      <Tasks />
      {/* The command bar. */}
      <Composer />
      <div class="tools">
        <Status />
        <Tool
          label={t`Undo the last change`}
          icon="undo"
          key="undo"
          onPress={() => void undo(page)}
        />
        <Tool
          label={unread() > 0 ? t`Notifications, ${unread()} open` : t`Notifications`}
          icon="bell"
          key="notifications"
          count={unread()}
          expanded={props.centre.open()}
          onPress={() => (props.centre.open() ? props.centre.hide() : props.centre.show())}
        />
        <MenuButton
          label={t`Menu of the desktop`}
          icon="more"
          class="tool"
          entries={() => desktopMenu(page)}
        />
      </div>
    </footer>
  );
}

/** Publishes the height of the bar for the elements above it. */
export function tellHeight(bar: HTMLElement): () => void {
  const root = document.documentElement.style;
  const observer = new ResizeObserver(() =>
    root.setProperty('--taskbar-now', `${Math.round(bar.getBoundingClientRect().height)}px`),
  );
  observer.observe(bar);
  return () => observer.disconnect();
}

/** A button of the bar. */
export function Tool(props: {
  label: string;
  icon: IconName;
  key?: KeyName;
  count?: number;
  expanded?: boolean;
  onPress: () => void;
}): JSX.Element {
  const title = (): string => {
    const chord = props.key ? keyTable[props.key].chords[0] : undefined;
    return chord ? `${props.label} (${chordName(chord)})` : props.label;
  };
  return (
    <button
      type="button"
      class="tool"
      aria-label={props.label}
      title={title()}
      aria-expanded={props.expanded}
      onClick={() => props.onPress()}
    >
      <Icon name={props.icon} />
      <Show when={(props.count ?? 0) > 0}>
        <span
          class="count"
          aria-hidden="true"
          data-count={(props.count ?? 0) > 99 ? '99+' : props.count}
        />
      </Show>
    </button>
  );
}
