// Where the styles of an agent take effect. The frame of a window says whose it is, so an agent decorates only what is
// behind the frame and inside it. Pure.

/** Properties of the window itself: what is behind its bar and its content. */
const behind = /^(?:background|backdrop-filter|border(?:-(?:top|bottom)-(?:left|right))?-radius)/;

/** An outer shadow would be drawn over the neighbours, and over the bar. */
const never = new Set(['box-shadow']);

/** Splits an agent's styles into those of the window and those of its content. */
export function splitStyle(style: Readonly<Record<string, string>> | undefined): {
  window: Record<string, string>;
  content: Record<string, string>;
} {
  const split: ReturnType<typeof splitStyle> = { window: {}, content: {} };
  for (const [property, value] of Object.entries(style ?? {})) {
    if (never.has(property)) continue;
    split[behind.test(property) ? 'window' : 'content'][property] = value;
  }
  return split;
}
