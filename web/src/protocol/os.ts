// Generated from the Rust types of `os` in `crates/action`. Written by `cargo xtask codegen`; do not edit.

import * as is from '../protocol-runtime';

/** One action on the desktop. */
export type OsAction =
  | ({ type: 'window.create' } & WindowCreate)
  | ({ type: 'window.close' } & WindowClose)
  | ({ type: 'window.focus' } & WindowFocus)
  | ({ type: 'window.minimize' } & WindowMinimize)
  | ({ type: 'window.maximize' } & WindowMaximize)
  | ({ type: 'window.restore' } & WindowRestore)
  | ({ type: 'window.move' } & WindowMove)
  | ({ type: 'window.resize' } & WindowResize)
  | ({ type: 'window.setTitle' } & WindowSetTitle)
  | ({ type: 'window.setContent' } & WindowSetContent)
  | ({ type: 'window.updateContent' } & WindowUpdateContent)
  | ({ type: 'window.lock' } & WindowLock)
  | ({ type: 'window.unlock' } & WindowUnlock)
  | ({ type: 'window.capture' } & WindowCapture)
  | ({ type: 'notification.show' } & NotificationShow)
  | ({ type: 'notification.dismiss' } & NotificationDismiss)
  | ({ type: 'toast.show' } & ToastShow)
  | ({ type: 'toast.dismiss' } & ToastDismiss)
  | ({ type: 'dialog.confirm' } & DialogConfirm)
  | ({ type: 'app.badge' } & AppBadge)
  | ({ type: 'desktop.refreshApps' } & DesktopRefreshApps)
  | ({ type: 'desktop.createShortcut' } & DesktopCreateShortcut)
  | ({ type: 'desktop.removeShortcut' } & DesktopRemoveShortcut)
  | ({ type: 'desktop.updateShortcut' } & DesktopUpdateShortcut);

/** Whether the value is a valid `OsAction`. */
export function isOsAction(value: unknown): value is OsAction {
  return (
    (is.object(value) && value.type === 'window.create' && isWindowCreate(value)) ||
    (is.object(value) && value.type === 'window.close' && isWindowClose(value)) ||
    (is.object(value) && value.type === 'window.focus' && isWindowFocus(value)) ||
    (is.object(value) && value.type === 'window.minimize' && isWindowMinimize(value)) ||
    (is.object(value) && value.type === 'window.maximize' && isWindowMaximize(value)) ||
    (is.object(value) && value.type === 'window.restore' && isWindowRestore(value)) ||
    (is.object(value) && value.type === 'window.move' && isWindowMove(value)) ||
    (is.object(value) && value.type === 'window.resize' && isWindowResize(value)) ||
    (is.object(value) && value.type === 'window.setTitle' && isWindowSetTitle(value)) ||
    (is.object(value) && value.type === 'window.setContent' && isWindowSetContent(value)) ||
    (is.object(value) && value.type === 'window.updateContent' && isWindowUpdateContent(value)) ||
    (is.object(value) && value.type === 'window.lock' && isWindowLock(value)) ||
    (is.object(value) && value.type === 'window.unlock' && isWindowUnlock(value)) ||
    (is.object(value) && value.type === 'window.capture' && isWindowCapture(value)) ||
    (is.object(value) && value.type === 'notification.show' && isNotificationShow(value)) ||
    (is.object(value) && value.type === 'notification.dismiss' && isNotificationDismiss(value)) ||
    (is.object(value) && value.type === 'toast.show' && isToastShow(value)) ||
    (is.object(value) && value.type === 'toast.dismiss' && isToastDismiss(value)) ||
    (is.object(value) && value.type === 'dialog.confirm' && isDialogConfirm(value)) ||
    (is.object(value) && value.type === 'app.badge' && isAppBadge(value)) ||
    (is.object(value) && value.type === 'desktop.refreshApps' && isDesktopRefreshApps(value)) ||
    (is.object(value) &&
      value.type === 'desktop.createShortcut' &&
      isDesktopCreateShortcut(value)) ||
    (is.object(value) &&
      value.type === 'desktop.removeShortcut' &&
      isDesktopRemoveShortcut(value)) ||
    (is.object(value) &&
      value.type === 'desktop.updateShortcut' &&
      isDesktopUpdateShortcut(value))
  );
}

/**
 * Open a new window.
 *
 * It is moved and, if need be, shrunk into its monitor's viewport. A standard window takes the
 * focus unless it is created minimized. It never covers the phone or another part of the desktop:
 * it is moved beside it, or stays below it.
 */
export interface WindowCreate {
  /** The window's name, unique on its monitor. */
  windowId: string;
  /** The text of the title bar. */
  title: string;
  /** Its position and size. */
  bounds: WindowBounds;
  /** Its content. */
  content: WindowContent;
  /** The edge a panel sits on; `bottom` if absent. */
  dockEdge?: DockEdge;
  /** Whether the title bar is hidden. */
  frameless?: boolean;
  /** Whether it starts out minimized. */
  minimized?: boolean;
  /** Whether it may replace a window of the same name; without it that is an error. */
  replace?: boolean;
  /** Whether other agents may change it too; only its owner if absent. */
  shared?: boolean;
  /** Its layer; `standard` if absent. */
  variant?: WindowVariant;
  /** CSS properties of the window, as far as the desktop allows them. */
  windowStyle?: Record<string, StyleValue>;
}

