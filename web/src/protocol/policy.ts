// Generated from the Rust types of `policy` in `crates/action`. Written by `cargo xtask codegen`; do not edit.

import * as is from '../protocol-runtime';

/** A verdict, with the data to explain, log and remember it. */
export interface Decision {
  /** The verdict. */
  verdict: Verdict;
  /** The name of the rule that decided; see [`rules`]. */
  rule: string;
  /** The reason, worded in English for the person who is asked. */
  reason: string;
  /** The pattern under which an approval may be remembered; absent if it is asked every time. */
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

/** The gate's verdict, from the mildest to the strictest. */
export type Verdict =
  /** Run it. */
  | 'allow'
  /** Ask a person, unless they approved everything or this kind of action. */
  | 'ask'
  /** Ask a person, whatever they approved before. */
  | 'always_ask'
  /** Do not run it. */
  | 'refuse';

/** Every `Verdict`. */
export const verdictValues: readonly Verdict[] = ['allow', 'ask', 'always_ask', 'refuse'];

/** Whether the value is a valid `Verdict`. */
export function isVerdict(value: unknown): value is Verdict {
  return is.oneOf(value, verdictValues);
}

/** A kind of action that a person can allow permanently. */
export type Pattern =
  /**
   * Commands for the phone's shell, by their first words: `pm list …; grep …`. A command without
   * `…` must match exactly.
   */
  | { shell: string }
  /** A script on the host, by its exact text. */
  | { script: string }
  /**
   * A tool of another program, by its name, with the fingerprint of its description behind an `@`.
   */
  | { tool: string }
  /** Pressing unseen elements in an app, by its package. */
  | { unseen: string }
  /** Sending to a conversation that does not show how many people are in it. */
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
