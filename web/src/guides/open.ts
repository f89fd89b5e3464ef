// Which guided dialog is open. One at a time.

import { createSignal } from 'solid-js';

import { t } from '../words/say';

/** The guided dialogs. */
export type GuideName = 'model' | 'phone' | 'agent' | 'abilities';

/** Their titles. */
export const guideNames: Record<GuideName, string> = {
  model: t`Add a model`,
  phone: t`Connect a real phone`,
  agent: t`Let an agent in`,
  abilities: t`What can you do?`,
};

const [openedGuide, setOpenedGuide] = createSignal<{ name: GuideName; edit: string | undefined }>();
export { openedGuide };

/** Opens one; `edit` names an entry to change instead of adding one. */
export function openGuide(name: GuideName, edit?: string): void {
  setOpenedGuide({ name, edit });
}

/** Closes the open one. */
export function closeGuide(): void {
  setOpenedGuide();
}