/** Whether the value is a valid `WindowCreate`. */
export function isWindowCreate(value: unknown): value is WindowCreate {
  return (
    is.object(value) &&
    is.string(value.windowId) &&
    is.string(value.title) &&
    isWindowBounds(value.bounds) &&
    isWindowContent(value.content) &&
    is.optional(value.dockEdge, isDockEdge) &&
    is.optional(value.frameless, is.boolean) &&
    is.optional(value.minimized, is.boolean) &&
    is.optional(value.replace, is.boolean) &&
    is.optional(value.shared, is.boolean) &&
    is.optional(value.variant, isWindowVariant) &&
    is.optional(value.windowStyle, (item) => is.map(item, isStyleValue))
  );
}

/** The position and size of a window, in pixels of its monitor. */
export interface WindowBounds {
  /** Distance from the left edge. */
  x: number;
  /** Distance from the top edge. */
  y: number;
  /** Width. */
  w: number;
  /** Height. */
  h: number;
}

/** Whether the value is a valid `WindowBounds`. */
export function isWindowBounds(value: unknown): value is WindowBounds {
  return (
    is.object(value) &&
    is.number(value.x) &&
    is.number(value.y) &&
    is.number(value.w) &&
    is.number(value.h)
  );
}

/** The content of a window, typed by its renderer. */
export type WindowContent =
  /** Markdown text. */
  | { renderer: 'markdown'; data: string }
  /** HTML, which is sanitised before display. */
  | { renderer: 'html'; data: string }
  /** Plain text. */
  | { renderer: 'text'; data: string }
  /** A table. */
  | { renderer: 'table'; data: TableContentData }
  /** A web page in a sandboxed frame. */
  | { renderer: 'iframe'; data: IframeContent }
  /** Buttons, fields and the like. */
  | { renderer: 'component'; data: ComponentLayout };

/** Whether the value is a valid `WindowContent`. */
export function isWindowContent(value: unknown): value is WindowContent {
  return (
    (is.object(value) && value.renderer === 'markdown' && is.string(value.data)) ||
    (is.object(value) && value.renderer === 'html' && is.string(value.data)) ||
    (is.object(value) && value.renderer === 'text' && is.string(value.data)) ||
    (is.object(value) && value.renderer === 'table' && isTableContentData(value.data)) ||
    (is.object(value) && value.renderer === 'iframe' && isIframeContent(value.data)) ||
    (is.object(value) && value.renderer === 'component' && isComponentLayout(value.data))
  );
}

/** A table of texts. */
export interface TableContentData {
  /** The column headers. */
  headers: string[];
  /** The rows, each a list of cells. */
  rows: string[][];
}

/** Whether the value is a valid `TableContentData`. */
export function isTableContentData(value: unknown): value is TableContentData {
  return (
    is.object(value) &&
    is.list(value.headers, is.string) &&
    is.list(value.rows, (item) => is.list(item, is.string))
  );
}

/** The page in a frame: its address alone, or with options. */
export type IframeContent =
  /** The address. */
  | string
  /** The address and the page's permissions. */
  | IframeContentData;

/** Whether the value is a valid `IframeContent`. */
export function isIframeContent(value: unknown): value is IframeContent {
  return is.string(value) || isIframeContentData(value);
}

/** The page in a frame, with its permissions. */
export interface IframeContentData {
  /** The address. */
  url: string;
  /** The page's permissions, as in the `sandbox` attribute of HTML; the desktop may grant less. */
  sandbox?: string;
}

/** Whether the value is a valid `IframeContentData`. */
export function isIframeContentData(value: unknown): value is IframeContentData {
  return is.object(value) && is.string(value.url) && is.optional(value.sandbox, is.string);
}

/** Components in a grid, in reading order. */
export interface ComponentLayout {
  /** The components; they do not nest. */
  components: Component[];
  /** The columns of the grid; one if absent. */
  cols?: Cols;
  /** The space between components. */
  gap?: Gap;
}

/** Whether the value is a valid `ComponentLayout`. */
export function isComponentLayout(value: unknown): value is ComponentLayout {
  return (
    is.object(value) &&
    is.list(value.components, isComponent) &&
    is.optional(value.cols, isCols) &&
    is.optional(value.gap, isGap)
  );
}

/** One component. */
export type Component =
  | ButtonComponent
  | InputComponent
  | SelectComponent
  | TextComponent
  | BadgeComponent
  | ProgressComponent
  | ImageComponent;

/** Whether the value is a valid `Component`. */
export function isComponent(value: unknown): value is Component {
  return (
    isButtonComponent(value) ||
    isInputComponent(value) ||
    isSelectComponent(value) ||
    isTextComponent(value) ||
    isBadgeComponent(value) ||
    isProgressComponent(value) ||
    isImageComponent(value)
  );
}

/** A button that sends a message to the agent. */
export interface ButtonComponent {
  type: 'button';
  /** Its label. */
  label: string;
  /** The message that the agent receives when it is pressed. */
  action: string;
  /** Whether it is disabled. */
  disabled?: boolean;
  /** The name of an icon. */
  icon?: string;
  /** Whether its message is sent while another is still being processed; `true` if absent. */
  parallel?: boolean;
  /** Its size. */
  size?: ButtonSize;
  /** The form whose fields are sent with the message. */
  submitForm?: string;
  /** Its look. */
  variant?: ButtonVariant;
}

/** Whether the value is a valid `ButtonComponent`. */
export function isButtonComponent(value: unknown): value is ButtonComponent {
  return (
    is.object(value) &&
    value.type === 'button' &&
    is.string(value.label) &&
    is.string(value.action) &&
    is.optional(value.disabled, is.boolean) &&
    is.optional(value.icon, is.string) &&
    is.optional(value.parallel, is.boolean) &&
    is.optional(value.size, isButtonSize) &&
    is.optional(value.submitForm, is.string) &&
    is.optional(value.variant, isButtonVariant)
  );
}

/** The size of a button. */
export type ButtonSize = 'sm' | 'md' | 'lg';

