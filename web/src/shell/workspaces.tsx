// The workspace switcher: each monitor of the desktop is a workspace.

import { For, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { windowsOn, workspaceName } from '../overview/cards';
import { t } from '../words/say';

/** The workspaces, if there are several. */
export function Workspaces(): JSX.Element {
  const { desktop, person } = usePage();
  const { state } = desktop;
  const words = (id: string): string => {
    const count = windowsOn(state.windows, id);
    return `${workspaceName(id)}, ${count === 1 ? t`1 window` : t`${count} windows`}`;
  };
  return (
    <Show when={state.monitors.length > 1}>
      <div class="monitors" role="group" aria-label={t`Workspaces`}>
        <For each={state.monitors}>
          {(monitor) => (
            <button
              type="button"
              class="monitor"
              aria-pressed={monitor.id === state.activeMonitor}
              aria-label={words(monitor.id)}
              title={words(monitor.id)}
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
