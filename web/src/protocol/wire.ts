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
  /** Everything, as of `seq`: sent first, and to whoever missed more than is kept. */
  | { type: 'SNAPSHOT'; seq: number; state: SafeState }
  /**
   * One numbered change: apply `changes`; `actions` is what was asked for, for logs and narration.
   */
  | { type: 'ACTIONS'; seq: number; actor: Actor; changes: Change[]; actions?: Addressed[] }
  /** Something about a task. Not numbered: the state of a task is asked for over HTTP. */
  | { type: 'TASK'; event: TaskEvent }
  /** Something about a phone. */
  | { type: 'PHONE'; event: PhoneEvent }
  /** An open question to people; it is part of the state as well. */
  | { type: 'HUMAN'; question: Question }
  /**
   * A window is to be drawn by whoever can (`window.capture`): answer with `RENDERING_FEEDBACK`.
   */
  | { type: 'CAPTURE'; request_id: string; key: string }
  /** A message of this page was carried out. */
  | { type: 'RESULT'; re: number; heard?: string[]; note?: string; seq?: number }
  /** What an agent says to an app. Pages that show the app hand it on. */
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
   * Whose number that is: a page that comes back says both, for after a restart the numbers may
   * mean something else.
   */
  epoch: string;
  /** The monitors, in the order of their numbers. */
  monitors: SafeMonitor[];
  /** The one that actions go to which name none. */
  activeMonitor: string;
  /** The windows, by `monitorId/windowId`. */
  windows: Record<string, SafeWindow>;
  /** Keys, monitor after monitor, each bottom to top; panels are not in it. */
  zOrder: string[];
  /** Notifications that are shown, by id. */
  notifications: Record<string, Notification>;
  /** Toasts that are shown, by id. */
  toasts: Record<string, Toast>;
  /** Dialogs that wait for an answer, by id. */
  dialogs: Record<string, Dialog>;
  /** Questions of tasks that wait for an answer, by id. */
  questions: Record<string, Question>;
  /** Counts on app icons, by app. */
  badges: Record<string, number>;
  /** The shortcuts, in the order in which they were made. */
  shortcuts: DesktopShortcut[];
  /** What went by, oldest first; bounded. */
  history: HistoryEntry[];
  /** Goes up when the list of apps is to be read again. */
  appsVersion: number;
  /** The window that is in front for the agents; the caret is the person's. */
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
  /** What is seen of it. */
  viewport: Viewport;
  /** The part of it that no panel occupies: where windows lie. */
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

/** The size of what is seen of a monitor. */
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

/** A window: its frame and what it shows. */
export interface SafeWindow {
  /** Its id on its monitor. */
  id: string;
  /** Its monitor. */
  monitorId: string;
  /** What stands in the title bar; text. */
  title: string;
  /** Where it stands. */
  bounds: WindowBounds;
  /** Its layer. */
  variant: WindowVariant;
  /** Whether it is hidden. */
  minimized: boolean;
  /** Whether it fills its monitor. */
  maximized: boolean;
  /** What it shows. */
  content: SafeContent;
  /** The agent that gave it its content last; nobody for what a person opened. */
  agent?: string;
  /** The edge that a panel sits on. */
  dockEdge?: DockEdge;
  /** Whether the title bar is hidden. */
  frameless?: boolean;
  /** The agent that holds its lock. */
  lockedBy?: string;
  /** Where it goes back to. */
  previousBounds?: WindowBounds;
  /** What the page's `RENDERING_FEEDBACK` about loading its frame refers to. */
  requestId?: string;
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
    is.optional(value.windowStyle, (item) => is.map(item, is.string))
  );
}

/** What a window shows. */
export type SafeContent =
  /** Markdown or HTML, as blocks of safe HTML that stand one below the other. */
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
  /** Buttons, fields and the like. */
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
  /** Names it within its window: a block that keeps its id keeps its place on the page. */
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
  /** The conversation: what was asked for, the plan, what became of it. */
  | 'assistant'
  /** What runs, waits and ran. */
  | 'tasks'
  /** One phone, live. Its target is the phone's id. */
  | 'phone'
  /** The phones. */
  | 'phones'
  /** The agents and their keys. */
  | 'agents'
  /** The choices that people had remembered. */
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