/** Every `ButtonSize`. */
export const buttonSizeValues: readonly ButtonSize[] = ['sm', 'md', 'lg'];

/** Whether the value is a valid `ButtonSize`. */
export function isButtonSize(value: unknown): value is ButtonSize {
  return is.oneOf(value, buttonSizeValues);
}

/** The look of a button. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

/** Every `ButtonVariant`. */
export const buttonVariantValues: readonly ButtonVariant[] = [
  'primary',
  'secondary',
  'ghost',
  'danger',
];

/** Whether the value is a valid `ButtonVariant`. */
export function isButtonVariant(value: unknown): value is ButtonVariant {
  return is.oneOf(value, buttonVariantValues);
}

/** A field that people type into. */
export interface InputComponent {
  type: 'input';
  /** Its name in the form's data. */
  name: string;
  /** Its initial value. */
  defaultValue?: string;
  /** Whether it is disabled. */
  disabled?: boolean;
  /** The form it belongs to. */
  formId?: string;
  /** Its label. */
  label?: string;
  /** The hint that it shows while empty. */
  placeholder?: string;
  /** How many lines it shows; a single-line field if absent. */
  rows?: number;
  /** The input that it accepts. */
  variant?: InputVariant;
}

/** Whether the value is a valid `InputComponent`. */
export function isInputComponent(value: unknown): value is InputComponent {
  return (
    is.object(value) &&
    value.type === 'input' &&
    is.string(value.name) &&
    is.optional(value.defaultValue, is.string) &&
    is.optional(value.disabled, is.boolean) &&
    is.optional(value.formId, is.string) &&
    is.optional(value.label, is.string) &&
    is.optional(value.placeholder, is.string) &&
    is.optional(value.rows, (item) => is.integer(item, 1, 9007199254740991)) &&
    is.optional(value.variant, isInputVariant)
  );
}

/** The input that a text field accepts. */
export type InputVariant = 'text' | 'email' | 'password' | 'number' | 'url';

/** Every `InputVariant`. */
export const inputVariantValues: readonly InputVariant[] = [
  'text',
  'email',
  'password',
  'number',
  'url',
];

/** Whether the value is a valid `InputVariant`. */
export function isInputVariant(value: unknown): value is InputVariant {
  return is.oneOf(value, inputVariantValues);
}

/** A choice of one among several. */
export interface SelectComponent {
  type: 'select';
  /** Its name in the form's data. */
  name: string;
  /** The options. */
  options: SelectOption[];
  /** The value that is selected initially. */
  defaultValue?: string;
  /** Whether it is disabled. */
  disabled?: boolean;
  /** The form it belongs to. */
  formId?: string;
  /** Its label. */
  label?: string;
  /** The hint that it shows while nothing is selected. */
  placeholder?: string;
}

/** Whether the value is a valid `SelectComponent`. */
export function isSelectComponent(value: unknown): value is SelectComponent {
  return (
    is.object(value) &&
    value.type === 'select' &&
    is.string(value.name) &&
    is.list(value.options, isSelectOption) &&
    is.optional(value.defaultValue, is.string) &&
    is.optional(value.disabled, is.boolean) &&
    is.optional(value.formId, is.string) &&
    is.optional(value.label, is.string) &&
    is.optional(value.placeholder, is.string)
  );
}

/** An option of a choice. */
export interface SelectOption {
  /** The value in the form's data. */
  value: string;
  /** The label that people read. */
  label: string;
}

/** Whether the value is a valid `SelectOption`. */
export function isSelectOption(value: unknown): value is SelectOption {
  return is.object(value) && is.string(value.value) && is.string(value.label);
}

/** A text. */
export interface TextComponent {
  type: 'text';
  /** The text. */
  content: string;
  /** Its colour, by meaning. */
  color?: TextColor;
  /** Its alignment. */
  textAlign?: TextAlign;
  /** Its role. */
  variant?: TextVariant;
}

/** Whether the value is a valid `TextComponent`. */
export function isTextComponent(value: unknown): value is TextComponent {
  return (
    is.object(value) &&
    value.type === 'text' &&
    is.string(value.content) &&
    is.optional(value.color, isTextColor) &&
    is.optional(value.textAlign, isTextAlign) &&
    is.optional(value.variant, isTextVariant)
  );
}

/** The colour of a text, by meaning. */
export type TextColor = 'default' | 'muted' | 'accent' | 'success' | 'warning' | 'error';

/** Every `TextColor`. */
export const textColorValues: readonly TextColor[] = [
  'default',
  'muted',
  'accent',
  'success',
  'warning',
  'error',
];

/** Whether the value is a valid `TextColor`. */
export function isTextColor(value: unknown): value is TextColor {
  return is.oneOf(value, textColorValues);
}

/** The alignment of a text. */
export type TextAlign = 'left' | 'center' | 'right';

/** Every `TextAlign`. */
export const textAlignValues: readonly TextAlign[] = ['left', 'center', 'right'];

/** Whether the value is a valid `TextAlign`. */
export function isTextAlign(value: unknown): value is TextAlign {
  return is.oneOf(value, textAlignValues);
}

/** The role of a text. */
export type TextVariant = 'body' | 'heading' | 'subheading' | 'caption' | 'code';

/** Every `TextVariant`. */
export const textVariantValues: readonly TextVariant[] = [
  'body',
  'heading',
  'subheading',
  'caption',
  'code',
];

/** Whether the value is a valid `TextVariant`. */
export function isTextVariant(value: unknown): value is TextVariant {
  return is.oneOf(value, textVariantValues);
}

/** A short word in a coloured field. */
export interface BadgeComponent {
  type: 'badge';
  /** Its label. */
  label: string;
  /** Its colour, by meaning. */
  variant?: BadgeVariant;
}

