// Finds the code in pasted text, because people copy the whole message.

/** Returns the only code in a text; the trimmed text itself if there is not exactly one. */
export function codeIn(text: string): string {
  const trimmed = text.trim();
  // Just the code, perhaps in groups: `123 456`, `AB12-CD34`.
  if (!/\s/.test(trimmed)) return trimmed;
  if (/^[\d\s-]+$/.test(trimmed)) return trimmed.replace(/[\s-]/g, '');
  const found = [...trimmed.matchAll(/(?<!\+[\d -]{0,12})(?<![\p{L}\p{N}])\d(?:[ -]?\d){3,9}(?![\p{L}\p{N}])/gu)];
  const [only] = found;
  return found.length === 1 && only ? only[0].replace(/[ -]/g, '') : trimmed;
}
