// Opens a part of the page in its window.

import type { Outcome } from '../connection/outbox';
import type { Page } from '../desktop/page';
import type { Part } from '../protocol/wire';

/** Opens a part, or brings its window to the front. */
export function openPart(page: Page, part: Part, target?: string): Promise<Outcome> {
  return page.person.act({
    type: 'desktop.open',
    what: 'part',
    id: part,
    ...(target === undefined ? {} : { target }),
  });
}
