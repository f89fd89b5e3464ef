// Generated from the Rust types of `policy` in `crates/action`. Written by `cargo xtask codegen`; do not edit.

import * as is from '../protocol-runtime';

/** A verdict, with what is needed to explain, log and remember it. */
export interface Decision {
  /** The verdict. */
  verdict: Verdict;
  /** The name of the rule it comes from; see [`rules`]. */
  rule: string;
  /** Why, in words for the person who is asked. */
  reason: string;
  /** What a yes may be remembered as; nothing when this is asked every time. */
  remember?: Pattern;
}

/** Whether the value is a valid `Decision`. */
export function isDecision(value: unknown): value is Decision {
  return (
    is.object(value) &&
    isVerdict(value.verdict) &&
    is.string(value.rule) &&
    is.string(value.reason) &&
    is.optional(value.remember, isPattern)
  );
}

/** What the gate says, from the mildest to the strictest. */
export type Verdict =
  /** It happens. */
  | 'allow'
  /** A person is asked, unless they said yes to everything or to this kind of thing. */
  | 'ask'
  /** A person is asked, whatever they said before. */
  | 'always_ask'
  /** It does not happen. */
  | 'refuse';

/** Every `Verdict`. */
export const verdictValues: readonly Verdict[] = ['allow', 'ask', 'always_ask', 'refuse'];

/** Whether the value is a valid `Verdict`. */
export function isVerdict(value: unknown): value is Verdict {
  return is.oneOf(value, verdictValues);
}

/** A kind of thing that a person can allow once and for all. */
export type Pattern =
  /**
   * Commands for the phone's shell, by their first words: `pm list …; grep …`. A command without
   * `…` is meant to the letter.
   */
  | { shell: string }
  /** A script on the host, by its exact text. */
  | { script: string }
  /**
   * A tool of another program, by its name; behind an `@` what stands for all that its program says
   * of it.
   */
  | { tool: string }
  /** Pressing what cannot be seen in an app, by its package. */
  | { unseen: string }
  /** Sending to a conversation of which it does not show with how many it is. */
  | { conversation: string }
  /** Calling or writing to a number or address. */
  | { recipient: string }
  /** Pressing an element with this label in this app. */
  | { press: string };

/** Whether the value is a valid `Pattern`. */
export function isPattern(value: unknown): value is Pattern {
  return (
    (is.object(value) && is.string(value.shell)) ||
    (is.object(value) && is.string(value.script)) ||
    (is.object(value) && is.string(value.tool)) ||
    (is.object(value) && is.string(value.unseen)) ||
    (is.object(value) && is.string(value.conversation)) ||
    (is.object(value) && is.string(value.recipient)) ||
    (is.object(value) && is.string(value.press))
  );
}
