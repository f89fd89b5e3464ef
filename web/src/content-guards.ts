/**
 * What no schema can say about a window's content: which data belongs to which renderer, and which
 * operation each renderer takes.
 *
 * The rules are those of the Rust reader of desktop actions, which has the last word; these keep a
 * mistake from leaving the page.
 */

import * as is from './protocol-runtime';

/** A renderer by name. */
export type Renderer = 'markdown' | 'html' | 'text' | 'table' | 'iframe' | 'component';

/** Rows of text under their headers. */
export interface TableContentData {
  headers: string[];
  rows: string[][];
}

/** Whether a value is `{headers, rows}` of text. */
export function isTableContentData(value: unknown): value is TableContentData {
  return (
    is.object(value) &&
    is.list(value.headers, is.string) &&
    is.list(value.rows, (row) => is.list(row, is.string))
  );
}

/** Whether a value is an address, or `{url, sandbox?}`. */
export function isIframeContentData(
  value: unknown,
): value is string | { url: string; sandbox?: string } {
  if (is.string(value)) return true;
  return is.object(value) && is.string(value.url) && is.optional(value.sandbox, is.string);
}

const gaps = ['none', 'sm', 'md', 'lg'];

/** Whether a value is a layout: a flat list of components, perhaps columns and a gap. */
export function isComponentLayout(value: unknown): boolean {
  return (
    is.object(value) &&
    is.list(value.components, (component) => is.object(component) && is.string(component.type)) &&
    is.optional(value.cols, (cols) => is.number(cols) || is.list(cols, is.number)) &&
    is.optional(value.gap, (gap) => is.oneOf(gap, gaps))
  );
}

const dataOf: Record<Renderer, (value: unknown) => boolean> = {
  markdown: is.string,
  html: is.string,
  text: is.string,
  table: isTableContentData,
  iframe: isIframeContentData,
  component: isComponentLayout,
};

/** Whether a value is the name of a renderer. */
export function isRenderer(value: unknown): value is Renderer {
  return is.string(value) && Object.hasOwn(dataOf, value);
}

/** Whether `value` is what the renderer shows; no data belongs to a renderer that nobody knows. */
export function isWindowContentData(renderer: string, value: unknown): boolean {
  return isRenderer(renderer) && dataOf[renderer](value);
}

const textual: readonly string[] = ['markdown', 'html', 'text'];

/**
 * Whether the renderer takes the operation: text kinds take all five, the others only `replace` (with
 * data that they show) and `clear`.
 */
export function isContentUpdateOperationValid(renderer: string, operation: unknown): boolean {
  if (!isRenderer(renderer) || !is.object(operation)) return false;
  switch (operation.op) {
    case 'append':
    case 'prepend':
      return textual.includes(renderer) && is.string(operation.data);
    case 'insertAt':
      return (
        textual.includes(renderer) &&
        is.string(operation.data) &&
        is.integer(operation.position, 0, Number.MAX_SAFE_INTEGER)
      );
    case 'replace':
      return isWindowContentData(renderer, operation.data);
    case 'clear':
      return true;
    default:
      return false;
  }
}