/** Whether the value is a valid `BadgeComponent`. */
export function isBadgeComponent(value: unknown): value is BadgeComponent {
  return (
    is.object(value) &&
    value.type === 'badge' &&
    is.string(value.label) &&
    is.optional(value.variant, isBadgeVariant)
  );
}

/** The colour of a badge, by meaning. */
export type BadgeVariant = 'default' | 'success' | 'warning' | 'error' | 'info';

/** Every `BadgeVariant`. */
export const badgeVariantValues: readonly BadgeVariant[] = [
  'default',
  'success',
  'warning',
  'error',
  'info',
];

/** Whether the value is a valid `BadgeVariant`. */
export function isBadgeVariant(value: unknown): value is BadgeVariant {
  return is.oneOf(value, badgeVariantValues);
}

/** A bar that shows progress. */
export interface ProgressComponent {
  type: 'progress';
  /** The progress, from 0 to 100. */
  value: number;
  /** Its label. */
  label?: string;
  /** Whether the percentage is shown. */
  showValue?: boolean;
  /** Its colour, by meaning. */
  variant?: ProgressVariant;
}

/** Whether the value is a valid `ProgressComponent`. */
export function isProgressComponent(value: unknown): value is ProgressComponent {
  return (
    is.object(value) &&
    value.type === 'progress' &&
    is.number(value.value, 0, 100) &&
    is.optional(value.label, is.string) &&
    is.optional(value.showValue, is.boolean) &&
    is.optional(value.variant, isProgressVariant)
  );
}

/** The colour of a progress bar, by meaning. */
export type ProgressVariant = 'default' | 'success' | 'warning' | 'error';

/** Every `ProgressVariant`. */
export const progressVariantValues: readonly ProgressVariant[] = [
  'default',
  'success',
  'warning',
  'error',
];

/** Whether the value is a valid `ProgressVariant`. */
export function isProgressVariant(value: unknown): value is ProgressVariant {
  return is.oneOf(value, progressVariantValues);
}

/** A picture. */
export interface ImageComponent {
  type: 'image';
  /** The address of the picture. */
  src: string;
  /** How it fills its area. */
  fit?: ImageFit;
  /** Its height. */
  height?: Length;
  /** Its width. */
  width?: Length;
}

/** Whether the value is a valid `ImageComponent`. */
export function isImageComponent(value: unknown): value is ImageComponent {
  return (
    is.object(value) &&
    value.type === 'image' &&
    is.string(value.src) &&
    is.optional(value.fit, isImageFit) &&
    is.optional(value.height, isLength) &&
    is.optional(value.width, isLength)
  );
}

/** How a picture fills its area. */
export type ImageFit = 'contain' | 'cover' | 'fill';

/** Every `ImageFit`. */
export const imageFitValues: readonly ImageFit[] = ['contain', 'cover', 'fill'];

/** Whether the value is a valid `ImageFit`. */
export function isImageFit(value: unknown): value is ImageFit {
  return is.oneOf(value, imageFitValues);
}

/** A length: a number of pixels, or any CSS length. */
export type Length =
  /** Pixels. */
  | number
  /** As in CSS: `50%`, `12rem`. */
  | string;

/** Whether the value is a valid `Length`. */
export function isLength(value: unknown): value is Length {
  return is.number(value, 0) || is.string(value);
}

/** The columns of a grid: how many, or how wide in proportion to each other. */
export type Cols =
  /** This many columns of equal width. */
  | number
  /** One column per number: `[8, 2]` gives the first four fifths of the width. */
  | number[];

/** Whether the value is a valid `Cols`. */
export function isCols(value: unknown): value is Cols {
  return is.integer(value, 1, 64) || is.list(value, is.number);
}

/** The space between components. */
export type Gap = 'none' | 'sm' | 'md' | 'lg';

/** Every `Gap`. */
export const gapValues: readonly Gap[] = ['none', 'sm', 'md', 'lg'];

/** Whether the value is a valid `Gap`. */
export function isGap(value: unknown): value is Gap {
  return is.oneOf(value, gapValues);
}

/** The edge of the screen that a panel sits on. */
export type DockEdge = 'top' | 'bottom';

/** Every `DockEdge`. */
export const dockEdgeValues: readonly DockEdge[] = ['top', 'bottom'];

/** Whether the value is a valid `DockEdge`. */
export function isDockEdge(value: unknown): value is DockEdge {
  return is.oneOf(value, dockEdgeValues);
}

/**
 * The layer of a window: standard windows are above widgets; panels sit on an edge of the screen.
 */
export type WindowVariant = 'standard' | 'widget' | 'panel';

/** Every `WindowVariant`. */
export const windowVariantValues: readonly WindowVariant[] = ['standard', 'widget', 'panel'];

/** Whether the value is a valid `WindowVariant`. */
export function isWindowVariant(value: unknown): value is WindowVariant {
  return is.oneOf(value, windowVariantValues);
}

/** The value of a CSS property. */
export type StyleValue =
  /** A number: `0.9`. */
  | number
  /** Anything else: `2px solid red`. */
  | string;

/** Whether the value is a valid `StyleValue`. */
export function isStyleValue(value: unknown): value is StyleValue {
  return is.number(value) || is.string(value);
}

/**
 * Close a window and remove it.
 *
 * If it had the focus, the topmost window that is left gets it.
 */
export interface WindowClose {
  /** The window. */
  windowId: string;
}

/** Whether the value is a valid `WindowClose`. */
export function isWindowClose(value: unknown): value is WindowClose {
  return is.object(value) && is.string(value.windowId);
}

/**
 * Bring a window to the front and give it the focus.
 *
 * A minimized window becomes visible. Widgets stay below standard windows; panels stay where they
 * are.
 */
