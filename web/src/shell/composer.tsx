// The command bar in the task bar.

import type { JSX } from 'solid-js';

import { CommandBar } from '../ask/bar';

/** The bar, always available. */
export function Composer(): JSX.Element {
  return <CommandBar place="taskbar" />;
}
