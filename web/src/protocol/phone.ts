// Generated from the Rust types of `phone` in `crates/action`. Written by `cargo xtask codegen`; do not edit.

import * as is from '../protocol-runtime';

/** One action on a phone (or, for some, on behalf of its user). */
export type AgentAction =
  | Tap
  | DoubleTap
  | LongPress
  | Swipe
  | Drag
  | Type
  | ClearText
  | Keyevent
  | KeyCombination
  | LaunchApp
  | OpenApp
  | OpenUrl
  | Shell
  | RunScript
  | McpCall
  | RequestHumanAuth
  | AskUser
  | Confirm
  | Wait
  | Observe
  | Note
  | Finish
  | Fail;

/** Whether the value is a valid `AgentAction`. */
export function isAgentAction(value: unknown): value is AgentAction {
  return (
    isTap(value) ||
    isDoubleTap(value) ||
    isLongPress(value) ||
    isSwipe(value) ||
    isDrag(value) ||
    isType(value) ||
    isClearText(value) ||
    isKeyevent(value) ||
    isKeyCombination(value) ||
    isLaunchApp(value) ||
    isOpenApp(value) ||
    isOpenUrl(value) ||
    isShell(value) ||
    isRunScript(value) ||
    isMcpCall(value) ||
    isRequestHumanAuth(value) ||
    isAskUser(value) ||
    isConfirm(value) ||
    isWait(value) ||
    isObserve(value) ||
    isNote(value) ||
    isFinish(value) ||
    isFail(value)
  );
}