export interface WindowFocus {
  /** The window. */
  windowId: string;
}

/** Whether the value is a valid `WindowFocus`. */
export function isWindowFocus(value: unknown): value is WindowFocus {
  return is.object(value) && is.string(value.windowId);
}

/**
 * Hide a window without closing it.
 *
 * Widgets and panels cannot be minimized; for them nothing happens.
 */
export interface WindowMinimize {
  /** The window. */
  windowId: string;
}

/** Whether the value is a valid `WindowMinimize`. */
export function isWindowMinimize(value: unknown): value is WindowMinimize {
  return is.object(value) && is.string(value.windowId);
}

/**
 * Let a window fill its monitor.
 *
 * Its position is kept for `window.restore`.
 */
export interface WindowMaximize {
  /** The window. */
  windowId: string;
}

/** Whether the value is a valid `WindowMaximize`. */
export function isWindowMaximize(value: unknown): value is WindowMaximize {
  return is.object(value) && is.string(value.windowId);
}

/** Restore a minimized or maximized window. */
export interface WindowRestore {
  /** The window. */
  windowId: string;
}

/** Whether the value is a valid `WindowRestore`. */
export function isWindowRestore(value: unknown): value is WindowRestore {
  return is.object(value) && is.string(value.windowId);
}

/** Move a window. */
export interface WindowMove {
  /** The window. */
  windowId: string;
  /** Distance from the left edge of the monitor, in pixels. */
  x: number;
  /** Distance from the top edge of the monitor, in pixels. */
  y: number;
}

/** Whether the value is a valid `WindowMove`. */
export function isWindowMove(value: unknown): value is WindowMove {
  return is.object(value) && is.string(value.windowId) && is.number(value.x) && is.number(value.y);
}

/** Change the size of a window. */
export interface WindowResize {
  /** The window. */
  windowId: string;
  /** Width in pixels. */
  w: number;
  /** Height in pixels. */
  h: number;
}

/** Whether the value is a valid `WindowResize`. */
export function isWindowResize(value: unknown): value is WindowResize {
  return is.object(value) && is.string(value.windowId) && is.number(value.w) && is.number(value.h);
}

/** Change the title of a window. */
export interface WindowSetTitle {
  /** The window. */
  windowId: string;
  /** The text of the title bar. */
  title: string;
}

/** Whether the value is a valid `WindowSetTitle`. */
export function isWindowSetTitle(value: unknown): value is WindowSetTitle {
  return is.object(value) && is.string(value.windowId) && is.string(value.title);
}

/**
 * Replace the content of a window.
 *
 * Refused while another agent holds the window's lock.
 */
export interface WindowSetContent {
  /** The window. */
  windowId: string;
  /** The new content. */
  content: WindowContent;
}

/** Whether the value is a valid `WindowSetContent`. */
export function isWindowSetContent(value: unknown): value is WindowSetContent {
  return is.object(value) && is.string(value.windowId) && isWindowContent(value.content);
}

/**
 * Change the content of a window without sending all of it again.
 *
 * Refused while another agent holds the window's lock.
 */
export interface WindowUpdateContent {
  /** The window. */
  windowId: string;
  /** The change. */
  operation: ContentUpdateOperation;
  /** The new renderer, which the change must fit; unchanged if absent. */
  renderer?: Renderer;
}

/** Whether the value is a valid `WindowUpdateContent`. */
export function isWindowUpdateContent(value: unknown): value is WindowUpdateContent {
  return (
    is.object(value) &&
    is.string(value.windowId) &&
    isContentUpdateOperation(value.operation) &&
    is.optional(value.renderer, isRenderer)
  );
}

/** One change to the content of a window. */
export type ContentUpdateOperation =
  /** Add text at the end. Markdown, html and text only. */
  | { op: 'append'; data: string }
  /** Add text at the beginning. Markdown, html and text only. */
  | { op: 'prepend'; data: string }
  /** Insert text in the middle. Markdown, html and text only. */
  | { op: 'insertAt'; data: string; position: number }
  /** Replace all of it. */
  | { op: 'replace'; data: ContentData }
  /** Remove all of it. */
  | { op: 'clear' };

/** Whether the value is a valid `ContentUpdateOperation`. */
export function isContentUpdateOperation(value: unknown): value is ContentUpdateOperation {
  return (
    (is.object(value) && value.op === 'append' && is.string(value.data)) ||
    (is.object(value) && value.op === 'prepend' && is.string(value.data)) ||
    (is.object(value) &&
      value.op === 'insertAt' &&
      is.string(value.data) &&
      is.integer(value.position, 0)) ||
    (is.object(value) && value.op === 'replace' && isContentData(value.data)) ||
    (is.object(value) && value.op === 'clear')
  );
}

/** Data for a window whose renderer is known elsewhere, distinguished by its shape. */
export type ContentData =
  /** For markdown, html and text, or the address for an iframe. */
  | string
  /** For components. */
  | ComponentLayout
  /** For a table. */
  | TableContentData
  /** For an iframe. */
  | IframeContentData;

/** Whether the value is a valid `ContentData`. */
export function isContentData(value: unknown): value is ContentData {
  return (
    is.string(value) ||
    isComponentLayout(value) ||
    isTableContentData(value) ||
    isIframeContentData(value)
  );
}

/** How a window's data is shown. */
export type Renderer = 'markdown' | 'html' | 'text' | 'table' | 'iframe' | 'component';

/** Every `Renderer`. */
export const rendererValues: readonly Renderer[] = [
  'markdown',
  'html',
  'text',
  'table',
  'iframe',
  'component',
];

/** Whether the value is a valid `Renderer`. */
export function isRenderer(value: unknown): value is Renderer {
  return is.oneOf(value, rendererValues);
}

