// Undo and redo, said aloud: what was taken back, and the way forward again.

import type { Page } from '../desktop/page';

/** Takes back the person's own last deed. */
export async function undo(page: Page): Promise<void> {
  const outcome = await page.person.undo();
  // What is refused is said already.
  if (!outcome.ok) return;
  page.remark(outcome.note ?? 'Undone.', { label: 'Redo', act: () => void redo(page) });
}

/** Does again what was taken back last. */
export async function redo(page: Page): Promise<void> {
  const outcome = await page.person.redo();
  if (!outcome.ok) return;
  page.remark(outcome.note ?? 'Redone.', { label: 'Undo', act: () => void undo(page) });
}

/** Takes back the last thing that an agent did to a window. */
export async function undoAgent(page: Page, key: string): Promise<void> {
  const outcome = await page.person.undoWindow(key);
  if (outcome.ok) page.remark(outcome.note ?? 'Undone.');
}
