// Generated from the Rust types of `wire` in `crates/action`. Written by `cargo xtask codegen`; do not edit.

import * as is from '../protocol-runtime';
import { isFinding, type Finding } from './finding';
import {
  isAddressed,
  type Addressed,
  isCols,
  type Cols,
  isComponent,
  type Component,
  isDesktopShortcut,
  type DesktopShortcut,
  isDockEdge,
  type DockEdge,
  isGap,
  type Gap,
  isOsAction,
  type OsAction,
  isPermissionOptions,
  type PermissionOptions,
  isRenderer,
  type Renderer,
  isToastButton,
  type ToastButton,
  isToastVariant,
  type ToastVariant,
  isWindowBounds,
  type WindowBounds,
  isWindowVariant,
  type WindowVariant,
} from './os';
import { isAgentAction, type AgentAction } from './phone';

/** One message from the server. */
export type ServerEvent =
  /** Everything, as of `seq`: sent first, and to a page that missed more than is kept. */
  | { type: 'SNAPSHOT'; seq: number; state: SafeState }
  /**
   * One numbered change: apply `changes`; `actions` is what was requested, for logs and narration.
   */
  | { type: 'ACTIONS'; seq: number; actor: Actor; changes: Change[]; actions?: Addressed[] }
  /** An event of a task. Not numbered: the state of a task is available over HTTP. */
  | { type: 'TASK'; event: TaskEvent }
  /** An event of a phone. */
  | { type: 'PHONE'; event: PhoneEvent }
  /** An open question to people; it is part of the state as well. */
  | { type: 'HUMAN'; question: Question }
  /** A page must draw this window (`window.capture`) and answer with `RENDERING_FEEDBACK`. */
  | { type: 'CAPTURE'; request_id: string; key: string }
  /** A message of this page was carried out. */
  | { type: 'RESULT'; re: number; heard?: string[]; note?: string; seq?: number }
  /** A message from an agent to an app. Pages that show the app pass it on. */
  | { type: 'APP_MESSAGE'; appId: string; data: string; key?: string }
  /** A message of this page was refused. Nothing changed. */
  | ErrorEvent;

/** Whether the value is a valid `ServerEvent`. */
export function isServerEvent(value: unknown): value is ServerEvent {
  return (
    (is.object(value) &&
      value.type === 'SNAPSHOT' &&
      is.integer(value.seq, 0) &&
      isSafeState(value.state)) ||
    (is.object(value) &&
      value.type === 'ACTIONS' &&
      is.integer(value.seq, 0) &&
      isActor(value.actor) &&
      is.list(value.changes, isChange) &&
      is.optional(value.actions, (item) => is.list(item, isAddressed))) ||
    (is.object(value) && value.type === 'TASK' && isTaskEvent(value.event)) ||
    (is.object(value) && value.type === 'PHONE' && isPhoneEvent(value.event)) ||
    (is.object(value) && value.type === 'HUMAN' && isQuestion(value.question)) ||
    (is.object(value) &&
      value.type === 'CAPTURE' &&
      is.string(value.request_id) &&
      is.string(value.key)) ||
    (is.object(value) &&
      value.type === 'RESULT' &&
      is.integer(value.re, 0) &&
      is.optional(value.heard, (item) => is.list(item, is.string)) &&
      is.optional(value.note, is.string) &&
      is.optional(value.seq, (item) => is.integer(item, 0))) ||
    (is.object(value) &&
      value.type === 'APP_MESSAGE' &&
      is.string(value.appId) &&
      is.string(value.data) &&
      is.optional(value.key, is.string)) ||
    isErrorEvent(value)
  );
}

/** Everything a page needs to show the desktop. */
export interface SafeState {
  /** The number of the last change in it. */
  seq: number;
  /**
   * The epoch of that number: a page that reconnects sends both, because after a restart the
   * numbers may mean something else.
   */
  epoch: string;
  /** The monitors, in the order of their numbers. */
  monitors: SafeMonitor[];
  /** The monitor for actions that name none. */
  activeMonitor: string;
  /** The windows, by `monitorId/windowId`. */
  windows: Record<string, SafeWindow>;
  /** Keys, monitor by monitor, each bottom to top; without panels. */
  zOrder: string[];
  /** Current notifications, by id. */
  notifications: Record<string, Notification>;
  /** Current toasts, by id. */
  toasts: Record<string, Toast>;
  /** Dialogs that wait for an answer, by id. */
  dialogs: Record<string, Dialog>;
  /** Questions of tasks that wait for an answer, by id. */
  questions: Record<string, Question>;
  /** Counts on app icons, by app. */
  badges: Record<string, number>;
  /** The shortcuts, in the order in which they were made. */
  shortcuts: DesktopShortcut[];
  /** Past notices, oldest first; bounded. */
  history: HistoryEntry[];
  /** Increases when the list of apps must be read again. */
  appsVersion: number;
  /** The window that is focused for the agents; the caret is the person's. */
  focused?: string | null;
}

/** Whether the value is a valid `SafeState`. */
export function isSafeState(value: unknown): value is SafeState {
  return (
    is.object(value) &&
    is.integer(value.seq, 0) &&
    is.string(value.epoch) &&
    is.list(value.monitors, isSafeMonitor) &&
    is.string(value.activeMonitor) &&
    is.map(value.windows, isSafeWindow) &&
    is.list(value.zOrder, is.string) &&
    is.map(value.notifications, isNotification) &&
    is.map(value.toasts, isToast) &&
    is.map(value.dialogs, isDialog) &&
    is.map(value.questions, isQuestion) &&
    is.map(value.badges, (item) => is.integer(item, 0)) &&
    is.list(value.shortcuts, isDesktopShortcut) &&
    is.list(value.history, isHistoryEntry) &&
    is.integer(value.appsVersion, 0) &&
    is.optional(value.focused, (item) => is.string(item) || item === null)
  );
}

/** A monitor as a page gets it. */
export interface SafeMonitor {
  /** Its name. */
  id: string;
  /** The visible part. */
  viewport: Viewport;
  /** The part that no panel occupies, for windows. */
  workArea: WindowBounds;
}

/** Whether the value is a valid `SafeMonitor`. */
export function isSafeMonitor(value: unknown): value is SafeMonitor {
  return (
    is.object(value) &&
    is.string(value.id) &&
    isViewport(value.viewport) &&
    isWindowBounds(value.workArea)
  );
}

/** The size of the visible part of a monitor. */
export interface Viewport {
  /** Width in CSS pixels. */
  w: number;
  /** Height. */
  h: number;
}

/** Whether the value is a valid `Viewport`. */
export function isViewport(value: unknown): value is Viewport {
  return (
    is.object(value) && is.integer(value.w, 0, 4294967295) && is.integer(value.h, 0, 4294967295)
  );
}