/**
 * Prevent other agents from changing a window.
 *
 * People can still change it. The lock is released when the agent leaves.
 */
export interface WindowLock {
  /** The window. */
  windowId: string;
  /** The agent that locks it, which must be the sender. */
  agentId: string;
}

/** Whether the value is a valid `WindowLock`. */
export function isWindowLock(value: unknown): value is WindowLock {
  return is.object(value) && is.string(value.windowId) && is.string(value.agentId);
}

/** Allow other agents to change a window again. */
export interface WindowUnlock {
  /** The window. */
  windowId: string;
  /** The agent that locked it, which must be the sender. */
  agentId: string;
}

/** Whether the value is a valid `WindowUnlock`. */
export function isWindowUnlock(value: unknown): value is WindowUnlock {
  return is.object(value) && is.string(value.windowId) && is.string(value.agentId);
}

/**
 * Take a picture of a window as PNG.
 *
 * The picture is returned in a separate event, after the batch that requested it.
 */
export interface WindowCapture {
  /** The window. */
  windowId: string;
}

/** Whether the value is a valid `WindowCapture`. */
export function isWindowCapture(value: unknown): value is WindowCapture {
  return is.object(value) && is.string(value.windowId);
}

/**
 * Show a notification.
 *
 * One with the same id is replaced.
 */
export interface NotificationShow {
  /** Its name, unique among notifications. */
  id: string;
  /** Its heading. */
  title: string;
  /** Its text. */
  body: string;
  /** How long it stays, in milliseconds; until it is dismissed if absent. */
  duration?: number;
  /** The name of an icon. */
  icon?: string;
}

/** Whether the value is a valid `NotificationShow`. */
export function isNotificationShow(value: unknown): value is NotificationShow {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.title) &&
    is.string(value.body) &&
    is.optional(value.duration, (item) => is.number(item, 0)) &&
    is.optional(value.icon, is.string)
  );
}

/** Remove a notification. */
export interface NotificationDismiss {
  /** The notification. */
  id: string;
}

/** Whether the value is a valid `NotificationDismiss`. */
export function isNotificationDismiss(value: unknown): value is NotificationDismiss {
  return is.object(value) && is.string(value.id);
}

/**
 * Show a short message that disappears by itself.
 *
 * One with the same id is replaced.
 */
export interface ToastShow {
  /** Its name, unique among toasts. */
  id: string;
  /** Its text. */
  message: string;
  /** A button on it. */
  action?: ToastButton;
  /** How long it stays, in milliseconds; 6000 if absent, or with a button until it is dismissed. */
  duration?: number;
  /** Its look; `info` if absent. */
  variant?: ToastVariant;
}

/** Whether the value is a valid `ToastShow`. */
export function isToastShow(value: unknown): value is ToastShow {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.message) &&
    is.optional(value.action, isToastButton) &&
    is.optional(value.duration, (item) => is.number(item, 0)) &&
    is.optional(value.variant, isToastVariant)
  );
}

/** A button on a toast. */
export interface ToastButton {
  /** Its label. */
  label: string;
  /** The id in the `TOAST_ACTION` event that the agent receives when it is pressed. */
  eventId: string;
}

/** Whether the value is a valid `ToastButton`. */
export function isToastButton(value: unknown): value is ToastButton {
  return is.object(value) && is.string(value.label) && is.string(value.eventId);
}

/** The look of a toast, by meaning. */
export type ToastVariant = 'info' | 'success' | 'warning' | 'error';

/** Every `ToastVariant`. */
export const toastVariantValues: readonly ToastVariant[] = ['info', 'success', 'warning', 'error'];

/** Whether the value is a valid `ToastVariant`. */
export function isToastVariant(value: unknown): value is ToastVariant {
  return is.oneOf(value, toastVariantValues);
}

/** Remove a toast. */
export interface ToastDismiss {
  /** The toast. */
  id: string;
}

/** Whether the value is a valid `ToastDismiss`. */
export function isToastDismiss(value: unknown): value is ToastDismiss {
  return is.object(value) && is.string(value.id);
}

/**
 * Ask people for a yes or a no.
 *
 * The answer comes back as a `DIALOG_FEEDBACK` event. One with the same id is replaced.
 */
export interface DialogConfirm {
  /** Its name, unique among dialogs. */
  id: string;
  /** Its heading. */
  title: string;
  /** The question. */
  message: string;
  /** The label of the no button; `No` if absent. */
  cancelText?: string;
  /** The label of the yes button; `Yes` if absent. */
  confirmText?: string;
  /** Whether the answer can be remembered, and for which tool; it cannot if absent. */
  permissionOptions?: PermissionOptions;
}

/** Whether the value is a valid `DialogConfirm`. */
export function isDialogConfirm(value: unknown): value is DialogConfirm {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.title) &&
    is.string(value.message) &&
    is.optional(value.cancelText, is.string) &&
    is.optional(value.confirmText, is.string) &&
    is.optional(value.permissionOptions, isPermissionOptions)
  );
}

/** Whether an answer can be remembered, and for which tool. */
export interface PermissionOptions {
  /** Whether people can ask for their answer to be remembered. */
  showRememberChoice: boolean;
  /** The tool that the answer is about. */
  toolName: string;
  /** The tool's target, if the answer concerns only that. */
  context?: string;
}

/** Whether the value is a valid `PermissionOptions`. */
export function isPermissionOptions(value: unknown): value is PermissionOptions {
  return (
    is.object(value) &&
    is.boolean(value.showRememberChoice) &&
    is.string(value.toolName) &&
    is.optional(value.context, is.string)
  );
}

