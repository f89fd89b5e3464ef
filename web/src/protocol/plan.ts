// Generated from the Rust types of `plan` in `crates/action`. Written by `cargo xtask codegen`; do not edit.

import * as is from '../protocol-runtime';

/** The steps on the phone for a person's words. */
export interface ActionPlan {
  /** The person's intent: the name of an operation, `send_message`, or `unknown`. */
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
    | 'cancel_alarm'
    | 'change_alarm'
    | 'snooze_alarm'
    | 'tell_alarms'
    | 'cancel_timer'
    | 'control_timer'
    | 'change_timer'
    | 'tell_stopwatch'
    | 'tell_timer'
    | 'control_stopwatch'
    | 'search_web'
    | 'open_url'
    | 'take_photo'
    | 'set_volume'
    | 'set_ringer'
    | 'set_text_size'
    | 'take_screenshot'
    | 'lock_screen'
    | 'set_brightness'
    | 'play_media'
    | 'control_media'
    | 'add_contact'
    | 'create_note'
    | 'create_event'
    | 'cancel_event'
    | 'move_event'
    | 'tell_events'
    | 'navigate_to'
    | 'set_reminder'
    | 'read_messages'
    | 'search_messages'
    | 'reply'
    | 'tell_calls'
    | 'call_back'
    | 'read_notifications'
    | 'tell_time'
    | 'tell_date'
    | 'tell_setting'
    | 'calculate'
    | 'convert_units'
    | 'tell_battery'
    | 'tell_help'
    | 'undo_last'
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
    | 'tell_contact'
    | 'send_photo'
    | 'write_mail'
    | 'edit_contact'
    | 'block_number'
    | 'read_mail'
    | 'search_mail'
    | 'tell_storage'
    | 'install_app'
    | 'control_call'
    | 'add_to_list'
    | 'tell_list'
    | 'join_network'
    | 'record_video'
    | 'record_audio'
    | 'move_file'
    | 'create_folder'
    | 'delete_file'
    | 'edit_note'
    | 'replace_note'
    | 'send_message'
    | 'unknown';
  /** The planner's confidence, from 0 to 1. Below 0.7 the person is asked first. */
  confidence: number;
  /** Hints for carrying it out. */
  metadata: Metadata;
  /** The values taken from the words, by name: `recipient`, `content`, `time`. */
  slots: Record<string, unknown>;
  /** The operations, in the order of execution. */
  steps: Step[];
  /**
   * The question about missing or ambiguous information, to be asked before the plan is complete.
   */
  ask?: Ask;
  /** Whether the person is asked before the first step. Default: false. */
  confirm?: boolean;
  /** The message after the plan. */
  follow_up?: FollowUp;
  /** Every request, if the words contained several; the first is also the plan's own. */
  requests?: Request[];
}

