// Generated from the Rust types of `finding` in `crates/action`. Written by `cargo xtask codegen`; do not edit.

import * as is from '../protocol-runtime';

/** One finding of a reader. */
export interface Finding {
  /** The kind of finding, for programs. */
  code: Code;
  /** Its path: `bounds.w`, `components[3].label`; empty for the whole value. */
  path: string;
  /** The message for people and models: the offending value and what was expected. */
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
  /** A required field is missing. */
  | 'missing'
  /** A value has the wrong JSON type. */
  | 'wrong_type'
  /** The type is right, but the value makes no sense. */
  | 'out_of_range'
  /** A text that must not be empty is empty or only white space. */
  | 'blank'
  /** A value outside the closed list of this field. */
  | 'unknown_value'
  /** An unknown `type`, verb or operation. */
  | 'unknown_type'
  /** A field that this action does not have; it is ignored. */
  | 'unknown_field'
  /** A known word in unusual spelling: other case, surrounding spaces, an alias. */
  | 'respelled'
  /** Another field stood in for the missing one. */
  | 'stand_in'
  /** A key that occurs twice in one object; the last one counts. */
  | 'duplicate_key'
  /** Text that is almost JSON and was repaired. */
  | 'syntax'
  /** Markup of the reply (tags, fences, box tokens) was missing, doubled or misspelt. */
  | 'markup'
  /** A whole call block was repeated identically; it counts once. */
  | 'repeated'
  /** Text followed the action that ends the task; it was dropped. */
  | 'after_end'
  /** There were other calls where only one can run; they were dropped. */
  | 'surplus'
  /** The reply was plain text without a call; it was taken as the closing message. */
  | 'text_only'
  /** An operation that this content cannot take. */
  | 'not_allowed'
  /** Nothing with this name exists. */
  | 'unknown_id'
  /** Something with this name already exists. */
  | 'exists'
  /** Another agent holds the lock. */
  | 'locked'
  /** It belongs to another agent. */
  | 'not_owner'
  /** The named agent is not the sender. */
  | 'wrong_agent'
  /** The maximum number or size has been reached. */
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