/** Set the number on an app's icon. */
export interface AppBadge {
  /** The app, by the name of its folder. */
  appId: string;
  /** The number; 0 removes the badge. */
  count: number;
}

/** Whether the value is a valid `AppBadge`. */
export function isAppBadge(value: unknown): value is AppBadge {
  return is.object(value) && is.string(value.appId) && is.integer(value.count, 0, 9007199254740991);
}

/** Read the list of apps again. */
export type DesktopRefreshApps = Record<string, unknown>;

/** Whether the value is a valid `DesktopRefreshApps`. */
export function isDesktopRefreshApps(value: unknown): value is DesktopRefreshApps {
  return is.object(value);
}

/** Put a shortcut on the desktop. */
export interface DesktopCreateShortcut {
  /** The shortcut. */
  shortcut: DesktopShortcut;
}

/** Whether the value is a valid `DesktopCreateShortcut`. */
export function isDesktopCreateShortcut(value: unknown): value is DesktopCreateShortcut {
  return is.object(value) && isDesktopShortcut(value.shortcut);
}

/** A shortcut on the desktop. */
export interface DesktopShortcut {
  /** Its name, unique among shortcuts. */
  id: string;
  /** The label below it. */
  label: string;
  /** An emoji, or the path of a picture. */
  icon: string;
  /** What it opens. */
  type: ShortcutType;
  /** The path, address or action that it opens. */
  target: string;
  /** When it was made, in milliseconds since 1970. */
  createdAt: number;
  /** Whether the icon is an emoji or a picture. */
  iconType?: IconType;
}

/** Whether the value is a valid `DesktopShortcut`. */
export function isDesktopShortcut(value: unknown): value is DesktopShortcut {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.label) &&
    is.string(value.icon) &&
    isShortcutType(value.type) &&
    is.string(value.target) &&
    is.number(value.createdAt) &&
    is.optional(value.iconType, isIconType)
  );
}

/** What a shortcut opens. */
export type ShortcutType = 'file' | 'url' | 'action';

/** Every `ShortcutType`. */
export const shortcutTypeValues: readonly ShortcutType[] = ['file', 'url', 'action'];

/** Whether the value is a valid `ShortcutType`. */
export function isShortcutType(value: unknown): value is ShortcutType {
  return is.oneOf(value, shortcutTypeValues);
}

/** The type of a shortcut's icon. */
export type IconType = 'emoji' | 'image';

/** Every `IconType`. */
export const iconTypeValues: readonly IconType[] = ['emoji', 'image'];

/** Whether the value is a valid `IconType`. */
export function isIconType(value: unknown): value is IconType {
  return is.oneOf(value, iconTypeValues);
}

/** Take a shortcut off the desktop. */
export interface DesktopRemoveShortcut {
  /** The shortcut. */
  shortcutId: string;
}

/** Whether the value is a valid `DesktopRemoveShortcut`. */
export function isDesktopRemoveShortcut(value: unknown): value is DesktopRemoveShortcut {
  return is.object(value) && is.string(value.shortcutId);
}

/** Change a shortcut. */
export interface DesktopUpdateShortcut {
  /** The shortcut. */
  shortcutId: string;
  /** The changes; absent fields stay. */
  updates: ShortcutUpdates;
}

/** Whether the value is a valid `DesktopUpdateShortcut`. */
export function isDesktopUpdateShortcut(value: unknown): value is DesktopUpdateShortcut {
  return is.object(value) && is.string(value.shortcutId) && isShortcutUpdates(value.updates);
}

/** The changes to a shortcut. Its id and its creation time never change. */
export interface ShortcutUpdates {
  /** An emoji, or the path of a picture. */
  icon?: string;
  /** Whether the icon is an emoji or a picture. */
  iconType?: IconType;
  /** The label below it. */
  label?: string;
  /** The path, address or action that it opens. */
  target?: string;
  /** What it opens. */
  type?: ShortcutType;
}

/** Whether the value is a valid `ShortcutUpdates`. */
export function isShortcutUpdates(value: unknown): value is ShortcutUpdates {
  return (
    is.object(value) &&
    is.optional(value.icon, is.string) &&
    is.optional(value.iconType, isIconType) &&
    is.optional(value.label, is.string) &&
    is.optional(value.target, is.string) &&
    is.optional(value.type, isShortcutType)
  );
}

/** The fields of every action: its monitor, its sender, and the name for replies. */
export interface Envelope {
  /** The agent that sends it; must be the connection's own agent. */
  agentId?: string;
  /** The monitor it is meant for; the active one if absent. */
  monitorId?: string;
  /** A name of the sender's choice, returned with every answer to this action. */
  requestId?: string;
}

/** Whether the value is a valid `Envelope`. */
export function isEnvelope(value: unknown): value is Envelope {
  return (
    is.object(value) &&
    is.optional(value.agentId, is.string) &&
    is.optional(value.monitorId, is.string) &&
    is.optional(value.requestId, is.string)
  );
}

/** Actions that are carried out together: all of them, or none. */
export interface Batch {
  /** The agent that sends them. A bare action has none: the receiver knows the sender. */
  agentId: string;
  /** The actions, in order. */
  actions: Addressed[];
  /** The monitor for actions that name none; the active one if absent. */
  monitorId?: string;
}

/** Whether the value is a valid `Batch`. */
export function isBatch(value: unknown): value is Batch {
  return (
    is.object(value) &&
    is.string(value.agentId) &&
    is.list(value.actions, isAddressed) &&
    is.optional(value.monitorId, is.string)
  );
}

