// A long text in pieces that end with a line: what grows is its last piece, and what is out of sight is not laid out.

/** So long a piece becomes before the next one begins, in UTF-16 units. */
const piece = 4_000;

/** The pieces of a text, given the pieces that it had: those that are still right are the same strings. */
export function chunksOf(text: string, before: readonly string[] = []): string[] {
  const chunks: string[] = [];
  let start = 0;
  // Whatever has not changed is kept; the last piece may have grown, so it is cut anew.
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