/** A window: its frame and its content. */
export interface SafeWindow {
  /** Its id on its monitor. */
  id: string;
  /** Its monitor. */
  monitorId: string;
  /** The title, as plain text. */
  title: string;
  /** Its bounds. */
  bounds: WindowBounds;
  /** Its layer. */
  variant: WindowVariant;
  /** Whether it is minimised. */
  minimized: boolean;
  /** Whether it is maximised. */
  maximized: boolean;
  /** The content. */
  content: SafeContent;
  /** The agent that set the content last; absent if a person opened it. */
  agent?: string;
  /** The edge of a panel. */
  dockEdge?: DockEdge;
  /** Whether the title bar is hidden. */
  frameless?: boolean;
  /** The agent that holds its lock. */
  lockedBy?: string;
  /** The bounds to restore. */
  previousBounds?: WindowBounds;
  /** The id for the page's `RENDERING_FEEDBACK` about loading its frame. */
  requestId?: string;
  /** The agent that owns it and lets other agents change it too; absent if it is not shared. */
  sharedBy?: string;
  /**
   * CSS properties and values, only those that are allowed, in CSS spelling (`background-color`).
   */
  windowStyle?: Record<string, string>;
}

/** Whether the value is a valid `SafeWindow`. */
export function isSafeWindow(value: unknown): value is SafeWindow {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.monitorId) &&
    is.string(value.title) &&
    isWindowBounds(value.bounds) &&
    isWindowVariant(value.variant) &&
    is.boolean(value.minimized) &&
    is.boolean(value.maximized) &&
    isSafeContent(value.content) &&
    is.optional(value.agent, is.string) &&
    is.optional(value.dockEdge, isDockEdge) &&
    is.optional(value.frameless, is.boolean) &&
    is.optional(value.lockedBy, is.string) &&
    is.optional(value.previousBounds, isWindowBounds) &&
    is.optional(value.requestId, is.string) &&
    is.optional(value.sharedBy, is.string) &&
    is.optional(value.windowStyle, (item) => is.map(item, is.string))
  );
}

/** The content of a window. */
export type SafeContent =
  /** Markdown or HTML, as consecutive blocks of safe HTML. */
  | { kind: 'markup'; renderer: Renderer; blocks: Block[] }
  /** Plain text. */
  | { kind: 'text'; text: string }
  /** A table; every cell is text. */
  | { kind: 'table'; headers: string[]; rows: string[][] }
  /** A page of its own in a sandboxed frame. */
  | { kind: 'frame'; url: string; sandbox: string; app?: string; blocked?: string }
  /**
   * A part of the page itself, such as a phone's live picture. Only people and the runtime open
   * one.
   */
  | { kind: 'part'; part: Part; target?: string }
  /** Buttons, fields and other components. */
  | { kind: 'layout'; layout: SafeLayout };

/** Whether the value is a valid `SafeContent`. */
export function isSafeContent(value: unknown): value is SafeContent {
  return (
    (is.object(value) &&
      value.kind === 'markup' &&
      isRenderer(value.renderer) &&
      is.list(value.blocks, isBlock)) ||
    (is.object(value) && value.kind === 'text' && is.string(value.text)) ||
    (is.object(value) &&
      value.kind === 'table' &&
      is.list(value.headers, is.string) &&
      is.list(value.rows, (item) => is.list(item, is.string))) ||
    (is.object(value) &&
      value.kind === 'frame' &&
      is.string(value.url) &&
      is.string(value.sandbox) &&
      is.optional(value.app, is.string) &&
      is.optional(value.blocked, is.string)) ||
    (is.object(value) &&
      value.kind === 'part' &&
      isPart(value.part) &&
      is.optional(value.target, is.string)) ||
    (is.object(value) && value.kind === 'layout' && isSafeLayout(value.layout))
  );
}

/** A piece of safe HTML that is replaced as a whole. */
export interface Block {
  /** Identifies it within its window: a block that keeps its id keeps its place on the page. */
  id: number;
  /** Safe to insert. */
  html: string;
}

/** Whether the value is a valid `Block`. */
export function isBlock(value: unknown): value is Block {
  return is.object(value) && is.integer(value.id, 0) && is.string(value.html);
}

/** The parts of the page that open in windows. */
export type Part =
  /** The conversation: requests, plans, outcomes. */
  | 'assistant'
  /** Running, waiting and finished tasks. */
  | 'tasks'
  /** One phone, live. Its target is the phone's id. */
  | 'phone'
  /** The phones. */
  | 'phones'
  /** The agents and their keys. */
  | 'agents'
  /** The choices that people asked to remember. */
  | 'permissions'
  /** Models, voice, theme, data. */
  | 'settings';

/** Every `Part`. */
export const partValues: readonly Part[] = [
  'assistant',
  'tasks',
  'phone',
  'phones',
  'agents',
  'permissions',
  'settings',
];

/** Whether the value is a valid `Part`. */
export function isPart(value: unknown): value is Part {
  return is.oneOf(value, partValues);
}

/** Components and their arrangement. */
export interface SafeLayout {
  /** The components, in order; a component is named by its index. */
  components: SafeComponent[];
  /** The columns. */
  cols?: Cols;
  /** The distance between components. */
  gap?: Gap;
}

/** Whether the value is a valid `SafeLayout`. */
export function isSafeLayout(value: unknown): value is SafeLayout {
  return (
    is.object(value) &&
    is.list(value.components, isSafeComponent) &&
    is.optional(value.cols, isCols) &&
    is.optional(value.gap, isGap)
  );
}

/** One component. Texts are shown as text; a picture's address has been checked. */
export type SafeComponent =
  /** A picture that is not shown. */
  | { blocked: string }
  /** Any other component. */
  | Component;

/** Whether the value is a valid `SafeComponent`. */
export function isSafeComponent(value: unknown): value is SafeComponent {
  return (is.object(value) && is.string(value.blocked)) || isComponent(value);
}

/** A current notification. */
export interface Notification {
  /** Its name, unique among notifications. */
  id: string;
  /** Its heading. */
  title: string;
  /** Its text. */
  body: string;
  /** When it came, in milliseconds since 1970. */
  shownAt: number;
  /** The sender. */
  from: string;
  /** How long it stays, in milliseconds; until it is dismissed if absent. */
  duration?: number;
  /** The name of an icon. */
  icon?: string;
}

/** Whether the value is a valid `Notification`. */
export function isNotification(value: unknown): value is Notification {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.title) &&
    is.string(value.body) &&
    is.integer(value.shownAt, 0) &&
    is.string(value.from) &&
    is.optional(value.duration, (item) => is.number(item, 0)) &&
    is.optional(value.icon, is.string)
  );
}

/** A current toast. */
export interface Toast {
  /** Its name, unique among toasts. */
  id: string;
  /** Its text. */
  message: string;
  /** When it came, in milliseconds since 1970. */
  shownAt: number;
  /** The sender. */
  from: string;
  /** Whether somebody is reading it. */
  held: boolean;
  /** A button on it. */
  action?: ToastButton;
  /** How long it stays, in milliseconds; 6000 if absent, or with a button until it is dismissed. */
  duration?: number;
  /** Its look; `info` if absent. */
  variant?: ToastVariant;
}

/** Whether the value is a valid `Toast`. */
export function isToast(value: unknown): value is Toast {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.message) &&
    is.integer(value.shownAt, 0) &&
    is.string(value.from) &&
    is.boolean(value.held) &&
    is.optional(value.action, isToastButton) &&
    is.optional(value.duration, (item) => is.number(item, 0)) &&
    is.optional(value.variant, isToastVariant)
  );
}