/** An action with its envelope, as it is sent. */
export type Addressed = { agentId?: string; monitorId?: string; requestId?: string } & (({ type: 'window.create' } & WindowCreate) | ({ type: 'window.close' } & WindowClose) | ({ type: 'window.focus' } & WindowFocus) | ({ type: 'window.minimize' } & WindowMinimize) | ({ type: 'window.maximize' } & WindowMaximize) | ({ type: 'window.restore' } & WindowRestore) | ({ type: 'window.move' } & WindowMove) | ({ type: 'window.resize' } & WindowResize) | ({ type: 'window.setTitle' } & WindowSetTitle) | ({ type: 'window.setContent' } & WindowSetContent) | ({ type: 'window.updateContent' } & WindowUpdateContent) | ({ type: 'window.lock' } & WindowLock) | ({ type: 'window.unlock' } & WindowUnlock) | ({ type: 'window.capture' } & WindowCapture) | ({ type: 'notification.show' } & NotificationShow) | ({ type: 'notification.dismiss' } & NotificationDismiss) | ({ type: 'toast.show' } & ToastShow) | ({ type: 'toast.dismiss' } & ToastDismiss) | ({ type: 'dialog.confirm' } & DialogConfirm) | ({ type: 'app.badge' } & AppBadge) | ({ type: 'desktop.refreshApps' } & DesktopRefreshApps) | ({ type: 'desktop.createShortcut' } & DesktopCreateShortcut) | ({ type: 'desktop.removeShortcut' } & DesktopRemoveShortcut) | ({ type: 'desktop.updateShortcut' } & DesktopUpdateShortcut));

/** Whether the value is a valid `Addressed`. */
export function isAddressed(value: unknown): value is Addressed {
  return (
    is.object(value) &&
    is.optional(value.agentId, is.string) &&
    is.optional(value.monitorId, is.string) &&
    is.optional(value.requestId, is.string) &&
    ((is.object(value) && value.type === 'window.create' && isWindowCreate(value)) ||
      (is.object(value) && value.type === 'window.close' && isWindowClose(value)) ||
      (is.object(value) && value.type === 'window.focus' && isWindowFocus(value)) ||
      (is.object(value) && value.type === 'window.minimize' && isWindowMinimize(value)) ||
      (is.object(value) && value.type === 'window.maximize' && isWindowMaximize(value)) ||
      (is.object(value) && value.type === 'window.restore' && isWindowRestore(value)) ||
      (is.object(value) && value.type === 'window.move' && isWindowMove(value)) ||
      (is.object(value) && value.type === 'window.resize' && isWindowResize(value)) ||
      (is.object(value) && value.type === 'window.setTitle' && isWindowSetTitle(value)) ||
      (is.object(value) && value.type === 'window.setContent' && isWindowSetContent(value)) ||
      (is.object(value) && value.type === 'window.updateContent' && isWindowUpdateContent(value)) ||
      (is.object(value) && value.type === 'window.lock' && isWindowLock(value)) ||
      (is.object(value) && value.type === 'window.unlock' && isWindowUnlock(value)) ||
      (is.object(value) && value.type === 'window.capture' && isWindowCapture(value)) ||
      (is.object(value) && value.type === 'notification.show' && isNotificationShow(value)) ||
      (is.object(value) && value.type === 'notification.dismiss' && isNotificationDismiss(value)) ||
      (is.object(value) && value.type === 'toast.show' && isToastShow(value)) ||
      (is.object(value) && value.type === 'toast.dismiss' && isToastDismiss(value)) ||
      (is.object(value) && value.type === 'dialog.confirm' && isDialogConfirm(value)) ||
      (is.object(value) && value.type === 'app.badge' && isAppBadge(value)) ||
      (is.object(value) && value.type === 'desktop.refreshApps' && isDesktopRefreshApps(value)) ||
      (is.object(value) &&
        value.type === 'desktop.createShortcut' &&
        isDesktopCreateShortcut(value)) ||
      (is.object(value) &&
        value.type === 'desktop.removeShortcut' &&
        isDesktopRemoveShortcut(value)) ||
      (is.object(value) &&
        value.type === 'desktop.updateShortcut' &&
        isDesktopUpdateShortcut(value)))
  );
}

/** An action whose `type` begins with `window.`. */
export type WindowAction = Extract<OsAction, { type: `window.${string}` }>;

/** Whether an action's `type` begins with `window.`. */
export function isWindowAction(action: OsAction): action is WindowAction {
  return action.type.startsWith('window.');
}

/** An action whose `type` begins with `notification.`. */
export type NotificationAction = Extract<OsAction, { type: `notification.${string}` }>;

/** Whether an action's `type` begins with `notification.`. */
export function isNotificationAction(action: OsAction): action is NotificationAction {
  return action.type.startsWith('notification.');
}

/** An action whose `type` begins with `toast.`. */
export type ToastAction = Extract<OsAction, { type: `toast.${string}` }>;

/** Whether an action's `type` begins with `toast.`. */
export function isToastAction(action: OsAction): action is ToastAction {
  return action.type.startsWith('toast.');
}

/** An action whose `type` begins with `dialog.`. */
export type DialogAction = Extract<OsAction, { type: `dialog.${string}` }>;

/** Whether an action's `type` begins with `dialog.`. */
export function isDialogAction(action: OsAction): action is DialogAction {
  return action.type.startsWith('dialog.');
}

/** An action whose `type` begins with `app.`. */
export type AppAction = Extract<OsAction, { type: `app.${string}` }>;

/** Whether an action's `type` begins with `app.`. */
export function isAppAction(action: OsAction): action is AppAction {
  return action.type.startsWith('app.');
}

/** An action whose `type` begins with `desktop.`. */
export type DesktopAction = Extract<OsAction, { type: `desktop.${string}` }>;

/** Whether an action's `type` begins with `desktop.`. */
export function isDesktopAction(action: OsAction): action is DesktopAction {
  return action.type.startsWith('desktop.');
}
