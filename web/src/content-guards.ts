/**
 * What no schema can say about a window's content: which data belongs to which renderer, and which
 * operation each renderer takes.
 *
 * The rules are those of the Rust reader of desktop actions, which has the last word; these keep a
 * mistake from leaving the page.
 */

import * as is from './protocol-runtime';
import {
  isComponentLayout,
  isContentUpdateOperation,
  isIframeContent,
  isRenderer,
  isTableContentData,
  type Renderer,
} from './protocol/os';

export { isComponentLayout, isIframeContent as isIframeContentData, isTableContentData };

const dataOf: Record<Renderer, (value: unknown) => boolean> = {
  markdown: is.string,
  html: is.string,
  text: is.string,
  table: isTableContentData,
  iframe: isIframeContent,
  component: isComponentLayout,
};

/** Whether `value` is what the renderer shows; no data belongs to a renderer that nobody knows. */
export function isWindowContentData(renderer: string, value: unknown): boolean {
  return isRenderer(renderer) && dataOf[renderer](value);
}

const textual: readonly Renderer[] = ['markdown', 'html', 'text'];

/**
 * Whether the renderer takes the operation: text kinds take all five, the others only `replace` (with
 * data that they show) and `clear`.
 */
export function isContentUpdateOperationValid(renderer: string, operation: unknown): boolean {
  if (!isRenderer(renderer) || !isContentUpdateOperation(operation)) return false;
  switch (operation.op) {
    case 'append':
    case 'prepend':
    case 'insertAt':
      return textual.includes(renderer);
    case 'replace':
      return isWindowContentData(renderer, operation.data);
    case 'clear':
      return true;
  }
}