/** A dialog that waits for an answer. */
export interface Dialog {
  /** Its name, unique among dialogs. */
  id: string;
  /** Its heading. */
  title: string;
  /** The question. */
  message: string;
  /** When it came, in milliseconds since 1970. */
  shownAt: number;
  /** The agent that asks. */
  from: string;
  /** The label of the no button; `No` if absent. */
  cancelText?: string;
  /** The label of the yes button; `Yes` if absent. */
  confirmText?: string;
  /** Whether the answer can be remembered, and for which tool; it cannot if absent. */
  permissionOptions?: PermissionOptions;
}

/** Whether the value is a valid `Dialog`. */
export function isDialog(value: unknown): value is Dialog {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.title) &&
    is.string(value.message) &&
    is.integer(value.shownAt, 0) &&
    is.string(value.from) &&
    is.optional(value.cancelText, is.string) &&
    is.optional(value.confirmText, is.string) &&
    is.optional(value.permissionOptions, isPermissionOptions)
  );
}

/** A task's question to people. */
export interface Question {
  /** Its id. */
  id: string;
  /** The kind of answer it takes. */
  kind: QuestionKind;
  /** The task that asks. */
  from: string;
  /** A short title. */
  title: string;
  /** The question. */
  message: string;
  /** What is needed and how it is used, in the runtime's own words. */
  about?: string;
  /** Whether a yes can be remembered. Default: false. */
  canRemember?: boolean;
  /** Answers to choose from. */
  choices?: string[];
  /** The gate's full request for consent; absent for other questions. */
  consent?: ConsentRequest;
  /** The ways to answer it, the most common first. */
  forms?: AnswerForm[];
  /** Whether the answer is a secret: shown as dots. Default: false. */
  secret?: boolean;
  /** When it times out, in milliseconds since 1970. */
  until?: number;
}

/** Whether the value is a valid `Question`. */
export function isQuestion(value: unknown): value is Question {
  return (
    is.object(value) &&
    is.string(value.id) &&
    isQuestionKind(value.kind) &&
    is.string(value.from) &&
    is.string(value.title) &&
    is.string(value.message) &&
    is.optional(value.about, is.string) &&
    is.optional(value.canRemember, is.boolean) &&
    is.optional(value.choices, (item) => is.list(item, is.string)) &&
    is.optional(value.consent, isConsentRequest) &&
    is.optional(value.forms, (item) => is.list(item, isAnswerForm)) &&
    is.optional(value.secret, is.boolean) &&
    is.optional(value.until, (item) => is.integer(item, 0))
  );
}

/** The kind of answer a question takes. */
export type QuestionKind =
  /** Words. */
  | 'ask'
  /** Yes or no. */
  | 'confirm'
  /** Something only the person has or can do: a code, a permission. */
  | 'auth';

/** Every `QuestionKind`. */
export const questionKindValues: readonly QuestionKind[] = ['ask', 'confirm', 'auth'];

/** Whether the value is a valid `QuestionKind`. */
export function isQuestionKind(value: unknown): value is QuestionKind {
  return is.oneOf(value, questionKindValues);
}

/** Everything that a person needs to decide. */
export interface ConsentRequest {
  /** What would happen, in a few plain words. */
  summary: string;
  /** Why approval is needed. */
  reason: string;
  /** The model or program that wants it. */
  agent: string;
  /** The goal of the task. */
  goal: string;
  /** The app, as people call it, or its package. */
  app?: string;
  /** What "always" would cover; absent if this is asked every time. */
  covers?: string;
  /** The elements that would be touched, in order. */
  elements?: MarkedElement[];
  /** What would be pressed for it, if the summary says what that does. */
  how?: string;
  /** The picture of the screen, with secrets painted over. */
  picture?: PictureRef;
  /** The agent's reason, in its own words. */
  thought?: string;
  /** Why there is no picture. */
  withheld?: string;
}

/** Whether the value is a valid `ConsentRequest`. */
export function isConsentRequest(value: unknown): value is ConsentRequest {
  return (
    is.object(value) &&
    is.string(value.summary) &&
    is.string(value.reason) &&
    is.string(value.agent) &&
    is.string(value.goal) &&
    is.optional(value.app, is.string) &&
    is.optional(value.covers, is.string) &&
    is.optional(value.elements, (item) => is.list(item, isMarkedElement)) &&
    is.optional(value.how, is.string) &&
    is.optional(value.picture, isPictureRef) &&
    is.optional(value.thought, is.string) &&
    is.optional(value.withheld, is.string)
  );
}

/**
 * An element that would be touched, described for people who see the picture and for people who do
 * not.
 */
export interface MarkedElement {
  /** Its label; empty if unknown. */
  label: string;
  /** Its role, as in `button`. */
  role: string;
  /** Its position, in words. */
  place: string;
  /** Its position, in pixels of the picture. */
  area: Area;
}

/** Whether the value is a valid `MarkedElement`. */
export function isMarkedElement(value: unknown): value is MarkedElement {
  return (
    is.object(value) &&
    is.string(value.label) &&
    is.string(value.role) &&
    is.string(value.place) &&
    isArea(value.area)
  );
}

/** A rectangle in pixels. */
export interface Area {
  /** Distance from the left edge. */
  x: number;
  /** Distance from the top edge. */
  y: number;
  /** Width. */
  w: number;
  /** Height. */
  h: number;
}

/** Whether the value is a valid `Area`. */
export function isArea(value: unknown): value is Area {
  return (
    is.object(value) &&
    is.integer(value.x, 0, 4294967295) &&
    is.integer(value.y, 0, 4294967295) &&
    is.integer(value.w, 0, 4294967295) &&
    is.integer(value.h, 0, 4294967295)
  );
}

/** One of the task's pictures. */
export interface PictureRef {
  /** Its number within the task. */
  number: number;
  /** Width in pixels. */
  width: number;
  /** Height in pixels. */
  height: number;
}

/** Whether the value is a valid `PictureRef`. */
export function isPictureRef(value: unknown): value is PictureRef {
  return (
    is.object(value) &&
    is.integer(value.number, 0) &&
    is.integer(value.width, 0, 4294967295) &&
    is.integer(value.height, 0, 4294967295)
  );
}

/** A way to answer a question. */
export type AnswerForm =
  /** A plain yes. If the question also asks for something else: it is already done. */
  | 'yes'
  /** One of the question's choices. */
  | 'choice'
  /** Words. */
  | 'text'
  /** A short code, such as from an SMS. */
  | 'code'
  /** A picture from the camera, or an existing one. */
  | 'photo'
  /** The content of a QR code. */
  | 'qr'
  /** A recording from the microphone. */
  | 'recording'
  /** The person's location, or a place they name. */
  | 'place'
  /** Any file. */
  | 'file'
  /** A drawing, such as a signature. */
  | 'drawing';

/** Every `AnswerForm`. */
export const answerFormValues: readonly AnswerForm[] = [
  'yes',
  'choice',
  'text',
  'code',
  'photo',
  'qr',
  'recording',
  'place',
  'file',
  'drawing',
];

/** Whether the value is a valid `AnswerForm`. */
export function isAnswerForm(value: unknown): value is AnswerForm {
  return is.oneOf(value, answerFormValues);
}