/** Touch the screen once. */
export interface Tap {
  type: 'tap';
  /** Distance from the left edge, in device pixels. */
  x: number;
  /** Distance from the top edge, in device pixels. */
  y: number;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `Tap`. */
export function isTap(value: unknown): value is Tap {
  return (
    is.object(value) &&
    value.type === 'tap' &&
    is.number(value.x) &&
    is.number(value.y) &&
    is.optional(value.reason, is.string)
  );
}

/** Touch the same place twice in quick succession. */
export interface DoubleTap {
  type: 'double_tap';
  /** Distance from the left edge, in device pixels. */
  x: number;
  /** Distance from the top edge, in device pixels. */
  y: number;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `DoubleTap`. */
export function isDoubleTap(value: unknown): value is DoubleTap {
  return (
    is.object(value) &&
    value.type === 'double_tap' &&
    is.number(value.x) &&
    is.number(value.y) &&
    is.optional(value.reason, is.string)
  );
}

/** Touch and hold, to select or to open a menu. */
export interface LongPress {
  type: 'long_press';
  /** Distance from the left edge, in device pixels. */
  x: number;
  /** Distance from the top edge, in device pixels. */
  y: number;
  /** How long the finger stays down, in milliseconds. Default: 1000. */
  durationMs?: number;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `LongPress`. */
export function isLongPress(value: unknown): value is LongPress {
  return (
    is.object(value) &&
    value.type === 'long_press' &&
    is.number(value.x) &&
    is.number(value.y) &&
    is.optional(value.durationMs, (item) => is.number(item, 0)) &&
    is.optional(value.reason, is.string)
  );
}

/** Move the finger over the screen from one point to another, to scroll or to turn a page. */
export interface Swipe {
  type: 'swipe';
  /** Where the finger goes down, from the left edge. */
  x1: number;
  /** Where the finger goes down, from the top edge. */
  y1: number;
  /** Where the finger is lifted, from the left edge. */
  x2: number;
  /** Where the finger is lifted, from the top edge. */
  y2: number;
  /** How long the movement takes, in milliseconds. Default: 300. */
  durationMs?: number;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `Swipe`. */
export function isSwipe(value: unknown): value is Swipe {
  return (
    is.object(value) &&
    value.type === 'swipe' &&
    is.number(value.x1) &&
    is.number(value.y1) &&
    is.number(value.x2) &&
    is.number(value.y2) &&
    is.optional(value.durationMs, (item) => is.number(item, 0)) &&
    is.optional(value.reason, is.string)
  );
}

/** Take hold of what is at one point and drop it at another. */
export interface Drag {
  type: 'drag';
  /** Where the finger takes hold, from the left edge. */
  x1: number;
  /** Where the finger takes hold, from the top edge. */
  y1: number;
  /** Where it lets go, from the left edge. */
  x2: number;
  /** Where it lets go, from the top edge. */
  y2: number;
  /** How long the movement takes, in milliseconds. Default: 1000. */
  durationMs?: number;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `Drag`. */
export function isDrag(value: unknown): value is Drag {
  return (
    is.object(value) &&
    value.type === 'drag' &&
    is.number(value.x1) &&
    is.number(value.y1) &&
    is.number(value.x2) &&
    is.number(value.y2) &&
    is.optional(value.durationMs, (item) => is.number(item, 0)) &&
    is.optional(value.reason, is.string)
  );
}

/** Put exactly this text into the field that has the focus. */
export interface Type {
  type: 'type';
  /** The text, any Unicode. */
  text: string;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `Type`. */
export function isType(value: unknown): value is Type {
  return (
    is.object(value) &&
    value.type === 'type' &&
    is.string(value.text) &&
    is.optional(value.reason, is.string)
  );
}

/** Empty the field that has the focus. */
export interface ClearText {
  type: 'clear_text';
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `ClearText`. */
export function isClearText(value: unknown): value is ClearText {
  return is.object(value) && value.type === 'clear_text' && is.optional(value.reason, is.string);
}

/**
 * Press one key: `KEYCODE_BACK`, `KEYCODE_HOME`, `KEYCODE_APP_SWITCH`, `KEYCODE_ENTER` or any other
 * of Android's.
 */
export interface Keyevent {
  type: 'keyevent';
  /** Android's name of the key, or its number. */
  keycode: string;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `Keyevent`. */
export function isKeyevent(value: unknown): value is Keyevent {
  return (
    is.object(value) &&
    value.type === 'keyevent' &&
    is.string(value.keycode) &&
    is.optional(value.reason, is.string)
  );
}

/** Press several keys together, the modifiers first. */
export interface KeyCombination {
  type: 'key_combination';
  /** Android's names of the keys, in the order in which they go down. */
  keys: string[];
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `KeyCombination`. */
export function isKeyCombination(value: unknown): value is KeyCombination {
  return (
    is.object(value) &&
    value.type === 'key_combination' &&
    is.list(value.keys, is.string) &&
    is.optional(value.reason, is.string)
  );
}

/** Start an app by its package name. */
export interface LaunchApp {
  type: 'launch_app';
  /** The package, as in `com.android.settings`. */
  packageName: string;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `LaunchApp`. */
export function isLaunchApp(value: unknown): value is LaunchApp {
  return (
    is.object(value) &&
    value.type === 'launch_app' &&
    is.string(value.packageName) &&
    is.optional(value.reason, is.string)
  );
}

/** Start an app by the name people call it. */
export interface OpenApp {
  type: 'open_app';
  /** The name, which is looked up among the installed apps. */
  name: string;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `OpenApp`. */
export function isOpenApp(value: unknown): value is OpenApp {
  return (
    is.object(value) &&
    value.type === 'open_app' &&
    is.string(value.name) &&
    is.optional(value.reason, is.string)
  );
}

/** Open a web address or a deep link. */
export interface OpenUrl {
  type: 'open_url';
  /** The address. */
  url: string;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `OpenUrl`. */
export function isOpenUrl(value: unknown): value is OpenUrl {
  return (
    is.object(value) &&
    value.type === 'open_url' &&
    is.string(value.url) &&
    is.optional(value.reason, is.string)
  );
}

/** Run a command in the phone's shell. */
export interface Shell {
  type: 'shell';
  /** The command line. */
  command: string;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `Shell`. */
export function isShell(value: unknown): value is Shell {
  return (
    is.object(value) &&
    value.type === 'shell' &&
    is.string(value.command) &&
    is.optional(value.reason, is.string)
  );
}

/**
 * Run a script on the host, in a sandbox; files it leaves in `phone/` go to the phone, in
 * `desktop/` to the desktop.
 */
export interface RunScript {
  type: 'run_script';
  /** The script. */
  script: string;
  /** The agent's reason, in its own words. */
  reason?: string;
  /** The timeout, in seconds. Default: 60. */
  timeoutSec?: number;
}

/** Whether the value is a valid `RunScript`. */
export function isRunScript(value: unknown): value is RunScript {
  return (
    is.object(value) &&
    value.type === 'run_script' &&
    is.string(value.script) &&
    is.optional(value.reason, is.string) &&
    is.optional(value.timeoutSec, (item) => is.number(item, 0))
  );
}

/** Call a tool that another program offers. */
export interface McpCall {
  type: 'mcp_call';
  /** The tool's name. */
  tool: string;
  /** Its arguments. Default: {}. */
  args?: Record<string, unknown>;
  /** The agent's reason, in its own words. */
  reason?: string;
  /** The timeout, in seconds. Default: 60. */
  timeoutSec?: number;
}

/** Whether the value is a valid `McpCall`. */
export function isMcpCall(value: unknown): value is McpCall {
  return (
    is.object(value) &&
    value.type === 'mcp_call' &&
    is.string(value.tool) &&
    is.optional(value.args, is.map) &&
    is.optional(value.reason, is.string) &&
    is.optional(value.timeoutSec, (item) => is.number(item, 0))
  );
}

/** Stop and let the person do what an agent must not: sign in, enter a code, approve. */
export interface RequestHumanAuth {
  type: 'request_human_auth';
  /** The capability that is needed. */
  capability: Capability;
  /** The instruction to the person. */
  instruction: string;
  /** The agent's reason, in its own words. */
  reason?: string;
  /** The timeout of the request, in seconds. Default: 300. */
  timeoutSec?: number;
}

/** Whether the value is a valid `RequestHumanAuth`. */
export function isRequestHumanAuth(value: unknown): value is RequestHumanAuth {
  return (
    is.object(value) &&
    value.type === 'request_human_auth' &&
    isCapability(value.capability) &&
    is.string(value.instruction) &&
    is.optional(value.reason, is.string) &&
    is.optional(value.timeoutSec, (item) => is.number(item, 0))
  );
}

/** The capability that the person is asked for. */
export type Capability =
  | 'camera'
  | 'qr'
  | 'microphone'
  | 'voice'
  | 'sms'
  | '2fa'
  | 'location'
  | 'biometric'
  | 'notification'
  | 'contacts'
  | 'calendar'
  | 'files'
  | 'oauth'
  | 'payment'
  | 'permission'
  | 'unknown';

/** Every `Capability`. */
export const capabilityValues: readonly Capability[] = [
  'camera',
  'qr',
  'microphone',
  'voice',
  'sms',
  '2fa',
  'location',
  'biometric',
  'notification',
  'contacts',
  'calendar',
  'files',
  'oauth',
  'payment',
  'permission',
  'unknown',
];

/** Whether the value is a valid `Capability`. */
export function isCapability(value: unknown): value is Capability {
  return is.oneOf(value, capabilityValues);
}

/** Ask the person a question and wait for the answer. */
export interface AskUser {
  type: 'ask_user';
  /** The question. */
  question: string;
  /** The agent's reason, in its own words. */
  reason?: string;
  /** The timeout of the question, in seconds. Default: 120. */
  timeoutSec?: number;
}

/** Whether the value is a valid `AskUser`. */
export function isAskUser(value: unknown): value is AskUser {
  return (
    is.object(value) &&
    value.type === 'ask_user' &&
    is.string(value.question) &&
    is.optional(value.reason, is.string) &&
    is.optional(value.timeoutSec, (item) => is.number(item, 0))
  );
}

/** Ask the person for a yes before something that cannot be taken back. */
export interface Confirm {
  type: 'confirm';
  /** What is about to happen. */
  message: string;
  /** The agent's reason, in its own words. */
  reason?: string;
  /** The timeout of the question, in seconds; it then counts as a no. Default: 120. */
  timeoutSec?: number;
}

/** Whether the value is a valid `Confirm`. */
export function isConfirm(value: unknown): value is Confirm {
  return (
    is.object(value) &&
    value.type === 'confirm' &&
    is.string(value.message) &&
    is.optional(value.reason, is.string) &&
    is.optional(value.timeoutSec, (item) => is.number(item, 0))
  );
}

/** Do nothing for a while. */
export interface Wait {
  type: 'wait';
  /** How long, in milliseconds. Default: 1000. */
  durationMs?: number;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `Wait`. */
export function isWait(value: unknown): value is Wait {
  return (
    is.object(value) &&
    value.type === 'wait' &&
    is.optional(value.durationMs, (item) => is.number(item, 0)) &&
    is.optional(value.reason, is.string)
  );
}

/** Look at the screen again, and do nothing. */
export interface Observe {
  type: 'observe';
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `Observe`. */
export function isObserve(value: unknown): value is Observe {
  return is.object(value) && value.type === 'observe' && is.optional(value.reason, is.string);
}

/** Remember something for later steps. */
export interface Note {
  type: 'note';
  /** What to remember. */
  text: string;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `Note`. */
export function isNote(value: unknown): value is Note {
  return (
    is.object(value) &&
    value.type === 'note' &&
    is.string(value.text) &&
    is.optional(value.reason, is.string)
  );
}

/** End the task: it is done. */
export interface Finish {
  type: 'finish';
  /** The message to the person, or the answer they asked for. */
  message: string;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `Finish`. */
export function isFinish(value: unknown): value is Finish {
  return (
    is.object(value) &&
    value.type === 'finish' &&
    is.string(value.message) &&
    is.optional(value.reason, is.string)
  );
}

/** Give up: the task cannot be done, and the message says why. */
export interface Fail {
  type: 'fail';
  /** Why it cannot be done. */
  message: string;
  /** The agent's reason, in its own words. */
  reason?: string;
}

/** Whether the value is a valid `Fail`. */
export function isFail(value: unknown): value is Fail {
  return (
    is.object(value) &&
    value.type === 'fail' &&
    is.string(value.message) &&
    is.optional(value.reason, is.string)
  );
}

/** A model's output in one step. */
export interface ModelStepOutput {
  /** Its reasoning, if any. */
  thought: string;
  /** The first action. */
  action: AgentAction;
  /** All actions, in the order of execution. Never empty. */
  actions: AgentAction[];
  /** The model's exact text, never re-serialised. */
  raw: string;
}

/** Whether the value is a valid `ModelStepOutput`. */
export function isModelStepOutput(value: unknown): value is ModelStepOutput {
  return (
    is.object(value) &&
    is.string(value.thought) &&
    isAgentAction(value.action) &&
    is.list(value.actions, isAgentAction) &&
    is.string(value.raw)
  );
}

/** The state of a phone's screen at one moment. */
export interface ScreenSnapshot {
  /** The phone. */
  deviceId: string;
  /** The package in front. */
  currentApp: string;
  /** Width of the picture, in pixels. */
  width: number;
  /** Height of the picture, in pixels. */
  height: number;
  /** The picture, a PNG in base64. */
  screenshotBase64: string;
  /** The time of capture, as RFC 3339. */
  capturedAt: string;
}

/** Whether the value is a valid `ScreenSnapshot`. */
export function isScreenSnapshot(value: unknown): value is ScreenSnapshot {
  return (
    is.object(value) &&
    is.string(value.deviceId) &&
    is.string(value.currentApp) &&
    is.integer(value.width, 0, 4294967295) &&
    is.integer(value.height, 0, 4294967295) &&
    is.string(value.screenshotBase64) &&
    is.string(value.capturedAt)
  );
}

/** The reason why a reply was refused. */
export interface Refusal {
  /** The kind of refusal, for programs. */
  code: RefusalCode;
  /** The problem and the expected form, for the model and for people. */
  message: string;
  /** The allowed names, if there is a list. */
  allowed?: string[];
  /** The offending argument. */
  field?: string;
  /** The closest allowed name. */
  nearest?: string;
}

/** Whether the value is a valid `Refusal`. */
export function isRefusal(value: unknown): value is Refusal {
  return (
    is.object(value) &&
    isRefusalCode(value.code) &&
    is.string(value.message) &&
    is.optional(value.allowed, (item) => is.list(item, is.string)) &&
    is.optional(value.field, is.string) &&
    is.optional(value.nearest, is.string)
  );
}

/** The kind of a refusal, stable for programs. */
export type RefusalCode =
  /** The reply is plain text, without an action or an attempted one. */
  | 'no_action'
  /** A call is cut off, broken or not in this dialect. */
  | 'unreadable'
  /** A verb that this dialect does not have. */
  | 'unknown_verb'
  /** A required argument is missing. */
  | 'missing_argument'
  /** An argument of the wrong kind. */
  | 'bad_argument'
  /** An impossible value: a point off the screen, a negative time. */
  | 'out_of_range'
  /** A tool that is not offered. */
  | 'unknown_tool'
  /** An element number that is not on this screen. */
  | 'no_such_element'
  /** The size of the screen is needed but unknown. */
  | 'no_screen'
  /** The reply is longer than the limit. */
  | 'too_long'
  /** More actions than one reply may hold. */
  | 'too_many_actions'
  /** Strict reading: the reply needed repairs. */
  | 'repaired';

/** Every `RefusalCode`. */
export const refusalCodeValues: readonly RefusalCode[] = [
  'no_action',
  'unreadable',
  'unknown_verb',
  'missing_argument',
  'bad_argument',
  'out_of_range',
  'unknown_tool',
  'no_such_element',
  'no_screen',
  'too_long',
  'too_many_actions',
  'repaired',
];

/** Whether the value is a valid `RefusalCode`. */
export function isRefusalCode(value: unknown): value is RefusalCode {
  return is.oneOf(value, refusalCodeValues);
}
