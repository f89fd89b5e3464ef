// The menu of the desktop as a whole.

import type { Page } from '../desktop/page';
import { when, type MenuEntry } from '../menu/menu';
import { workspaceName } from '../overview/cards';
import { narrow } from '../windows/narrow';
import { t } from '../words/say';
import type { IconName } from './icons';
import { showKeys, showLauncher, showOverview } from './panes';
import { chooseTheme, theme, themes, type Theme } from './theme';
import { redo, undo } from './undoing';

const themeIcons: Record<Theme, IconName> = { auto: 'contrast', light: 'sun', dark: 'moon' };
const themeNames: Record<Theme, string> = { auto: t`As the system`, light: t`Light`, dark: t`Dark` };

/** The server's limit of monitors. */
const mostMonitors = 16;

/** Returns the id of a new workspace, if there can be one more. */
export function nextWorkspace(page: Page): string | undefined {
  const taken = new Set(page.desktop.state.monitors.map(({ id }) => id));
  return Array.from({ length: mostMonitors }, (_, number) => `monitor-${number}`).find(
    (id) => !taken.has(id),
  );
}

/** The entries of the desktop's menu. */
export function desktopMenu(page: Page): MenuEntry[] {
  const { state } = page.desktop;
  const fresh = nextWorkspace(page);
  return [
    ...when(
      !narrow(),
      { label: t`Apps and parts`, icon: 'grid', act: showLauncher, key: 'launcher' },
      { label: t`All windows`, icon: 'windows', act: showOverview, key: 'overview' },
    ),
    {
      label: t`Workspaces`,
      icon: 'monitor',
      entries: () => [
        ...state.monitors.map(({ id }): MenuEntry => ({
          label: workspaceName(id),
          icon: 'monitor',
          checked: id === state.activeMonitor,
          act: () => void page.person.activate(id),
        })),
        ...when(fresh !== undefined, {
          label: t`New workspace`,
          icon: 'plus',
          act: () => void page.person.activate(fresh ?? ''),
        }),
      ],
    },
    'line',
    { label: t`Undo`, icon: 'undo', act: () => void undo(page), key: 'undo' },
    { label: t`Redo`, icon: 'redo', act: () => void redo(page), key: 'redo' },
    'line',
    {
      label: t`Theme: ${themeNames[theme()].toLowerCase()}`,
      icon: themeIcons[theme()],
      entries: () =>
        themes.map((each): MenuEntry => ({
          label: themeNames[each],
          icon: themeIcons[each],
          checked: each === theme(),
          act: () => chooseTheme(each),
        })),
    },
    {
      label: t`Settings`,
      icon: 'settings',
      act: () => void page.person.open('part', 'settings'),
    },
    { label: t`Keyboard shortcuts`, icon: 'keyboard', act: showKeys, key: 'help' },
  ];
}