/** Whether the value is a valid `ActionPlan`. */
export function isActionPlan(value: unknown): value is ActionPlan {
  return (
    is.object(value) &&
    is.oneOf(value.intent, ['open_app', 'find_contact', 'open_conversation', 'type_text', 'send', 'call_contact', 'toggle_setting', 'read_screen', 'launch_vision_mode', 'set_alarm', 'set_timer', 'cancel_alarm', 'change_alarm', 'snooze_alarm', 'tell_alarms', 'cancel_timer', 'control_timer', 'change_timer', 'tell_stopwatch', 'tell_timer', 'control_stopwatch', 'search_web', 'open_url', 'take_photo', 'set_volume', 'set_ringer', 'set_text_size', 'take_screenshot', 'lock_screen', 'set_brightness', 'play_media', 'control_media', 'add_contact', 'create_note', 'create_event', 'cancel_event', 'move_event', 'tell_events', 'navigate_to', 'set_reminder', 'read_messages', 'search_messages', 'reply', 'tell_calls', 'call_back', 'read_notifications', 'tell_time', 'tell_date', 'tell_setting', 'calculate', 'convert_units', 'tell_battery', 'tell_help', 'undo_last', 'answer_call', 'end_call', 'go_back', 'go_home', 'scroll', 'tap_label', 'pay', 'delete_items', 'uninstall_app', 'share_location', 'factory_reset', 'call_emergency', 'tell_contact', 'send_photo', 'write_mail', 'edit_contact', 'block_number', 'read_mail', 'search_mail', 'tell_storage', 'install_app', 'control_call', 'add_to_list', 'tell_list', 'join_network', 'record_video', 'record_audio', 'move_file', 'create_folder', 'delete_file', 'edit_note', 'replace_note', 'send_message', 'unknown']) &&
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

/** Hints for carrying it out. Unknown entries are kept. */
export interface Metadata {
  /** The app to use. */
  app?: string;
  /** The context of the words: `follow_up` for an answer to an earlier question. */
  context?: string;
  /** The phone it is meant for. */
  device?: string;
  /** The person's language, as a BCP 47 tag. */
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
    | 'cancel_alarm'
    | 'change_alarm'
    | 'snooze_alarm'
    | 'tell_alarms'
    | 'cancel_timer'
    | 'control_timer'
    | 'change_timer'
    | 'tell_stopwatch'
    | 'tell_timer'
    | 'control_stopwatch'
    | 'search_web'
    | 'open_url'
    | 'take_photo'
    | 'set_volume'
    | 'set_ringer'
    | 'set_text_size'
    | 'take_screenshot'
    | 'lock_screen'
    | 'set_brightness'
    | 'play_media'
    | 'control_media'
    | 'add_contact'
    | 'create_note'
    | 'create_event'
    | 'cancel_event'
    | 'move_event'
    | 'tell_events'
    | 'navigate_to'
    | 'set_reminder'
    | 'read_messages'
    | 'search_messages'
    | 'reply'
    | 'tell_calls'
    | 'call_back'
    | 'read_notifications'
    | 'tell_time'
    | 'tell_date'
    | 'tell_setting'
    | 'calculate'
    | 'convert_units'
    | 'tell_battery'
    | 'tell_help'
    | 'undo_last'
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
    | 'tell_contact'
    | 'send_photo'
    | 'write_mail'
    | 'edit_contact'
    | 'block_number'
    | 'read_mail'
    | 'search_mail'
    | 'tell_storage'
    | 'install_app'
    | 'control_call'
    | 'add_to_list'
    | 'tell_list'
    | 'join_network'
    | 'record_video'
    | 'record_audio'
    | 'move_file'
    | 'create_folder'
    | 'delete_file'
    | 'edit_note'
    | 'replace_note';
  /** Its arguments, by name. */
  args?: Record<string, unknown>;
}

/** Whether the value is a valid `Step`. */
export function isStep(value: unknown): value is Step {
  return (
    is.object(value) &&
    is.oneOf(value.op, ['open_app', 'find_contact', 'open_conversation', 'type_text', 'send', 'call_contact', 'toggle_setting', 'read_screen', 'launch_vision_mode', 'set_alarm', 'set_timer', 'cancel_alarm', 'change_alarm', 'snooze_alarm', 'tell_alarms', 'cancel_timer', 'control_timer', 'change_timer', 'tell_stopwatch', 'tell_timer', 'control_stopwatch', 'search_web', 'open_url', 'take_photo', 'set_volume', 'set_ringer', 'set_text_size', 'take_screenshot', 'lock_screen', 'set_brightness', 'play_media', 'control_media', 'add_contact', 'create_note', 'create_event', 'cancel_event', 'move_event', 'tell_events', 'navigate_to', 'set_reminder', 'read_messages', 'search_messages', 'reply', 'tell_calls', 'call_back', 'read_notifications', 'tell_time', 'tell_date', 'tell_setting', 'calculate', 'convert_units', 'tell_battery', 'tell_help', 'undo_last', 'answer_call', 'end_call', 'go_back', 'go_home', 'scroll', 'tap_label', 'pay', 'delete_items', 'uninstall_app', 'share_location', 'factory_reset', 'call_emergency', 'tell_contact', 'send_photo', 'write_mail', 'edit_contact', 'block_number', 'read_mail', 'search_mail', 'tell_storage', 'install_app', 'control_call', 'add_to_list', 'tell_list', 'join_network', 'record_video', 'record_audio', 'move_file', 'create_folder', 'delete_file', 'edit_note', 'replace_note']) &&
    is.optional(value.args, is.map)
  );
}

/** A question to the person, because something is missing or ambiguous. */
export interface Ask {
  /** The question. */
  question: string;
  /** The answers to choose from, numbered in this order. */
  choices?: string[];
  /** The slot that the answer fills; `null` if it concerns the words as a whole. */
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

/** The message after the plan has been carried out. */
export interface FollowUp {
  /** Whether an answer from the person is expected. */
  expected: boolean;
  /** The message. */
  prompt: string;
}

/** Whether the value is a valid `FollowUp`. */
export function isFollowUp(value: unknown): value is FollowUp {
  return is.object(value) && is.boolean(value.expected) && is.string(value.prompt);
}

/** One of several requests in the same words. */
export interface Request {
  /** The person's intent: the name of an operation, `send_message`, or `unknown`. */
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
    | 'cancel_alarm'
    | 'change_alarm'
    | 'snooze_alarm'
    | 'tell_alarms'
    | 'cancel_timer'
    | 'control_timer'
    | 'change_timer'
    | 'tell_stopwatch'
    | 'tell_timer'
    | 'control_stopwatch'
    | 'search_web'
    | 'open_url'
    | 'take_photo'
    | 'set_volume'
    | 'set_ringer'
    | 'set_text_size'
    | 'take_screenshot'
    | 'lock_screen'
    | 'set_brightness'
    | 'play_media'
    | 'control_media'
    | 'add_contact'
    | 'create_note'
    | 'create_event'
    | 'cancel_event'
    | 'move_event'
    | 'tell_events'
    | 'navigate_to'
    | 'set_reminder'
    | 'read_messages'
    | 'search_messages'
    | 'reply'
    | 'tell_calls'
    | 'call_back'
    | 'read_notifications'
    | 'tell_time'
    | 'tell_date'
    | 'tell_setting'
    | 'calculate'
    | 'convert_units'
    | 'tell_battery'
    | 'tell_help'
    | 'undo_last'
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
    | 'tell_contact'
    | 'send_photo'
    | 'write_mail'
    | 'edit_contact'
    | 'block_number'
    | 'read_mail'
    | 'search_mail'
    | 'tell_storage'
    | 'install_app'
    | 'control_call'
    | 'add_to_list'
    | 'tell_list'
    | 'join_network'
    | 'record_video'
    | 'record_audio'
    | 'move_file'
    | 'create_folder'
    | 'delete_file'
    | 'edit_note'
    | 'replace_note'
    | 'send_message'
    | 'unknown';
  /** The values taken from the words for it, by name. */
  slots: Record<string, unknown>;
}

/** Whether the value is a valid `Request`. */
export function isRequest(value: unknown): value is Request {
  return (
    is.object(value) &&
    is.oneOf(value.intent, ['open_app', 'find_contact', 'open_conversation', 'type_text', 'send', 'call_contact', 'toggle_setting', 'read_screen', 'launch_vision_mode', 'set_alarm', 'set_timer', 'cancel_alarm', 'change_alarm', 'snooze_alarm', 'tell_alarms', 'cancel_timer', 'control_timer', 'change_timer', 'tell_stopwatch', 'tell_timer', 'control_stopwatch', 'search_web', 'open_url', 'take_photo', 'set_volume', 'set_ringer', 'set_text_size', 'take_screenshot', 'lock_screen', 'set_brightness', 'play_media', 'control_media', 'add_contact', 'create_note', 'create_event', 'cancel_event', 'move_event', 'tell_events', 'navigate_to', 'set_reminder', 'read_messages', 'search_messages', 'reply', 'tell_calls', 'call_back', 'read_notifications', 'tell_time', 'tell_date', 'tell_setting', 'calculate', 'convert_units', 'tell_battery', 'tell_help', 'undo_last', 'answer_call', 'end_call', 'go_back', 'go_home', 'scroll', 'tap_label', 'pay', 'delete_items', 'uninstall_app', 'share_location', 'factory_reset', 'call_emergency', 'tell_contact', 'send_photo', 'write_mail', 'edit_contact', 'block_number', 'read_mail', 'search_mail', 'tell_storage', 'install_app', 'control_call', 'add_to_list', 'tell_list', 'join_network', 'record_video', 'record_audio', 'move_file', 'create_folder', 'delete_file', 'edit_note', 'replace_note', 'send_message', 'unknown']) &&
    is.map(value.slots)
  );
}

/** The result of one step of a plan. */
export interface StepResult {
  /** The step, counted from 0 as in `steps[0]`. */
  step: number;
  /** The operation's name. */
  op: string;
  /** The status. */
  status: StepStatus;
  /** What happened, for programs: `ok`, `app_not_installed`. */
  code: string;
  /** What happened, for people: `WhatsApp is not installed.` */
  message: string;
  /** An alternative that the person can accept: `Should I send it as a text message instead?` */
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

/** The status of a step, sorted by what happens next. */
export type StepStatus =
  /** The phone shows the intended state: continue with the next step. */
  | 'success'
  /** It may work at once or a little later: retry the step. */
  | 'retryable_error'
  /** It cannot work like this: tell the person, and offer the alternative. */
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