/** A notice that was shown and is gone. */
export interface HistoryEntry {
  /** Its kind. */
  kind: HistoryKind;
  /** Its id. */
  id: string;
  /** Its title, or a toast's message. */
  title: string;
  /**
   * The rest of its text; for a dialog, the answer; for a question, how it was settled: `approved`,
   * `rejected`, `taken_over`, `timeout` or `cancelled`.
   */
  body: string;
  /** The sender; for a question, the task. */
  from: string;
  /** When it came, in milliseconds since 1970. */
  at: number;
  /** The tone of a toast: how what it tells went. */
  variant?: ToastVariant;
}

/** Whether the value is a valid `HistoryEntry`. */
export function isHistoryEntry(value: unknown): value is HistoryEntry {
  return (
    is.object(value) &&
    isHistoryKind(value.kind) &&
    is.string(value.id) &&
    is.string(value.title) &&
    is.string(value.body) &&
    is.string(value.from) &&
    is.integer(value.at, 0) &&
    is.optional(value.variant, isToastVariant)
  );
}

/** The kind of a past notice. */
export type HistoryKind =
  /** A toast. */
  | 'toast'
  /** A notification. */
  | 'notification'
  /** An answered dialog. */
  | 'dialog'
  /** A settled question of a task. */
  | 'question';

/** Every `HistoryKind`. */
export const historyKindValues: readonly HistoryKind[] = [
  'toast',
  'notification',
  'dialog',
  'question',
];

/** Whether the value is a valid `HistoryKind`. */
export function isHistoryKind(value: unknown): value is HistoryKind {
  return is.oneOf(value, historyKindValues);
}

/** The originator of a change. */
export type Actor =
  /** An agent, by the name of its credential. */
  | { kind: 'agent'; id: string }
  /** A person, by the id of their page. */
  | { kind: 'person'; id: string }
  /** The desktop itself: something expired, a lock was released. */
  | { kind: 'system' };

/** Whether the value is a valid `Actor`. */
export function isActor(value: unknown): value is Actor {
  return (
    (is.object(value) && value.kind === 'agent' && is.string(value.id)) ||
    (is.object(value) && value.kind === 'person' && is.string(value.id)) ||
    (is.object(value) && value.kind === 'system')
  );
}

/** One change. */
export type Change =
  /** A monitor is new or was resized. */
  | { kind: 'monitor'; monitor: SafeMonitor }
  /** Another monitor is active. */
  | { kind: 'active'; monitorId: string }
  /** A window is new, or replaces another under the same key. */
  | { kind: 'window'; key: string; window: SafeWindow }
  /** Everything about a window but its content. */
  | { kind: 'frame'; key: string; frame: SafeFrame }
  /** A window was closed; it also leaves the stacking order. */
  | { kind: 'closed'; key: string }
  /** A window's place in its monitor's stacking order changed, or is new. */
  | Placed
  /** Another window is focused, or none. */
  | { kind: 'focused'; key?: string | null }
  /** A window's content was replaced. */
  | { kind: 'content'; key: string; content: SafeContent }
  /** The blocks of a window from `keep` on are replaced by these. */
  | { kind: 'blocks'; key: string; keep: number; blocks: Block[] }
  /** A window's plain text grew. */
  | { kind: 'textAppended'; key: string; text: string }
  /** A notification is new or changed. */
  | { kind: 'notification'; notification: Notification }
  /** A notification is gone. */
  | { kind: 'notificationGone'; id: string }
  /** A toast is new or changed. */
  | { kind: 'toast'; toast: Toast }
  /** A toast is gone. */
  | { kind: 'toastGone'; id: string }
  /** A dialog is new or changed. */
  | { kind: 'dialog'; dialog: Dialog }
  /** A dialog is gone. */
  | { kind: 'dialogGone'; id: string }
  /** A question is new or changed. */
  | { kind: 'question'; question: Question }
  /** A question is gone. */
  | { kind: 'questionGone'; id: string }
  /** An entry was added to the history. Past the limit the oldest is dropped. */
  | { kind: 'history'; entry: HistoryEntry }
  /** A badge; 0 removes it. */
  | { kind: 'badge'; appId: string; count: number }
  /** A shortcut is new (then it is the last) or changed. */
  | { kind: 'shortcut'; shortcut: DesktopShortcut; at: number }
  /** A shortcut is gone. */
  | { kind: 'shortcutGone'; id: string }
  /** The list of apps must be read again. */
  | { kind: 'apps'; version: number };

/** Whether the value is a valid `Change`. */
export function isChange(value: unknown): value is Change {
  return (
    (is.object(value) && value.kind === 'monitor' && isSafeMonitor(value.monitor)) ||
    (is.object(value) && value.kind === 'active' && is.string(value.monitorId)) ||
    (is.object(value) &&
      value.kind === 'window' &&
      is.string(value.key) &&
      isSafeWindow(value.window)) ||
    (is.object(value) &&
      value.kind === 'frame' &&
      is.string(value.key) &&
      isSafeFrame(value.frame)) ||
    (is.object(value) && value.kind === 'closed' && is.string(value.key)) ||
    isPlaced(value) ||
    (is.object(value) &&
      value.kind === 'focused' &&
      is.optional(value.key, (item) => is.string(item) || item === null)) ||
    (is.object(value) &&
      value.kind === 'content' &&
      is.string(value.key) &&
      isSafeContent(value.content)) ||
    (is.object(value) &&
      value.kind === 'blocks' &&
      is.string(value.key) &&
      is.integer(value.keep, 0) &&
      is.list(value.blocks, isBlock)) ||
    (is.object(value) &&
      value.kind === 'textAppended' &&
      is.string(value.key) &&
      is.string(value.text)) ||
    (is.object(value) && value.kind === 'notification' && isNotification(value.notification)) ||
    (is.object(value) && value.kind === 'notificationGone' && is.string(value.id)) ||
    (is.object(value) && value.kind === 'toast' && isToast(value.toast)) ||
    (is.object(value) && value.kind === 'toastGone' && is.string(value.id)) ||
    (is.object(value) && value.kind === 'dialog' && isDialog(value.dialog)) ||
    (is.object(value) && value.kind === 'dialogGone' && is.string(value.id)) ||
    (is.object(value) && value.kind === 'question' && isQuestion(value.question)) ||
    (is.object(value) && value.kind === 'questionGone' && is.string(value.id)) ||
    (is.object(value) && value.kind === 'history' && isHistoryEntry(value.entry)) ||
    (is.object(value) &&
      value.kind === 'badge' &&
      is.string(value.appId) &&
      is.integer(value.count, 0)) ||
    (is.object(value) &&
      value.kind === 'shortcut' &&
      isDesktopShortcut(value.shortcut) &&
      is.integer(value.at, 0)) ||
    (is.object(value) && value.kind === 'shortcutGone' && is.string(value.id)) ||
    (is.object(value) && value.kind === 'apps' && is.integer(value.version, 0))
  );
}

/** Everything about a window but its content, as a page gets it. */
export interface SafeFrame {
  /** Its id on its monitor. */
  id: string;
  /** Its monitor. */
  monitorId: string;
  /** The title, as plain text. */
  title: string;
  /** Its bounds. */
  bounds: WindowBounds;
  /** Its layer. */
  variant: WindowVariant;
  /** Whether it is minimised. */
  minimized: boolean;
  /** Whether it is maximised. */
  maximized: boolean;
  /** The agent that set the content last; absent if a person opened it. */
  agent?: string;
  /** The edge of a panel. */
  dockEdge?: DockEdge;
  /** Whether the title bar is hidden. */
  frameless?: boolean;
  /** The agent that holds its lock. */
  lockedBy?: string;
  /** The bounds to restore. */
  previousBounds?: WindowBounds;
  /** The id for the page's `RENDERING_FEEDBACK` about loading its frame. */
  requestId?: string;
  /** The agent that owns it and lets other agents change it too; absent if it is not shared. */
  sharedBy?: string;
  /**
   * CSS properties and values, only those that are allowed, in CSS spelling (`background-color`).
   */
  windowStyle?: Record<string, string>;
}

