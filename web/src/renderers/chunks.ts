// Splits a long text into pieces at line ends: only the last piece grows, and pieces out of sight are not laid out.

/** The length at which the next piece begins, in UTF-16 units. */
const piece = 4_000;

/** Returns the pieces of a text, given its previous pieces: unchanged pieces stay the same strings. */
export function chunksOf(text: string, before: readonly string[] = []): string[] {
  const chunks: string[] = [];
  let start = 0;
  // Unchanged pieces are kept; the last one may have grown, so it is split again.
  for (const old of before.slice(0, -1)) {
    if (!text.startsWith(old, start)) break;
    chunks.push(old);
    start += old.length;
  }
  while (text.length - start > piece) {
    const line = text.indexOf('\n', start + piece - 1);
    if (line < 0 || line + 1 >= text.length) break;
    chunks.push(text.slice(start, line + 1));
    start = line + 1;
  }
  if (start < text.length) chunks.push(text.slice(start));
  return chunks;
}
