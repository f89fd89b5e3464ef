// Text from outside, which may run from right to left or try to reverse the text next to it.
//
// In elements, `dir="auto"` and `<bdi>` isolate a text's direction. Two cases remain: attributes, which have no
// elements, and questions, where a hidden character must not make one text look like another.

/** Characters that run from right to left, or change directions. */
const turns =
  /[\u061c\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Characters that change directions invisibly, and characters that are invisible. */
const hidden =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Whether any part of a text runs from right to left, or changes directions. */
export function changesDirection(text: string): boolean {
  return turns.test(text);
}

/** Prepares a text for an attribute: between isolating characters if it has a direction of its own. */
export function isolated(text: string): string {
  return changesDirection(text) ? `\u2068${text}\u2069` : text;
}

/** Prepares a text for a question: each hidden character is replaced by its number. */
export function visible(text: string): string {
  return text.replace(
    hidden,
    (character) =>
      `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}
