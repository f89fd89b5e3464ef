// Records inside the page what a screen reader says by itself, at the moment it changes: polling the page from outside
// would miss texts that are replaced between two looks, the more the busier the machine is.

import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** Texts that were said and not fetched yet. */
    said?: string[];
  }
}

/** Starts recording on a page. */
export async function startRecorder(page: Page): Promise<void> {
  await page.evaluate(() => {
    const live = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="log"], [role="alert"], [role="alertdialog"], output';
    // These are read out when they appear, not only when they change.
    const loud = '[role="alert"], [role="alertdialog"]';
    const said: string[] = (window.said = []);
    let spoken = new Map<Element, ReadonlySet<string>>();

    const words = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
    const nameOf = (element: Element): string => {
      const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
      const labels = ids.map((id) => document.getElementById(id)?.textContent);
      return words(labels.length > 0 ? labels.join(' ') : element.getAttribute('aria-label'));
    };
    /** Returns the texts in a region that a screen reader announces. */
    const textsOf = (region: Element): Set<string> => {
      const texts = new Set<string>(region.matches(loud) ? [nameOf(region)] : []);
      const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const around = walker.currentNode.parentElement;
        const hidden = around?.closest('[aria-hidden="true"], [inert]') || !around?.checkVisibility({ visibilityProperty: true });
        if (!hidden) texts.add(words(walker.currentNode.textContent));
      }
      texts.delete('');
      return texts;
    };
    const look = (): void => {
      const now = new Map<Element, ReadonlySet<string>>();
      // Content behind a modal dialog does not exist for a screen reader.
      const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
      for (const region of document.querySelectorAll(live)) {
        if (region.parentElement?.closest(live) || (modal && !modal.contains(region))) continue;
        const texts = textsOf(region);
        const before = spoken.get(region);
        if (before || region.matches(loud)) said.push(...[...texts].filter((text) => !before?.has(text)));
        now.set(region, texts);
      }
      spoken = now;
    };
    look();
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

/** Returns what was said since the last call. */
export async function fetchSaid(page: Page): Promise<string[]> {
  return page.evaluate(() => window.said?.splice(0) ?? []);
}
