// Undo and redo, with a message about what was undone and a way to redo it.

import type { Page } from '../desktop/page';
import { t } from '../words/say';

/** Undoes the person's own last change. */
export async function undo(page: Page): Promise<void> {
  const outcome = await page.person.undo();
  // A refusal was already shown.
  if (!outcome.ok) return;
  page.remark(outcome.note ?? t`Undone.`, { label: t`Redo`, act: () => void redo(page) });
}

/** Redoes what was undone last. */
export async function redo(page: Page): Promise<void> {
  const outcome = await page.person.redo();
  if (!outcome.ok) return;
  page.remark(outcome.note ?? t`Redone.`, { label: t`Undo`, act: () => void undo(page) });
}

/** Undoes an agent's last change to a window. */
export async function undoAgent(page: Page, key: string): Promise<void> {
  const outcome = await page.person.undoWindow(key);
  if (outcome.ok) page.remark(outcome.note ?? t`Undone.`);
}
