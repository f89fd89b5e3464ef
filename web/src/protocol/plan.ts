// Generated from the Rust types of `plan` in `crates/action`. Written by `cargo xtask codegen`; do not edit.

import * as is from '../protocol-runtime';

/** What is to be done on the phone for what a person said, step by step. */
export interface ActionPlan {
  /** What the person wants: the name of an operation, `send_message`, or `unknown`. */
  intent:
    | 'open_app'
    | 'find_contact'
    | 'open_conversation'
    | 'type_text'
    | 'send'
    | 'call_contact'
    | 'toggle_setting'
    | 'read_screen'
    | 'launch_vision_mode'
    | 'set_alarm'
    | 'set_timer'
    | 'search_web'
    | 'open_url'
    | 'take_photo'
    | 'set_volume'
    | 'set_brightness'
    | 'play_media'
    | 'add_contact'
    | 'create_note'
    | 'create_event'
    | 'navigate_to'
    | 'set_reminder'
    | 'read_messages'
    | 'read_notifications'
    | 'tell_time'
    | 'tell_battery'
    | 'answer_call'
    | 'end_call'
    | 'go_back'
    | 'go_home'
    | 'scroll'
    | 'tap_label'
    | 'pay'
    | 'delete_items'
    | 'uninstall_app'
    | 'share_location'
    | 'factory_reset'
    | 'call_emergency'
    | 'send_message'
    | 'unknown';
  /** How sure the planner is, from 0 to 1. Below 0.7 the person is asked first. */
  confidence: number;
  /** Hints for carrying it out. */
  metadata: Metadata;
  /** What was taken from the words, by name: `recipient`, `content`, `time`. */
  slots: Record<string, unknown>;
  /** The operations, in the order in which they are carried out. */
  steps: Step[];
  /** What is missing or ambiguous and must be asked before the plan is whole. */
  ask?: Ask;
  /** Whether the person is asked before anything happens. Default: false. */
  confirm?: boolean;
  /** What is said afterwards. */
  follow_up?: FollowUp;
  /** Every request, when the words held several; the first is also the plan's own. */
  requests?: Request[];
}

/** Whether the value is a valid `ActionPlan`. */
export function isActionPlan(value: unknown): value is ActionPlan {
  return (
    is.object(value) &&
    is.oneOf(value.intent, ['open_app', 'find_contact', 'open_conversation', 'type_text', 'send', 'call_contact', 'toggle_setting', 'read_screen', 'launch_vision_mode', 'set_alarm', 'set_timer', 'search_web', 'open_url', 'take_photo', 'set_volume', 'set_brightness', 'play_media', 'add_contact', 'create_note', 'create_event', 'navigate_to', 'set_reminder', 'read_messages', 'read_notifications', 'tell_time', 'tell_battery', 'answer_call', 'end_call', 'go_back', 'go_home', 'scroll', 'tap_label', 'pay', 'delete_items', 'uninstall_app', 'share_location', 'factory_reset', 'call_emergency', 'send_message', 'unknown']) &&
    is.number(value.confidence, 0, 1) &&
    isMetadata(value.metadata) &&
    is.map(value.slots) &&
    is.list(value.steps, isStep) &&
    is.optional(value.ask, isAsk) &&
    is.optional(value.confirm, is.boolean) &&
    is.optional(value.follow_up, isFollowUp) &&
    is.optional(value.requests, (item) => is.list(item, isRequest))
  );
}

/** Hints for carrying a plan out. Further entries are kept as they are. */
export interface Metadata {
  /** The app it is done in. */
  app?: string;
  /** What the words came after: `follow_up` for an answer to what was said before. */
  context?: string;
  /** The phone it is meant for. */
  device?: string;
  /** The language the person spoke, as a BCP 47 tag. */
  language?: string;
}

/** Whether the value is a valid `Metadata`. */
export function isMetadata(value: unknown): value is Metadata {
  return (
    is.object(value) &&
    is.optional(value.app, is.string) &&
    is.optional(value.context, is.string) &&
    is.optional(value.device, is.string) &&
    is.optional(value.language, is.string)
  );
}

/** One operation of a plan, with its arguments. */
export interface Step {
  /** The operation's name. */
  op:
    | 'open_app'
    | 'find_contact'
    | 'open_conversation'
    | 'type_text'
    | 'send'
    | 'call_contact'
    | 'toggle_setting'
    | 'read_screen'
    | 'launch_vision_mode'
    | 'set_alarm'
    | 'set_timer'
    | 'search_web'
    | 'open_url'
    | 'take_photo'
    | 'set_volume'
    | 'set_brightness'
    | 'play_media'
    | 'add_contact'
    | 'create_note'
    | 'create_event'
    | 'navigate_to'
    | 'set_reminder'
    | 'read_messages'
    | 'read_notifications'
    | 'tell_time'
    | 'tell_battery'
    | 'answer_call'
    | 'end_call'
    | 'go_back'
    | 'go_home'
    | 'scroll'
    | 'tap_label'
    | 'pay'
    | 'delete_items'
    | 'uninstall_app'
    | 'share_location'
    | 'factory_reset'
    | 'call_emergency';
  /** Its arguments, by name. */
  args?: Record<string, unknown>;
}

