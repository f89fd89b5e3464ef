// The parts of the page that open in windows, one folder each, loaded when the first of its windows is.
//
// To add a part: its folder, a line in `table`, and its name in the Rust type `Part`.

import { lazy, Suspense, type Component, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';

import type { Part } from '../protocol/wire';
import type { IconName } from '../shell/icons';

/** What every part is given. */
export interface PartProps {
  /** The window it is in. */
  key: string;
  /** What it is about, for parts that are about one thing. */
  target: string | undefined;
}

interface Entry {
  /** What people call it. */
  name: string;
  icon: IconName;
  view: Component<PartProps>;
}

const table: Record<Part, Entry> = {
  assistant: { name: 'Assistant', icon: 'spark', view: lazy(() => import('./assistant/assistant')) },
  tasks: { name: 'Tasks', icon: 'check', view: lazy(() => import('./tasks/tasks')) },
  phone: { name: 'Phone', icon: 'phone', view: lazy(() => import('./phone/phone')) },
  phones: { name: 'Phones', icon: 'phone', view: lazy(() => import('./phones/phones')) },
  agents: { name: 'Agents', icon: 'key', view: lazy(() => import('./agents/agents')) },
  permissions: { name: 'Permissions', icon: 'shield', view: lazy(() => import('./permissions/permissions')) },
  settings: { name: 'Settings', icon: 'settings', view: lazy(() => import('./settings/settings')) },
};

/** What people call a part, and its icon. */
export function partEntry(part: Part): { name: string; icon: IconName } {
  return table[part];
}

/** A part in its window. */
export function PartView(props: PartProps & { part: Part }): JSX.Element {
  return (
    <Suspense fallback={<p class="nothing">Loading…</p>}>
      <Dynamic component={table[props.part].view} key={props.key} target={props.target} />
    </Suspense>
  );
}