/** Whether the value is a valid `SafeFrame`. */
export function isSafeFrame(value: unknown): value is SafeFrame {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.monitorId) &&
    is.string(value.title) &&
    isWindowBounds(value.bounds) &&
    isWindowVariant(value.variant) &&
    is.boolean(value.minimized) &&
    is.boolean(value.maximized) &&
    is.optional(value.agent, is.string) &&
    is.optional(value.dockEdge, isDockEdge) &&
    is.optional(value.frameless, is.boolean) &&
    is.optional(value.lockedBy, is.string) &&
    is.optional(value.previousBounds, isWindowBounds) &&
    is.optional(value.requestId, is.string) &&
    is.optional(value.sharedBy, is.string) &&
    is.optional(value.windowStyle, (item) => is.map(item, is.string))
  );
}

/** A window's place in its monitor's stacking order. */
export interface Placed {
  kind: 'stack';
  /** The window. */
  key: string;
  /** The window right below it; none at the bottom. */
  above?: string | null;
}

/** Whether the value is a valid `Placed`. */
export function isPlaced(value: unknown): value is Placed {
  return (
    is.object(value) &&
    value.kind === 'stack' &&
    is.string(value.key) &&
    is.optional(value.above, (item) => is.string(item) || item === null)
  );
}

/** An event of a task. */
export type TaskEvent = { n: number; task: string; at: string; earcon?: string; lang?: string; say?: string } & ({ event: 'queued'; goal: string; device: string; ahead: number; resumed: boolean } | { event: 'started'; goal: string; device: string; model: string; maxSteps: number; resumed: boolean } | { event: 'progress'; step: number; maxSteps: number; thinking: string; remaining: number; tokens: number; action?: string | null } | { event: 'plan'; summary: string; steps: PlannedStep[] } | { event: 'step_result'; step: number; op: string; status: string; code: string; message: string; remediation?: string | null } | { event: 'paused'; takenOver: boolean } | { event: 'question'; question: Question } | { event: 'question_closed'; id: string; how: string } | { event: 'ended'; status: string; steps: number; duration: number; message: string; error?: string } | LoopEvent);

/** Whether the value is a valid `TaskEvent`. */
export function isTaskEvent(value: unknown): value is TaskEvent {
  return (
    is.object(value) &&
    is.integer(value.n, 0) &&
    is.string(value.task) &&
    is.string(value.at) &&
    is.optional(value.earcon, is.string) &&
    is.optional(value.lang, is.string) &&
    is.optional(value.say, is.string) &&
    ((is.object(value) &&
        value.event === 'queued' &&
        is.string(value.goal) &&
        is.string(value.device) &&
        is.integer(value.ahead, 0) &&
        is.boolean(value.resumed)) ||
      (is.object(value) &&
        value.event === 'started' &&
        is.string(value.goal) &&
        is.string(value.device) &&
        is.string(value.model) &&
        is.integer(value.maxSteps, 0, 4294967295) &&
        is.boolean(value.resumed)) ||
      (is.object(value) &&
        value.event === 'progress' &&
        is.integer(value.step, 0, 4294967295) &&
        is.integer(value.maxSteps, 0, 4294967295) &&
        is.string(value.thinking) &&
        is.number(value.remaining) &&
        is.integer(value.tokens, 0) &&
        is.optional(value.action, (item) => is.string(item) || item === null)) ||
      (is.object(value) &&
        value.event === 'plan' &&
        is.string(value.summary) &&
        is.list(value.steps, isPlannedStep)) ||
      (is.object(value) &&
        value.event === 'step_result' &&
        is.integer(value.step, 0, 4294967295) &&
        is.string(value.op) &&
        is.string(value.status) &&
        is.string(value.code) &&
        is.string(value.message) &&
        is.optional(value.remediation, (item) => is.string(item) || item === null)) ||
      (is.object(value) && value.event === 'paused' && is.boolean(value.takenOver)) ||
      (is.object(value) && value.event === 'question' && isQuestion(value.question)) ||
      (is.object(value) &&
        value.event === 'question_closed' &&
        is.string(value.id) &&
        is.string(value.how)) ||
      (is.object(value) &&
        value.event === 'ended' &&
        is.string(value.status) &&
        is.integer(value.steps, 0, 4294967295) &&
        is.number(value.duration) &&
        is.string(value.message) &&
        is.optional(value.error, is.string)) ||
      isLoopEvent(value))
  );
}

/** A step of a plan, for a person who wants to know what will happen. */
export interface PlannedStep {
  /** The operation. */
  op: string;
  /** Its arguments as texts, each cut. Default: {}. */
  args?: Record<string, string>;
}

/** Whether the value is a valid `PlannedStep`. */
export function isPlannedStep(value: unknown): value is PlannedStep {
  return (
    is.object(value) &&
    is.string(value.op) &&
    is.optional(value.args, (item) => is.map(item, is.string))
  );
}

/** An event of the agent loop. */
export type LoopEvent =
  /** A step begins: the agent has observed the phone. */
  | { event: 'step'; step: number; app?: string | null; screenshot?: number | null }
  /** The model is asked. */
  | { event: 'thinking'; step: number }
  /** A touch or a key is about to be sent to the phone. */
  | { event: 'acting'; step: number; verb: string; points: number[][]; screen: number[]; label?: string }
  /** A message to the person in the middle of a step. */
  | { event: 'say'; words: string }
  /** An operation is retried. */
  | { event: 'retrying'; step: number; why: string; afterSec: number }
  /** The phone is disconnected, and the task waits for it. */
  | { event: 'disconnected'; why: string; waitSec: number }
  /** The phone is back. */
  | { event: 'reconnected' }
  /** The task continues. */
  | { event: 'continued' }
  /** A problem that does not stop the task. */
  | { event: 'warning'; step: number; message: string };

/** Whether the value is a valid `LoopEvent`. */
export function isLoopEvent(value: unknown): value is LoopEvent {
  return (
    (is.object(value) &&
      value.event === 'step' &&
      is.integer(value.step, 0, 4294967295) &&
      is.optional(value.app, (item) => is.string(item) || item === null) &&
      is.optional(value.screenshot, (item) => is.integer(item, 0) || item === null)) ||
    (is.object(value) && value.event === 'thinking' && is.integer(value.step, 0, 4294967295)) ||
    (is.object(value) &&
      value.event === 'acting' &&
      is.integer(value.step, 0, 4294967295) &&
      is.string(value.verb) &&
      is.list(value.points, isLoopEventItem) &&
      is.list(value.screen, (item) => is.integer(item, 0, 4294967295)) &&
      is.optional(value.label, is.string)) ||
    (is.object(value) && value.event === 'say' && is.string(value.words)) ||
    (is.object(value) &&
      value.event === 'retrying' &&
      is.integer(value.step, 0, 4294967295) &&
      is.string(value.why) &&
      is.number(value.afterSec)) ||
    (is.object(value) &&
      value.event === 'disconnected' &&
      is.string(value.why) &&
      is.number(value.waitSec)) ||
    (is.object(value) && value.event === 'reconnected') ||
    (is.object(value) && value.event === 'continued') ||
    (is.object(value) &&
      value.event === 'warning' &&
      is.integer(value.step, 0, 4294967295) &&
      is.string(value.message))
  );
}

