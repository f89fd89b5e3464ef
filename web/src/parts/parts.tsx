// The parts of the page that open in windows, one folder each, loaded with the first of its windows.
//
// To add a part, add its folder, a line in `table`, and its name in the Rust type `Part`.

import { lazy, Suspense, type Component, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';

import type { Part } from '../protocol/wire';
import type { IconName } from '../shell/icons';
import { t } from '../words/say';
import type { PartProps } from './props';

interface Entry {
  /** Its name. */
  name: string;
  icon: IconName;
  view: Component<PartProps>;
}

const table: Record<Part, Entry> = {
  assistant: { name: t`Assistant`, icon: 'spark', view: lazy(() => import('./assistant/assistant')) },
  tasks: { name: t`Tasks`, icon: 'check', view: lazy(() => import('./tasks/tasks')) },
  phone: { name: t`Phone`, icon: 'phone', view: lazy(() => import('./phone/phone')) },
  phones: { name: t`Phones`, icon: 'phone', view: lazy(() => import('./phones/phones')) },
  agents: { name: t`Agents`, icon: 'key', view: lazy(() => import('./agents/agents')) },
  permissions: { name: t`Permissions`, icon: 'shield', view: lazy(() => import('./permissions/permissions')) },
  settings: { name: t`Settings`, icon: 'settings', view: lazy(() => import('./settings/settings')) },
};

/** Returns the name and the icon of a part. */
export function partEntry(part: Part): { name: string; icon: IconName } {
  return table[part];
}

/** A part in its window. */
export function PartView(props: PartProps & { part: Part }): JSX.Element {
  return (
    <Suspense fallback={<p class="nothing">{t`Loading…`}</p>}>
      <Dynamic component={table[props.part].view} key={props.key} target={props.target} />
    </Suspense>
  );
}