/** Components and how they stand. */
export interface SafeLayout {
  /** The components, in order; the index names one. */
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
  /** Everything else. */
  | Component;

/** Whether the value is a valid `SafeComponent`. */
export function isSafeComponent(value: unknown): value is SafeComponent {
  return (is.object(value) && is.string(value.blocked)) || isComponent(value);
}

/** A notification that is shown. */
export interface Notification {
  /** Its name, unique among notifications. */
  id: string;
  /** Its heading. */
  title: string;
  /** What it says. */
  body: string;
  /** When it came, in milliseconds since 1970. */
  shownAt: number;
  /** Who sent it. */
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

/** A toast that is shown. */
export interface Toast {
  /** Its name, unique among toasts. */
  id: string;
  /** What it says. */
  message: string;
  /** When it came, in milliseconds since 1970. */
  shownAt: number;
  /** Who sent it. */
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
  /** Who asks. */
  from: string;
  /** What stands on the button for no; `No` if absent. */
  cancelText?: string;
  /** What stands on the button for yes; `Yes` if absent. */
  confirmText?: string;
  /** Whether the answer can be remembered, and for what; it cannot if absent. */
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

/** A question of a task to people. */
export interface Question {
  /** Names it. */
  id: string;
  /** What kind of answer it takes. */
  kind: QuestionKind;
  /** Who asks: the task. */
  from: string;
  /** What it is about, in a few words. */
  title: string;
  /** The question. */
  message: string;
  /** What is wanted and what becomes of it, in the runtime's own words. */
  about?: string;
  /** Whether a yes can be remembered. Default: false. */
  canRemember?: boolean;
  /** Answers to choose from. */
  choices?: string[];
  /** What the gate wants a yes to, whole; nothing for other questions. */
  consent?: ConsentRequest;
  /** How it can be answered, the usual way first. */
  forms?: AnswerForm[];
  /** Whether the answer is a secret: shown as dots. Default: false. */
  secret?: boolean;
  /** When it stops waiting, in milliseconds since 1970. */
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

/** What kind of answer a question takes. */
export type QuestionKind =
  /** Words. */
  | 'ask'
  /** Yes or no. */
  | 'confirm'
  /** Something only the person can do or has: a code, a permission. */
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
  /** Why a person is asked. */
  reason: string;
  /** Who wants it: the model, or another program. */
  agent: string;
  /** What for: the task's goal. */
  goal: string;
  /** The app, as people call it, or its package. */
  app?: string;
  /** What a yes for always covers; nothing where this is asked every time. */
  covers?: string;
  /** What would be touched, in order. */
  elements?: MarkedElement[];
  /** The picture of the screen, with what is secret painted over. */
  picture?: PictureRef;
  /** Why, in the agent's own words. */
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
    is.optional(value.picture, isPictureRef) &&
    is.optional(value.thought, is.string) &&
    is.optional(value.withheld, is.string)
  );
}

/** An element that would be touched, for those who see the picture and for those who do not. */
export interface MarkedElement {
  /** What it says; empty where nobody knows. */
  label: string;
  /** What it is, as in `button`. */
  role: string;
  /** Where it is, in words. */
  place: string;
  /** Where it is, in pixels of the picture. */
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
  /** A yes is all that is wanted; where something else is asked for as well: it is done already. */
  | 'yes'
  /** One of the question's choices. */
  | 'choice'
  /** Words. */
  | 'text'
  /** A short code, such as from an SMS. */
  | 'code'
  /** A picture from the camera, or one that is there already. */
  | 'photo'
  /** What a QR code says. */
  | 'qr'
  /** A recording from the microphone. */
  | 'recording'
  /** Where the person is, or a place they name. */
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

/** Something that was shown and is gone. */
export interface HistoryEntry {
  /** What it was. */
  kind: HistoryKind;
  /** Its id. */
  id: string;
  /** Its title, or a toast's message. */
  title: string;
  /** What else it said; for a dialog, how it was answered. */
  body: string;
  /** Who sent it. */
  from: string;
  /** When it came, in milliseconds since 1970. */
  at: number;
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
    is.integer(value.at, 0)
  );
}

/** What kind of thing went by. */
export type HistoryKind =
  /** A toast. */
  | 'toast'
  /** A notification. */
  | 'notification'
  /** A dialog that was answered. */
  | 'dialog';

/** Every `HistoryKind`. */
export const historyKindValues: readonly HistoryKind[] = ['toast', 'notification', 'dialog'];

/** Whether the value is a valid `HistoryKind`. */
export function isHistoryKind(value: unknown): value is HistoryKind {
  return is.oneOf(value, historyKindValues);
}

/** Who did it. */
export type Actor =
  /** An agent, by the name of its credential. */
  | { kind: 'agent'; id: string }
  /** A person, by the id of the page they did it on. */
  | { kind: 'person'; id: string }
  /** The desktop itself: something expired, a lock fell. */
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
  /** A monitor is new or has another size. */
  | { kind: 'monitor'; monitor: SafeMonitor }
  /** Another monitor is active. */
  | { kind: 'active'; monitorId: string }
  /** A window is new, or another one under an old key. */
  | { kind: 'window'; key: string; window: SafeWindow }
  /** Everything about a window but its content. */
  | { kind: 'frame'; key: string; frame: SafeFrame }
  /** A window is gone, from the stacking order too. */
  | { kind: 'closed'; key: string }
  /** A window stands elsewhere in its monitor's stacking order, or is new in it. */
  | Placed
  /** Another window is in front, or none. */
  | { kind: 'focused'; key?: string | null }
  /** A window shows something else. */
  | { kind: 'content'; key: string; content: SafeContent }
  /** The blocks of a window from `keep` on are replaced by these. */
  | { kind: 'blocks'; key: string; keep: number; blocks: Block[] }
  /** A window's plain text goes on. */
  | { kind: 'textAppended'; key: string; text: string }
  /** A notification is new or another. */
  | { kind: 'notification'; notification: Notification }
  /** A notification is gone. */
  | { kind: 'notificationGone'; id: string }
  /** A toast is new or another. */
  | { kind: 'toast'; toast: Toast }
  /** A toast is gone. */
  | { kind: 'toastGone'; id: string }
  /** A dialog is new or another. */
  | { kind: 'dialog'; dialog: Dialog }
  /** A dialog is gone. */
  | { kind: 'dialogGone'; id: string }
  /** A question is new or another. */
  | { kind: 'question'; question: Question }
  /** A question is gone. */
  | { kind: 'questionGone'; id: string }
  /** Something went by. Past the bound the oldest entry goes. */
  | { kind: 'history'; entry: HistoryEntry }
  /** A badge; 0 removes it. */
  | { kind: 'badge'; appId: string; count: number }
  /** A shortcut is new (then it is the last) or another. */
  | { kind: 'shortcut'; shortcut: DesktopShortcut; at: number }
  /** A shortcut is gone. */
  | { kind: 'shortcutGone'; id: string }
  /** The list of apps is to be read again. */
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
  /** What stands in the title bar; text. */
  title: string;
  /** Where it stands. */
  bounds: WindowBounds;
  /** Its layer. */
  variant: WindowVariant;
  /** Whether it is hidden. */
  minimized: boolean;
  /** Whether it fills its monitor. */
  maximized: boolean;
  /** The agent that gave it its content last; nobody for what a person opened. */
  agent?: string;
  /** The edge that a panel sits on. */
  dockEdge?: DockEdge;
  /** Whether the title bar is hidden. */
  frameless?: boolean;
  /** The agent that holds its lock. */
  lockedBy?: string;
  /** Where it goes back to. */
  previousBounds?: WindowBounds;
  /** What the page's `RENDERING_FEEDBACK` about loading its frame refers to. */
  requestId?: string;
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
    is.optional(value.windowStyle, (item) => is.map(item, is.string))
  );
}