function isLoopEventItem(value: unknown): boolean {
  return is.list(value, (item) => is.integer(item, -2147483648, 2147483647));
}

/** The state of a phone. */
export interface PhoneEvent {
  /** Its id. */
  id: string;
  /** Its holder; absent if it is free. */
  holder?: PhoneHolder;
  /** Why it cannot be used. */
  trouble?: string;
}

/** Whether the value is a valid `PhoneEvent`. */
export function isPhoneEvent(value: unknown): value is PhoneEvent {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.optional(value.holder, isPhoneHolder) &&
    is.optional(value.trouble, is.string)
  );
}

/** The holder of a phone. */
export type PhoneHolder =
  /** A task, by its id. */
  | { kind: 'task'; name: string }
  /** A person. */
  | { kind: 'person' }
  /** An outside program, by its name. */
  | { kind: 'client'; name: string };

/** Whether the value is a valid `PhoneHolder`. */
export function isPhoneHolder(value: unknown): value is PhoneHolder {
  return (
    (is.object(value) && value.kind === 'task' && is.string(value.name)) ||
    (is.object(value) && value.kind === 'person') ||
    (is.object(value) && value.kind === 'client' && is.string(value.name))
  );
}

/** Why a message of a page was refused. */
export interface ErrorEvent {
  type: 'ERROR';
  /** Everything that is wrong with it. */
  errors: Finding[];
  /** The page's number for the message, if it could be read. */
  re?: number;
}

/** Whether the value is a valid `ErrorEvent`. */
export function isErrorEvent(value: unknown): value is ErrorEvent {
  return (
    is.object(value) &&
    value.type === 'ERROR' &&
    is.list(value.errors, isFinding) &&
    is.optional(value.re, (item) => is.integer(item, 0))
  );
}

/**
 * One message from a page. `n` is the page's number for it, one more than the previous one: a
 * message that is sent again after a broken connection is carried out once.
 */
export type ClientEvent =
  /** A person answered a dialog. */
  | { type: 'DIALOG_FEEDBACK'; n: number; id: string; confirmed: boolean; remember?: boolean }
  /** A person pressed the button of a toast. */
  | { type: 'TOAST_ACTION'; n: number; id: string; eventId: string }
  /** A person pressed a shortcut of the type `action`. */
  | { type: 'SHORTCUT_ACTION'; n: number; id: string; action: string }
  /** The outcome of loading or drawing a window. */
  | { type: 'RENDERING_FEEDBACK'; n: number; requestId: string; key: string; ok: boolean; error?: string; partial?: boolean; png?: string }
  /** A person pressed a button in a window, with the values of its form. */
  | { type: 'COMPONENT_ACTION'; n: number; key: string; index: number; action: string; form?: Record<string, FormValue> }
  /** A person's actions on the desktop itself. */
  | { type: 'USER_ACTION'; n: number; actions: PersonAction[] }
  /** The answer to an open question. Never written to disk in clear. */
  | { type: 'HUMAN_ANSWER'; n: number; id: string; answer: HumanAnswer }
  /** A message from an app in a window to the agent that opened it. */
  | { type: 'APP_MESSAGE'; n: number; key: string; data: string }
  /** A person's message to the agents. */
  | { type: 'USER_MESSAGE'; n: number; text: string };

/** Whether the value is a valid `ClientEvent`. */
export function isClientEvent(value: unknown): value is ClientEvent {
  return (
    (is.object(value) &&
      value.type === 'DIALOG_FEEDBACK' &&
      is.integer(value.n, 0) &&
      is.string(value.id) &&
      is.boolean(value.confirmed) &&
      is.optional(value.remember, is.boolean)) ||
    (is.object(value) &&
      value.type === 'TOAST_ACTION' &&
      is.integer(value.n, 0) &&
      is.string(value.id) &&
      is.string(value.eventId)) ||
    (is.object(value) &&
      value.type === 'SHORTCUT_ACTION' &&
      is.integer(value.n, 0) &&
      is.string(value.id) &&
      is.string(value.action)) ||
    (is.object(value) &&
      value.type === 'RENDERING_FEEDBACK' &&
      is.integer(value.n, 0) &&
      is.string(value.requestId) &&
      is.string(value.key) &&
      is.boolean(value.ok) &&
      is.optional(value.error, is.string) &&
      is.optional(value.partial, is.boolean) &&
      is.optional(value.png, is.string)) ||
    (is.object(value) &&
      value.type === 'COMPONENT_ACTION' &&
      is.integer(value.n, 0) &&
      is.string(value.key) &&
      is.integer(value.index, 0, 4294967295) &&
      is.string(value.action) &&
      is.optional(value.form, (item) => is.map(item, isFormValue))) ||
    (is.object(value) &&
      value.type === 'USER_ACTION' &&
      is.integer(value.n, 0) &&
      is.list(value.actions, isPersonAction)) ||
    (is.object(value) &&
      value.type === 'HUMAN_ANSWER' &&
      is.integer(value.n, 0) &&
      is.string(value.id) &&
      isHumanAnswer(value.answer)) ||
    (is.object(value) &&
      value.type === 'APP_MESSAGE' &&
      is.integer(value.n, 0) &&
      is.string(value.key) &&
      is.string(value.data)) ||
    (is.object(value) &&
      value.type === 'USER_MESSAGE' &&
      is.integer(value.n, 0) &&
      is.string(value.text))
  );
}

/** The value of a form field. */
export type FormValue =
  /** A text. */
  | string
  /** A checkbox, ticked or not. */
  | boolean;

/** Whether the value is a valid `FormValue`. */
export function isFormValue(value: unknown): value is FormValue {
  return is.string(value) || is.boolean(value);
}

/** A person's action on the desktop: most actions of agents, and a few of their own. */
export type PersonAction =
  /** An action that only people have. */
  | PersonCommand
  /**
   * One of the agents' verbs that a person may use: windows (close, focus, minimize, maximize,
   * restore, move, resize, unlock), dismissing, shortcuts.
   */
  | OsAction;

/** Whether the value is a valid `PersonAction`. */
export function isPersonAction(value: unknown): value is PersonAction {
  return isPersonCommand(value) || isOsAction(value);
}

/** Actions that only people have. */
export type PersonCommand =
  /** Set the size of the visible part of a monitor. */
  | { type: 'desktop.viewport'; monitorId: string; w: number; h: number }
  /** Switch to a monitor. */
  | { type: 'desktop.activate'; monitorId: string }
  /** Undo the person's own last action. */
  | { type: 'desktop.undo' }
  /** Redo what was undone last. */
  | { type: 'desktop.redo' }
  /** Undo the last change that an agent made to a window. */
  | { type: 'window.undo'; windowId: string }
  /** Move a window to another monitor; its key changes with it. */
  | { type: 'window.moveToMonitor'; windowId: string; monitorId: string }
  /**
   * Give a window the shape that its content has now, such as that of a phone that was turned. It
   * is no step to undo, and the window returns to where a person placed it when somebody moves or
   * undoes something.
   */
  | { type: 'window.fit'; windowId: string; from: WindowBounds; to: WindowBounds }
  /** Open an item of the desktop in a window; one that is already open comes to the front. */
  | { type: 'desktop.open'; what: Openable; id: string; target?: string }
  /** Move a shortcut among the others. */
  | { type: 'desktop.moveShortcut'; shortcutId: string; at: number }
  /** Hold a toast while it is being read: it does not disappear meanwhile. */
  | { type: 'toast.hold'; id: string; held: boolean };

