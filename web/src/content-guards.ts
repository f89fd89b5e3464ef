/**
 * The rules for a window's content that no schema can express: which data belongs to which renderer, and which
 * operations each renderer accepts.
 *
 * The rules are those of the Rust parser of desktop actions, which decides; these keep a mistake from leaving the page.
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

/** Whether `value` is valid data for the renderer; an unknown renderer has no valid data. */
export function isWindowContentData(renderer: string, value: unknown): boolean {
  return isRenderer(renderer) && dataOf[renderer](value);
}

const textual: readonly Renderer[] = ['markdown', 'html', 'text'];

/**
 * Whether the renderer accepts the operation: text kinds accept all five, the others only `replace` (with valid data)
 * and `clear`.
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