/** Where a window stands in its monitor's stacking order. */
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

/** Something happened to a task. */
export type TaskEvent = { n: number; task: string; at: string; earcon?: string; say?: string } & ({ event: 'queued'; goal: string; device: string; ahead: number; resumed: boolean } | { event: 'started'; goal: string; device: string; model: string; maxSteps: number; resumed: boolean } | { event: 'progress'; step: number; maxSteps: number; thinking: string; remaining: number; tokens: number; action?: string | null } | { event: 'acting'; step: number; verb: string; points: number[][]; screen: number[]; label?: string } | { event: 'plan'; summary: string; steps: string[] } | { event: 'step_result'; step: number; op: string; status: string; code: string; message: string; remediation?: string | null } | { event: 'paused'; takenOver: boolean } | { event: 'question'; question: Question } | { event: 'question_closed'; id: string; how: string } | { event: 'ended'; status: string; steps: number; duration: number; message: string; error?: string } | LoopEvent);

/** Whether the value is a valid `TaskEvent`. */
export function isTaskEvent(value: unknown): value is TaskEvent {
  return (
    is.object(value) &&
    is.integer(value.n, 0) &&
    is.string(value.task) &&
    is.string(value.at) &&
    is.optional(value.earcon, is.string) &&
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
        value.event === 'acting' &&
        is.integer(value.step, 0, 4294967295) &&
        is.string(value.verb) &&
        is.list(value.points, isTaskEventItem) &&
        is.list(value.screen, (item) => is.integer(item, 0, 4294967295)) &&
        is.optional(value.label, (item) => is.string(item) || item === null)) ||
      (is.object(value) &&
        value.event === 'plan' &&
        is.string(value.summary) &&
        is.list(value.steps, is.string)) ||
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

function isTaskEventItem(value: unknown): boolean {
  return is.list(value, (item) => is.integer(item, -2147483648, 2147483647));
}

/** What the agent loop reports while it works. */
export type LoopEvent =
  /** A step begins: the phone was looked at. */
  | { event: 'step'; step: number; app?: string | null; screenshot?: number | null }
  /** The model is asked. */
  | { event: 'thinking'; step: number }
  /** Something is said to the person in the middle of a step. */
  | { event: 'say'; words: string }
  /** Something is tried again. */
  | { event: 'retrying'; step: number; why: string; afterSec: number }
  /** The phone is gone, and is waited for. */
  | { event: 'disconnected'; why: string; waitSec: number }
  /** The phone is back. */
  | { event: 'reconnected' }
  /** It goes on. */
  | { event: 'continued' }
  /** Something is not as it should be, and the task goes on. */
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

/** How a phone stands. */
export interface PhoneEvent {
  /** By which it is reached. */
  id: string;
  /** Who holds it; nobody if it is free. */
  holder?: PhoneHolder;
  /** What is in the way of working with it. */
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

/** Who holds a phone. */
export type PhoneHolder =
  /** A task, by its id. */
  | { kind: 'task'; name: string }
  /** A person. */
  | { kind: 'person' }
  /** A program outside, by its name. */
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
  /** The page's own number of the message, if it could be read. */
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
 * One message from a page. `n` is the page's own number of it, one more than of the one before: a
 * message that is sent again after a broken connection is carried out once.
 */
export type ClientEvent =
  /** A dialog was answered. */
  | { type: 'DIALOG_FEEDBACK'; n: number; id: string; confirmed: boolean; remember?: boolean }
  /** The button of a toast was pressed. */
  | { type: 'TOAST_ACTION'; n: number; id: string; eventId: string }
  /** A shortcut of the type `action` was pressed. */
  | { type: 'SHORTCUT_ACTION'; n: number; id: string; action: string }
  /** How loading or drawing a window went. */
  | { type: 'RENDERING_FEEDBACK'; n: number; requestId: string; key: string; ok: boolean; error?: string; partial?: boolean; png?: string }
  /** A button in a window was pressed, with what stood in its form. */
  | { type: 'COMPONENT_ACTION'; n: number; key: string; index: number; action: string; form?: Record<string, FormValue> }
  /** Something that a person did to the desktop itself. */
  | { type: 'USER_ACTION'; n: number; actions: PersonAction[] }
  /** The answer to an open question. Never written to disk in clear. */
  | { type: 'HUMAN_ANSWER'; n: number; id: string; answer: HumanAnswer }
  /** What an app in a window says to the agent that opened it. */
  | { type: 'APP_MESSAGE'; n: number; key: string; data: string }
  /** Something that a person said to the agents. */
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

/** What stands in a field of a form. */
export type FormValue =
  /** A text. */
  | string
  /** A box that is ticked or not. */
  | boolean;

/** Whether the value is a valid `FormValue`. */
export function isFormValue(value: unknown): value is FormValue {
  return is.string(value) || is.boolean(value);
}

/**
 * What a person can do to the desktop: most of what an agent can, and a few things of their own.
 */
export type PersonAction =
  /** Theirs alone. */
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

/** What only a person does. */
export type PersonCommand =
  /** The size of what the person sees of a monitor. */
  | { type: 'desktop.viewport'; monitorId: string; w: number; h: number }
  /** Go to a monitor. */
  | { type: 'desktop.activate'; monitorId: string }
  /** Take back the person's own last deed. */
  | { type: 'desktop.undo' }
  /** Do again what was taken back last. */
  | { type: 'desktop.redo' }
  /** Take back the last thing that an agent did to a window. */
  | { type: 'window.undo'; windowId: string }
  /**
   * Open something that lies on the desktop in a window; one that is open already comes to the
   * front.
   */
  | { type: 'desktop.open'; what: Openable; id: string; target?: string }
  /** Give a shortcut another place among the others. */
  | { type: 'desktop.moveShortcut'; shortcutId: string; at: number }
  /** A toast is being read: it does not go away meanwhile. */
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

/** What a person can open in a window. */
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

/** What a person answers to an open question. */
export type HumanAnswer =
  /** Yes; with what was asked for, such as a code. */
  | { kind: 'approve'; remember?: boolean; text?: string }
  /** No: the agent has to find another way. */
  | { kind: 'reject'; why?: string }
  /** The person does it themselves: the task stands still until they give the phone back. */
  | { kind: 'myself' }
  /** Stop the whole task. */
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

/** What an agent hears of people. */
export type AgentEvent =
  /** A dialog was answered. */
  | { type: 'DIALOG_FEEDBACK'; id: string; confirmed: boolean; remembered: boolean }
  /** The button of a toast was pressed. */
  | { type: 'TOAST_ACTION'; id: string; eventId: string }
  /** A shortcut of the type `action` was pressed. */
  | { type: 'SHORTCUT_ACTION'; id: string; action: string }
  /** A button in a window was pressed. */
  | { type: 'COMPONENT_ACTION'; key: string; index: number; action: string; form: Record<string, FormValue> }
  /** How loading or drawing a window went. */
  | { type: 'RENDERING_FEEDBACK'; key: string; ok: boolean; error?: string; partial?: boolean; png?: string; requestId?: string }
  /** What an app in one of the agent's windows says. */
  | { type: 'APP_MESSAGE'; key: string; appId: string; data: string }
  /** Something that a person said to the agents. */
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

/** What the server says to a page that watches a phone. */
export type PhoneServerMessage =
  /**
   * How large the picture is: said before the first frame, and whenever it changes. A whole frame
   * follows.
   */
  | { type: 'SCREEN'; width: number; height: number; secure: boolean }
  /**
   * What stands on the screen, with what is secret masked: said when it changed, to those who watch
   * it.
   */
  | { type: 'ELEMENTS'; elements: PhoneElement[] }
  /** The phone is gone or cannot be looked at. The server keeps trying. */
  | { type: 'TROUBLE'; message: string }
  /** The phone is there again. */
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

/** Something on a phone's screen. */
export interface PhoneElement {
  /** Its number, as models are given it. */
  index: number;
  /** What it says, or is called. */
  label: string;
  /** What it is. */
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
  /** Whether it is on, for what can be on or off. */
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

/** What an element is, in plain words. */
export type ElementRole =
  /** Something to press. */
  | 'button'
  /** Words. */
  | 'text'
  /** Where text is entered. */
  | 'field'
  /** Something that is on or off. */
  | 'switch'
  /** Something that is ticked or not. */
  | 'checkbox'
  /** Things in a row, that scroll. */
  | 'list'
  /** A picture. */
  | 'image'
  /** One of several pages. */
  | 'tab'
  /** A way to somewhere else. */
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
 * What a page that watches a phone says to the server. `n` is the page's own number of a message;
 * its answer has it as `re`.
 */
export type PhoneClientMessage =
  /** A frame was painted: the next may come. */
  | { type: 'SHOWN'; frame: number }
  /** Something that the person does on the phone. */
  | { type: 'INPUT'; n: number; action: AgentAction }
  /** A finger that is followed while it moves. */
  | { type: 'TOUCH'; n: number; phase: TouchPhase; x: number; y: number }
  /** Two fingers that move apart or together. */
  | { type: 'PINCH'; n: number; x: number; y: number; scale: number }
  /** The phone is turned. */
  | { type: 'ROTATE'; n: number; to: Turn }
  /** The wheel of a mouse. */
  | { type: 'SCROLL'; n: number; x: number; y: number; dx: number; dy: number }
  /** Whether the page wants to know what stands on the screen. */
  | { type: 'WATCH_ELEMENTS'; on: boolean }
  /** Nobody sees the page: no frames until it says otherwise. */
  | { type: 'PAUSE' }
  /** The page is seen again: a whole frame, and what changes from then on. */
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

/** What a finger does. */
export type TouchPhase =
  /** It touches the glass. */
  | 'down'
  /** It moves on it. */
  | 'move'
  /** It leaves it. */
  | 'up'
  /** It never was. */
  | 'cancel';

/** Every `TouchPhase`. */
export const touchPhaseValues: readonly TouchPhase[] = ['down', 'move', 'up', 'cancel'];

/** Whether the value is a valid `TouchPhase`. */
export function isTouchPhase(value: unknown): value is TouchPhase {
  return is.oneOf(value, touchPhaseValues);
}

/** Which way a phone is held. */
export type Turn =
  /** Upright, and it stays so. */
  | 'portrait'
  /** On its side, and it stays so. */
  | 'landscape'
  /** As the phone itself feels it. */
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
