// Generated from the Rust types of `finding` in `crates/action`. Written by `cargo xtask codegen`; do not edit.

import * as is from '../protocol-runtime';

/** One thing a reader noticed. */
export interface Finding {
  /** What kind of thing it is, for programs. */
  code: Code;
  /** Where it is: `bounds.w`, `components[3].label`; empty for the whole value. */
  path: string;
  /** What it is, for people and models: the offending value, what was expected. */
  message: string;
}

/** Whether the value is a valid `Finding`. */
export function isFinding(value: unknown): value is Finding {
  return (
    is.object(value) && isCode(value.code) && is.string(value.path) && is.string(value.message)
  );
}

/** The kind of a finding, stable for programs. */
export type Code =
  /** A required field is not there. */
  | 'missing'
  /** A value of another JSON type than the one expected. */
  | 'wrong_type'
  /** The right type, but outside the values that make sense. */
  | 'out_of_range'
  /** A text that must not be empty is empty or only white space. */
  | 'blank'
  /** A value outside the closed list of this field. */
  | 'unknown_value'
  /** A `type` (or verb, or operation) that nobody knows. */
  | 'unknown_type'
  /** A field that this action does not have; it is ignored. */
  | 'unknown_field'
  /** A known word in unusual spelling: other case, spaces around it, an alias. */
  | 'respelled'
  /** Another field stood in for the missing one. */
  | 'stand_in'
  /** A key that occurs twice in one object; the last one counts. */
  | 'duplicate_key'
  /** Text that is almost JSON and was mended. */
  | 'syntax'
  /** Markup of the reply (tags, fences, box tokens) was missing, doubled or misspelt. */
  | 'markup'
  /** A whole call block that was repeated word for word; it counts once. */
  | 'repeated'
  /** Something stood after the action that ends the task; it was dropped. */
  | 'after_end'
  /** Other calls stood where only one can be carried out; they were dropped. */
  | 'surplus'
  /** A reply of mere text, without a call; it was taken as the closing message. */
  | 'text_only'
  /** An operation that this content cannot take. */
  | 'not_allowed'
  /** Nothing of this name is there. */
  | 'unknown_id'
  /** Something of this name is there already. */
  | 'exists'
  /** Another agent holds the lock. */
  | 'locked'
  /** It belongs to another agent. */
  | 'not_owner'
  /** The agent named is not the one who sends. */
  | 'wrong_agent'
  /** There are as many, or as much, as there can be. */
  | 'full'
  /** More findings than are worth listing. */
  | 'more';

/** Every `Code`. */
export const codeValues: readonly Code[] = [
  'missing',
  'wrong_type',
  'out_of_range',
  'blank',
  'unknown_value',
  'unknown_type',
  'unknown_field',
  'respelled',
  'stand_in',
  'duplicate_key',
  'syntax',
  'markup',
  'repeated',
  'after_end',
  'surplus',
  'text_only',
  'not_allowed',
  'unknown_id',
  'exists',
  'locked',
  'not_owner',
  'wrong_agent',
  'full',
  'more',
];

/** Whether the value is a valid `Code`. */
export function isCode(value: unknown): value is Code {
  return is.oneOf(value, codeValues);
}