/** Whether the value is a valid `PersonCommand`. */
export function isPersonCommand(value: unknown): value is PersonCommand {
  return (
    (is.object(value) &&
      value.type === 'desktop.viewport' &&
      is.string(value.monitorId) &&
      is.integer(value.w, 0, 4294967295) &&
      is.integer(value.h, 0, 4294967295)) ||
    (is.object(value) && value.type === 'desktop.activate' && is.string(value.monitorId)) ||
    (is.object(value) && value.type === 'desktop.undo') ||
    (is.object(value) && value.type === 'desktop.redo') ||
    (is.object(value) && value.type === 'window.undo' && is.string(value.windowId)) ||
    (is.object(value) &&
      value.type === 'window.moveToMonitor' &&
      is.string(value.windowId) &&
      is.string(value.monitorId)) ||
    (is.object(value) &&
      value.type === 'window.fit' &&
      is.string(value.windowId) &&
      isWindowBounds(value.from) &&
      isWindowBounds(value.to)) ||
    (is.object(value) &&
      value.type === 'desktop.open' &&
      isOpenable(value.what) &&
      is.string(value.id) &&
      is.optional(value.target, is.string)) ||
    (is.object(value) &&
      value.type === 'desktop.moveShortcut' &&
      is.string(value.shortcutId) &&
      is.integer(value.at, 0, 4294967295)) ||
    (is.object(value) &&
      value.type === 'toast.hold' &&
      is.string(value.id) &&
      is.boolean(value.held))
  );
}

/** An item that a person can open in a window. */
export type Openable =
  /** A part of the page itself. */
  | 'part'
  /** An app of the data folder. */
  | 'app'
  /** A file of the data folder. */
  | 'file';

/** Every `Openable`. */
export const openableValues: readonly Openable[] = ['part', 'app', 'file'];

/** Whether the value is a valid `Openable`. */
export function isOpenable(value: unknown): value is Openable {
  return is.oneOf(value, openableValues);
}

/** A person's answer to an open question. */
export type HumanAnswer =
  /** Yes; with the requested value, such as a code. */
  | { kind: 'approve'; remember?: boolean; text?: string }
  /** No: the agent has to find another way. */
  | { kind: 'reject'; why?: string }
  /** The person does it themselves: the task pauses until they give the phone back. */
  | { kind: 'myself' }
  /** Stops the whole task. */
  | { kind: 'cancel' };

/** Whether the value is a valid `HumanAnswer`. */
export function isHumanAnswer(value: unknown): value is HumanAnswer {
  return (
    (is.object(value) &&
      value.kind === 'approve' &&
      is.optional(value.remember, is.boolean) &&
      is.optional(value.text, is.string)) ||
    (is.object(value) && value.kind === 'reject' && is.optional(value.why, is.string)) ||
    (is.object(value) && value.kind === 'myself') ||
    (is.object(value) && value.kind === 'cancel')
  );
}

/** Events that people cause, as an agent receives them. */
export type AgentEvent =
  /** A dialog was answered. */
  | { type: 'DIALOG_FEEDBACK'; id: string; confirmed: boolean; remembered: boolean }
  /** The button of a toast was pressed. */
  | { type: 'TOAST_ACTION'; id: string; eventId: string }
  /** A shortcut of the type `action` was pressed. */
  | { type: 'SHORTCUT_ACTION'; id: string; action: string }
  /** A button in a window was pressed. */
  | { type: 'COMPONENT_ACTION'; key: string; index: number; action: string; form: Record<string, FormValue> }
  /** The outcome of loading or drawing a window. */
  | { type: 'RENDERING_FEEDBACK'; key: string; ok: boolean; error?: string; partial?: boolean; png?: string; requestId?: string }
  /** A message from an app in one of the agent's windows. */
  | { type: 'APP_MESSAGE'; key: string; appId: string; data: string }
  /** A message from a person to the agents. */
  | { type: 'USER_MESSAGE'; text: string }
  /** The mailbox was full: this many events before the next one are lost. */
  | { type: 'LOST'; count: number };

/** Whether the value is a valid `AgentEvent`. */
export function isAgentEvent(value: unknown): value is AgentEvent {
  return (
    (is.object(value) &&
      value.type === 'DIALOG_FEEDBACK' &&
      is.string(value.id) &&
      is.boolean(value.confirmed) &&
      is.boolean(value.remembered)) ||
    (is.object(value) &&
      value.type === 'TOAST_ACTION' &&
      is.string(value.id) &&
      is.string(value.eventId)) ||
    (is.object(value) &&
      value.type === 'SHORTCUT_ACTION' &&
      is.string(value.id) &&
      is.string(value.action)) ||
    (is.object(value) &&
      value.type === 'COMPONENT_ACTION' &&
      is.string(value.key) &&
      is.integer(value.index, 0, 4294967295) &&
      is.string(value.action) &&
      is.map(value.form, isFormValue)) ||
    (is.object(value) &&
      value.type === 'RENDERING_FEEDBACK' &&
      is.string(value.key) &&
      is.boolean(value.ok) &&
      is.optional(value.error, is.string) &&
      is.optional(value.partial, is.boolean) &&
      is.optional(value.png, is.string) &&
      is.optional(value.requestId, is.string)) ||
    (is.object(value) &&
      value.type === 'APP_MESSAGE' &&
      is.string(value.key) &&
      is.string(value.appId) &&
      is.string(value.data)) ||
    (is.object(value) && value.type === 'USER_MESSAGE' && is.string(value.text)) ||
    (is.object(value) && value.type === 'LOST' && is.integer(value.count, 0))
  );
}

/** Messages from the server to a page that watches a phone. */
export type PhoneServerMessage =
  /**
   * The size of the picture: sent before the first frame, and whenever it changes. A whole frame
   * follows.
   */
  | { type: 'SCREEN'; width: number; height: number; secure: boolean }
  /**
   * The elements on the screen, with secrets masked: sent when they change, to pages that watch
   * them.
   */
  | { type: 'ELEMENTS'; elements: PhoneElement[] }
  /** The phone is disconnected or cannot be captured. The server keeps trying. */
  | { type: 'TROUBLE'; message: string }
  /** The phone is back. */
  | { type: 'BACK' }
  /** A message was carried out. */
  | { type: 'RESULT'; re: number }
  /** A message was not carried out. */
  | { type: 'ERROR'; code: string; message: string; re?: number };