/** Whether the value is a valid `Step`. */
export function isStep(value: unknown): value is Step {
  return (
    is.object(value) &&
    is.oneOf(value.op, ['open_app', 'find_contact', 'open_conversation', 'type_text', 'send', 'call_contact', 'toggle_setting', 'read_screen', 'launch_vision_mode', 'set_alarm', 'set_timer', 'search_web', 'open_url', 'take_photo', 'set_volume', 'set_brightness', 'play_media', 'add_contact', 'create_note', 'create_event', 'navigate_to', 'set_reminder', 'read_messages', 'read_notifications', 'tell_time', 'tell_battery', 'answer_call', 'end_call', 'go_back', 'go_home', 'scroll', 'tap_label', 'pay', 'delete_items', 'uninstall_app', 'share_location', 'factory_reset', 'call_emergency']) &&
    is.optional(value.args, is.map)
  );
}

/** A question to the person, because something is missing or could be meant in several ways. */
export interface Ask {
  /** The question. */
  question: string;
  /** The answers to choose from, numbered in this order. */
  choices?: string[];
  /** The slot that the answer fills; `null` when it is about the words as a whole. */
  slot?: string | null;
}

/** Whether the value is a valid `Ask`. */
export function isAsk(value: unknown): value is Ask {
  return (
    is.object(value) &&
    is.string(value.question) &&
    is.optional(value.choices, (item) => is.list(item, is.string)) &&
    is.optional(value.slot, (item) => is.string(item) || item === null)
  );
}

/** What is said when the plan has been carried out. */
export interface FollowUp {
  /** Whether the person is expected to answer. */
  expected: boolean;
  /** What is said. */
  prompt: string;
}

/** Whether the value is a valid `FollowUp`. */
export function isFollowUp(value: unknown): value is FollowUp {
  return is.object(value) && is.boolean(value.expected) && is.string(value.prompt);
}

/** One of several requests in the same words. */
export interface Request {
  /** What the person wants: the name of an operation, `send_message`, or `unknown`. */
  intent:
    | 'open_app'
    | 'find_contact'
    | 'open_conversation'
    | 'type_text'
    | 'send'
    | 'call_contact'
    | 'toggle_setting'
    | 'read_screen'
    | 'launch_vision_mode'
    | 'set_alarm'
    | 'set_timer'
    | 'search_web'
    | 'open_url'
    | 'take_photo'
    | 'set_volume'
    | 'set_brightness'
    | 'play_media'
    | 'add_contact'
    | 'create_note'
    | 'create_event'
    | 'navigate_to'
    | 'set_reminder'
    | 'read_messages'
    | 'read_notifications'
    | 'tell_time'
    | 'tell_battery'
    | 'answer_call'
    | 'end_call'
    | 'go_back'
    | 'go_home'
    | 'scroll'
    | 'tap_label'
    | 'pay'
    | 'delete_items'
    | 'uninstall_app'
    | 'share_location'
    | 'factory_reset'
    | 'call_emergency'
    | 'send_message'
    | 'unknown';
  /** What was taken from the words for it, by name. */
  slots: Record<string, unknown>;
}

/** Whether the value is a valid `Request`. */
export function isRequest(value: unknown): value is Request {
  return (
    is.object(value) &&
    is.oneOf(value.intent, ['open_app', 'find_contact', 'open_conversation', 'type_text', 'send', 'call_contact', 'toggle_setting', 'read_screen', 'launch_vision_mode', 'set_alarm', 'set_timer', 'search_web', 'open_url', 'take_photo', 'set_volume', 'set_brightness', 'play_media', 'add_contact', 'create_note', 'create_event', 'navigate_to', 'set_reminder', 'read_messages', 'read_notifications', 'tell_time', 'tell_battery', 'answer_call', 'end_call', 'go_back', 'go_home', 'scroll', 'tap_label', 'pay', 'delete_items', 'uninstall_app', 'share_location', 'factory_reset', 'call_emergency', 'send_message', 'unknown']) &&
    is.map(value.slots)
  );
}

/** How one step of a plan went. */
export interface StepResult {
  /** Which step, counted from 0 as in `steps[0]`. */
  step: number;
  /** The operation's name. */
  op: string;
  /** How it went. */
  status: StepStatus;
  /** What happened, for programs: `ok`, `app_not_installed`. */
  code: string;
  /** What happened, for people: `WhatsApp is not installed.` */
  message: string;
  /** A way out that the person can accept: `Should I send it as a text message instead?` */
  remediation?: string;
}

/** Whether the value is a valid `StepResult`. */
export function isStepResult(value: unknown): value is StepResult {
  return (
    is.object(value) &&
    is.integer(value.step, 0, 4294967295) &&
    is.string(value.op) &&
    isStepStatus(value.status) &&
    is.string(value.code) &&
    is.string(value.message) &&
    is.optional(value.remediation, is.string)
  );
}

/** How a step of a plan went, sorted by what is done next. */
export type StepStatus =
  /** The phone shows the state that the step should bring about: the next step. */
  | 'success'
  /** It may go better at once or a little later: the same step again. */
  | 'retryable_error'
  /** It will not go like this: the person is told, and offered the way out. */
  | 'fatal_error';

/** Every `StepStatus`. */
export const stepStatusValues: readonly StepStatus[] = [
  'success',
  'retryable_error',
  'fatal_error',
];

/** Whether the value is a valid `StepStatus`. */
export function isStepStatus(value: unknown): value is StepStatus {
  return is.oneOf(value, stepStatusValues);
}
