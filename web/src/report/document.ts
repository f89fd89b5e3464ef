// Reads the data in the document: inert scripts that the program wrote. While the document is still being read, a later
// piece may not be there yet. Nothing here trusts a piece: a report may be cut off or edited.

import { createSignal } from 'solid-js';

import {
  isReportComparison,
  isReportEnd,
  isReportIndex,
  isReportOutline,
  isReportPair,
  isReportStep,
  type ReportComparison,
  type ReportIndex,
  type ReportOutline,
  type ReportPair,
  type ReportStep,
} from '../protocol/report';

const [whole, setWhole] = createSignal(document.readyState !== 'loading');
const [arrived, setArrived] = createSignal(0);
/** Whether the document was read to its end. */
export { whole };

if (!whole()) {
  const timer = setInterval(() => setArrived((times) => times + 1), 120);
  document.addEventListener('DOMContentLoaded', () => {
    clearInterval(timer);
    setWhole(true);
  });
}

/** Returns the text of a piece; `undefined` if there is none, or none yet. Reactive until the document is whole. */
function piece(id: string): HTMLElement | undefined {
  const found = document.getElementById(id) ?? undefined;
  // A piece at the very end may still grow.
  if (found && (whole() || found.nextSibling)) return found;
  if (!whole()) arrived();
  return undefined;
}

function json(id: string): unknown {
  const text = piece(id)?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a document begins with: a report, or a comparison of two runs. */
export type First = { index: ReportIndex } | { comparison: ReportComparison };

/** Returns what the document begins with. It stands before the script, so it is there. */
export function readFirst(): First | undefined {
  const text = document.getElementById('index')?.textContent ?? '';
  try {
    const value: unknown = JSON.parse(text);
    if (isReportIndex(value)) return { index: value };
    return isReportComparison(value) ? { comparison: value } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the step at this place of the list. */
export function readStep(place: number): ReportStep | undefined {
  const value = json(`step-${place}`);
  return isReportStep(value) ? value : undefined;
}

/** Returns the steps of the pair at this place of a comparison. */
export function readPair(place: number): ReportPair | undefined {
  const value = json(`pair-${place}`);
  return isReportPair(value) ? value : undefined;
}

/** Returns what is missing according to the end of the report. */
export function readMissing(): string[] {
  const value = json('end');
  if (isReportEnd(value)) return value.missing;
  return whole() ? ['This file is cut off: some steps, pictures or screens are not in it.'] : [];
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Returns the elements of a screen. */
export async function readOutline(number: number): Promise<ReportOutline | undefined> {
  const text = piece(`outline-${number}`)?.textContent;
  if (!text) return undefined;
  try {
    const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream('gzip'));
    const value: unknown = JSON.parse(await new Response(stream).text());
    return isReportOutline(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the address of a picture; `undefined` if it is missing, or not there yet. */
export function readPicture(number: number): string | undefined {
  const found = piece(`picture-${number}`);
  const same = found?.dataset.same;
  const data = same === undefined ? found : piece(`picture-${Number(same)}`);
  const kind = data?.dataset.kind;
  if (!data?.textContent || (kind !== 'image/png' && kind !== 'image/jpeg')) return undefined;
  return `data:${kind};base64,${data.textContent}`;
}