/** Whether the value is a valid `PhoneServerMessage`. */
export function isPhoneServerMessage(value: unknown): value is PhoneServerMessage {
  return (
    (is.object(value) &&
      value.type === 'SCREEN' &&
      is.integer(value.width, 0, 4294967295) &&
      is.integer(value.height, 0, 4294967295) &&
      is.boolean(value.secure)) ||
    (is.object(value) && value.type === 'ELEMENTS' && is.list(value.elements, isPhoneElement)) ||
    (is.object(value) && value.type === 'TROUBLE' && is.string(value.message)) ||
    (is.object(value) && value.type === 'BACK') ||
    (is.object(value) && value.type === 'RESULT' && is.integer(value.re, 0)) ||
    (is.object(value) &&
      value.type === 'ERROR' &&
      is.string(value.code) &&
      is.string(value.message) &&
      is.optional(value.re, (item) => is.integer(item, 0)))
  );
}

/** An element on a phone's screen. */
export interface PhoneElement {
  /** Its number, as models see it. */
  index: number;
  /** Its text, or its label. */
  label: string;
  /** Its role. */
  role: ElementRole;
  /** Left, top, right and bottom, in the phone's pixels. */
  bounds: number[];
  /** Whether a tap does something. */
  clickable: boolean;
  /** Whether text can be entered. */
  editable: boolean;
  /** Whether it scrolls. */
  scrollable: boolean;
  /** Whether it has the input focus. */
  focused: boolean;
  /** Whether what is entered is hidden. */
  password: boolean;
  /** Whether it is on, for elements that can be on or off. */
  checked?: boolean;
}

/** Whether the value is a valid `PhoneElement`. */
export function isPhoneElement(value: unknown): value is PhoneElement {
  return (
    is.object(value) &&
    is.integer(value.index, 0, 4294967295) &&
    is.string(value.label) &&
    isElementRole(value.role) &&
    is.list(value.bounds, (item) => is.integer(item, -2147483648, 2147483647)) &&
    is.boolean(value.clickable) &&
    is.boolean(value.editable) &&
    is.boolean(value.scrollable) &&
    is.boolean(value.focused) &&
    is.boolean(value.password) &&
    is.optional(value.checked, is.boolean)
  );
}

/** The role of an element, in plain words. */
export type ElementRole =
  /** A button. */
  | 'button'
  /** A text. */
  | 'text'
  /** A text field. */
  | 'field'
  /** A switch. */
  | 'switch'
  /** A checkbox. */
  | 'checkbox'
  /** A scrolling list. */
  | 'list'
  /** A picture. */
  | 'image'
  /** A tab. */
  | 'tab'
  /** A link. */
  | 'link'
  /** Anything else. */
  | 'other';

/** Every `ElementRole`. */
export const elementRoleValues: readonly ElementRole[] = [
  'button',
  'text',
  'field',
  'switch',
  'checkbox',
  'list',
  'image',
  'tab',
  'link',
  'other',
];

/** Whether the value is a valid `ElementRole`. */
export function isElementRole(value: unknown): value is ElementRole {
  return is.oneOf(value, elementRoleValues);
}

/**
 * Messages from a page that watches a phone to the server. `n` is the page's number for a message;
 * its answer has it as `re`.
 */
export type PhoneClientMessage =
  /** A frame was painted: the next may come. */
  | { type: 'SHOWN'; frame: number }
  /** A person's action on the phone. */
  | { type: 'INPUT'; n: number; action: AgentAction }
  /** A finger that is followed while it moves. */
  | { type: 'TOUCH'; n: number; phase: TouchPhase; x: number; y: number }
  /** Two fingers that move apart or together. */
  | { type: 'PINCH'; n: number; x: number; y: number; scale: number }
  /** Rotates the phone. */
  | { type: 'ROTATE'; n: number; to: Turn }
  /** The wheel of a mouse. */
  | { type: 'SCROLL'; n: number; x: number; y: number; dx: number; dy: number }
  /** Whether the page wants the elements on the screen. */
  | { type: 'WATCH_ELEMENTS'; on: boolean }
  /** The page is not visible: no frames until it continues. */
  | { type: 'PAUSE' }
  /** The page is visible again: a whole frame, and then the changes. */
  | { type: 'GO_ON' };

/** Whether the value is a valid `PhoneClientMessage`. */
export function isPhoneClientMessage(value: unknown): value is PhoneClientMessage {
  return (
    (is.object(value) && value.type === 'SHOWN' && is.integer(value.frame, 0, 4294967295)) ||
    (is.object(value) &&
      value.type === 'INPUT' &&
      is.integer(value.n, 0) &&
      isAgentAction(value.action)) ||
    (is.object(value) &&
      value.type === 'TOUCH' &&
      is.integer(value.n, 0) &&
      isTouchPhase(value.phase) &&
      is.number(value.x) &&
      is.number(value.y)) ||
    (is.object(value) &&
      value.type === 'PINCH' &&
      is.integer(value.n, 0) &&
      is.number(value.x) &&
      is.number(value.y) &&
      is.number(value.scale)) ||
    (is.object(value) && value.type === 'ROTATE' && is.integer(value.n, 0) && isTurn(value.to)) ||
    (is.object(value) &&
      value.type === 'SCROLL' &&
      is.integer(value.n, 0) &&
      is.number(value.x) &&
      is.number(value.y) &&
      is.number(value.dx) &&
      is.number(value.dy)) ||
    (is.object(value) && value.type === 'WATCH_ELEMENTS' && is.boolean(value.on)) ||
    (is.object(value) && value.type === 'PAUSE') ||
    (is.object(value) && value.type === 'GO_ON')
  );
}

/** A phase of a touch. */
export type TouchPhase =
  /** It touches the glass. */
  | 'down'
  /** It moves on it. */
  | 'move'
  /** It leaves it. */
  | 'up'
  /** The touch is discarded. */
  | 'cancel';

/** Every `TouchPhase`. */
export const touchPhaseValues: readonly TouchPhase[] = ['down', 'move', 'up', 'cancel'];

/** Whether the value is a valid `TouchPhase`. */
export function isTouchPhase(value: unknown): value is TouchPhase {
  return is.oneOf(value, touchPhaseValues);
}

/** A phone's orientation. */
export type Turn =
  /** Upright, and locked. */
  | 'portrait'
  /** On its side, and locked. */
  | 'landscape'
  /** From the phone's own sensor. */
  | 'auto';

/** Every `Turn`. */
export const turnValues: readonly Turn[] = ['portrait', 'landscape', 'auto'];

/** Whether the value is a valid `Turn`. */
export function isTurn(value: unknown): value is Turn {
  return is.oneOf(value, turnValues);
}

/** An action whose `type` begins with `desktop.`. */
export type DesktopAction = Extract<PersonCommand, { type: `desktop.${string}` }>;

/** Whether an action's `type` begins with `desktop.`. */
export function isDesktopAction(action: PersonCommand): action is DesktopAction {
  return action.type.startsWith('desktop.');
}

/** An action whose `type` begins with `window.`. */
export type WindowAction = Extract<PersonCommand, { type: `window.${string}` }>;

/** Whether an action's `type` begins with `window.`. */
export function isWindowAction(action: PersonCommand): action is WindowAction {
  return action.type.startsWith('window.');
}

/** An action whose `type` begins with `toast.`. */
export type ToastAction = Extract<PersonCommand, { type: `toast.${string}` }>;

/** Whether an action's `type` begins with `toast.`. */
export function isToastAction(action: PersonCommand): action is ToastAction {
  return action.type.startsWith('toast.');
}
