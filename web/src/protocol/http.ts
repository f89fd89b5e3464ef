// Generated from the Rust types of `http` in `crates/action`. Written by `cargo xtask codegen`; do not edit.

import * as is from '../protocol-runtime';
import {
  isAnswerForm,
  type AnswerForm,
  isConsentRequest,
  type ConsentRequest,
  isQuestionKind,
  type QuestionKind,
} from './wire';

/** The settings. */
export interface Settings {
  /** The configured models. */
  models: ListedModel[];
  /** Phones that were added by address. */
  phones: string[];
  /** Whether a person confirms every plan. */
  alwaysConfirm: boolean;
  /** Whether other devices reach it over TLS. */
  tls: boolean;
  /** The data folder. */
  data: string;
  /** The settings file. */
  config: string;
  /** The version of the program. */
  version: string;
  /** The default model. */
  defaultModel?: string;
  /** The address of this server for other devices. */
  publicUrl?: string;
  /** The webhook that is called when a person is needed. */
  webhook?: string;
}

/** Whether the value is a valid `Settings`. */
export function isSettings(value: unknown): value is Settings {
  return (
    is.object(value) &&
    is.list(value.models, isListedModel) &&
    is.list(value.phones, is.string) &&
    is.boolean(value.alwaysConfirm) &&
    is.boolean(value.tls) &&
    is.string(value.data) &&
    is.string(value.config) &&
    is.string(value.version) &&
    is.optional(value.defaultModel, is.string) &&
    is.optional(value.publicUrl, is.string) &&
    is.optional(value.webhook, is.string)
  );
}

/** A configured model. */
export interface ListedModel {
  /** Its name here. */
  name: string;
  /** The address of its endpoint. */
  baseUrl: string;
  /** Its name at the endpoint. */
  model: string;
  /** Where its key comes from. */
  key: KeySource;
  /** The dialect in which it writes actions; detected automatically if absent. */
  dialect?: string;
}

/** Whether the value is a valid `ListedModel`. */
export function isListedModel(value: unknown): value is ListedModel {
  return (
    is.object(value) &&
    is.string(value.name) &&
    is.string(value.baseUrl) &&
    is.string(value.model) &&
    isKeySource(value.key) &&
    is.optional(value.dialect, is.string)
  );
}

/** Where a model's key comes from. */
export type KeySource =
  /** There is none. */
  | 'none'
  /** From the environment. */
  | 'environment'
  /** From the environment, where it is missing. */
  | 'missing'
  /** From the data folder. */
  | 'stored';

/** Every `KeySource`. */
export const keySourceValues: readonly KeySource[] = ['none', 'environment', 'missing', 'stored'];

/** Whether the value is a valid `KeySource`. */
export function isKeySource(value: unknown): value is KeySource {
  return is.oneOf(value, keySourceValues);
}

/** A change of the settings. Absent fields stay; an empty text removes a value. */
export interface SettingsChange {
  /** Whether a person confirms every plan. */
  alwaysConfirm?: boolean;
  /** The default model. */
  defaultModel?: string;
  /** The webhook that is called when a person is needed. */
  webhook?: string;
}

/** Whether the value is a valid `SettingsChange`. */
export function isSettingsChange(value: unknown): value is SettingsChange {
  return (
    is.object(value) &&
    is.optional(value.alwaysConfirm, is.boolean) &&
    is.optional(value.defaultModel, is.string) &&
    is.optional(value.webhook, is.string)
  );
}

/** A model as a person enters it. */
export interface NewModel {
  /** The address of its OpenAI-compatible endpoint. */
  baseUrl: string;
  /** Its name at the endpoint. */
  model: string;
  /** The dialect in which it writes actions. */
  dialect?: string;
  /**
   * Its key. It is kept in the data folder and never shown again; an empty text removes it, and
   * without one the saved key stays.
   */
  key?: string;
  /** The environment variable that holds its key, instead of a key. */
  keyEnv?: string;
  /** For testing a saved model: its name here. Its key is used if none is entered. */
  name?: string;
}

/** Whether the value is a valid `NewModel`. */
export function isNewModel(value: unknown): value is NewModel {
  return (
    is.object(value) &&
    is.string(value.baseUrl) &&
    is.string(value.model) &&
    is.optional(value.dialect, is.string) &&
    is.optional(value.key, is.string) &&
    is.optional(value.keyEnv, is.string) &&
    is.optional(value.name, is.string)
  );
}

/** A phone as a person enters it. */
export interface NewPhone {
  /** Its serial, or `host:port`. */
  address: string;
}

/** Whether the value is a valid `NewPhone`. */
export function isNewPhone(value: unknown): value is NewPhone {
  return is.object(value) && is.string(value.address);
}

/** The result of testing an entry. */
export interface Tried {
  /** Whether it works. */
  ok: boolean;
  /** The result in words, and what to do next if it failed. */
  message: string;
  /** How long it took, in milliseconds. */
  tookMs: number;
}

/** Whether the value is a valid `Tried`. */
export function isTried(value: unknown): value is Tried {
  return (
    is.object(value) &&
    is.boolean(value.ok) &&
    is.string(value.message) &&
    is.integer(value.tookMs, 0)
  );
}

/** A page of tasks, the latest first. */
export interface TaskPage {
  /** The tasks. */
  tasks: TaskView[];
  /** Pass this as `before` to get the next page; absent on the last one. */
  before?: string;
}

/** Whether the value is a valid `TaskPage`. */
export function isTaskPage(value: unknown): value is TaskPage {
  return (
    is.object(value) && is.list(value.tasks, isTaskView) && is.optional(value.before, is.string)
  );
}

/** A task. */
export interface TaskView {
  /** Its id. */
  id: string;
  /** The person's goal. */
  goal: string;
  /** Its state. */
  state: TaskState;
  /** The phone. */
  device: string;
  /** The steps taken so far. */
  steps: number;
  /** Whether it can be resumed. */
  resumable: boolean;
  /** The outside program that requested it; absent if a person did. */
  askedBy?: string;
  /** The cost in dollars, if the model reports it and the task is over. */
  cost?: number;
  /** When it was requested. */
  created?: string;
  /** How long it took in seconds, if it is over. */
  durationSec?: number;
  /** What went wrong and what to do about it. */
  error?: string;
  /** Whether a person pinned it, so that it is never deleted for its age. */
  kept?: boolean;
  /** When something was last recorded for it. */
  last?: string;
  /** The most steps it may take. */
  maxSteps?: number;
  /** The message to the person. */
  message?: string;
  /** The model. */
  model?: string;
  /** How many of its questions wait for an answer. Default: 0. */
  questions?: number;
  /** Why it ended, for programs. */
  reason?: string;
  /** The tokens that models used for it; none if no model was asked. Default: 0. */
  tokens?: number;
  /** The last action that the app may still undo. Lists include it only for running tasks. */
  undo?: UndoOffer;
}

/** Whether the value is a valid `TaskView`. */
export function isTaskView(value: unknown): value is TaskView {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.goal) &&
    isTaskState(value.state) &&
    is.string(value.device) &&
    is.integer(value.steps, 0, 4294967295) &&
    is.boolean(value.resumable) &&
    is.optional(value.askedBy, is.string) &&
    is.optional(value.cost, is.number) &&
    is.optional(value.created, is.string) &&
    is.optional(value.durationSec, is.number) &&
    is.optional(value.error, is.string) &&
    is.optional(value.kept, is.boolean) &&
    is.optional(value.last, is.string) &&
    is.optional(value.maxSteps, (item) => is.integer(item, 0, 4294967295)) &&
    is.optional(value.message, is.string) &&
    is.optional(value.model, is.string) &&
    is.optional(value.questions, (item) => is.integer(item, 0)) &&
    is.optional(value.reason, is.string) &&
    is.optional(value.tokens, (item) => is.integer(item, 0)) &&
    is.optional(value.undo, isUndoOffer)
  );
}

/** The state of a task. */
export type TaskState =
  /** It waits for its phone. */
  | 'queued'
  /** It runs. */
  | 'running'
  /** It is paused: somebody paused it, or took its phone over. */
  | 'paused'
  /** It is done. */
  | 'success'
  /** It failed for good. */
  | 'failed'
  /** A limit was reached. */
  | 'timeout'
  /** It was stopped, or its process ended. It can be resumed. */
  | 'interrupted';

/** Every `TaskState`. */
export const taskStateValues: readonly TaskState[] = [
  'queued',
  'running',
  'paused',
  'success',
  'failed',
  'timeout',
  'interrupted',
];

/** Whether the value is a valid `TaskState`. */
export function isTaskState(value: unknown): value is TaskState {
  return is.oneOf(value, taskStateValues);
}

/** An undo that an app offered after an action. Only the phone can tell whether it still does. */
export interface UndoOffer {
  /** The app's label for it, or its text about the bin. */
  label: string;
  /** Since when it is offered. */
  since: string;
  /** Whether it can be pressed from here; otherwise the person has to find it on the phone. */
  pressable: boolean;
  /** The app's package. */
  app?: string;
  /** When the offer ends, if the app says so. */
  until?: string;
}

/** Whether the value is a valid `UndoOffer`. */
export function isUndoOffer(value: unknown): value is UndoOffer {
  return (
    is.object(value) &&
    is.string(value.label) &&
    is.string(value.since) &&
    is.boolean(value.pressable) &&
    is.optional(value.app, is.string) &&
    is.optional(value.until, is.string)
  );
}

/** The reachable phones. */
export interface DeviceList {
  /** The phones. */
  devices: PhoneView[];
}

/** Whether the value is a valid `DeviceList`. */
export function isDeviceList(value: unknown): value is DeviceList {
  return is.object(value) && is.list(value.devices, isPhoneView);
}

/** A phone. */
export interface PhoneView {
  /** Its id. */
  id: string;
  /** The name people know it by. */
  name: string;
  /** How many tasks wait for it. */
  waiting: number;
  /** Its holder. */
  holder?: Holder;
  /** Why it cannot be used. */
  trouble?: string;
}

/** Whether the value is a valid `PhoneView`. */
export function isPhoneView(value: unknown): value is PhoneView {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.name) &&
    is.integer(value.waiting, 0) &&
    is.optional(value.holder, isHolder) &&
    is.optional(value.trouble, is.string)
  );
}

/** Who holds a phone. */
export type Holder =
  /** A task, by its id. */
  | { kind: 'task'; name: string }
  /** A person. */
  | { kind: 'person' }
  /** An outside program, by its name. */
  | { kind: 'client'; name: string };

/** Whether the value is a valid `Holder`. */
export function isHolder(value: unknown): value is Holder {
  return (
    (is.object(value) && value.kind === 'task' && is.string(value.name)) ||
    (is.object(value) && value.kind === 'person') ||
    (is.object(value) && value.kind === 'client' && is.string(value.name))
  );
}

/** The registered agents. */
export interface AgentList {
  /** In the order in which they were added. */
  agents: Agent[];
}

/** Whether the value is a valid `AgentList`. */
export function isAgentList(value: unknown): value is AgentList {
  return is.object(value) && is.list(value.agents, isAgent);
}

/** A registered agent. */
export interface Agent {
  /** Its name. */
  name: string;
  /** When it was added, in milliseconds since 1970. */
  added: number;
  /**
   * Whether it is connected now: it listens for messages, or waits for an answer. Default: false.
   */
  connected?: boolean;
}

/** Whether the value is a valid `Agent`. */
export function isAgent(value: unknown): value is Agent {
  return (
    is.object(value) &&
    is.string(value.name) &&
    is.integer(value.added, 0) &&
    is.optional(value.connected, is.boolean)
  );
}

/** An agent's credential. */
export interface Credential {
  /** Its name. */
  name: string;
  /** The token for `Authorization: Bearer TOKEN`. Only its hash is stored. */
  token: string;
}

/** Whether the value is a valid `Credential`. */
export function isCredential(value: unknown): value is Credential {
  return is.object(value) && is.string(value.name) && is.string(value.token);
}

/** The choices that people asked to remember. */
export interface ChoiceList {
  /** In the order in which they were made. */
  choices: RememberedChoice[];
}

/** Whether the value is a valid `ChoiceList`. */
export function isChoiceList(value: unknown): value is ChoiceList {
  return is.object(value) && is.list(value.choices, isRememberedChoice);
}

/** A remembered choice. */
export interface RememberedChoice {
  /** The id for revoking it. */
  id: string;
  /** The requester: `gate`, or `agent:NAME`. */
  who: string;
  /** The request. */
  what: string;
  /** Whether it is allowed. */
  allow: boolean;
  /** When, in milliseconds since 1970. */
  at: number;
  /** The context. */
  context?: string;
}

/** Whether the value is a valid `RememberedChoice`. */
export function isRememberedChoice(value: unknown): value is RememberedChoice {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.who) &&
    is.string(value.what) &&
    is.boolean(value.allow) &&
    is.integer(value.at, 0) &&
    is.optional(value.context, is.string)
  );
}

/** The questions that wait for an answer. */
export interface QuestionList {
  /** The questions, the oldest first. */
  questions: LinkedQuestion[];
  /**
   * The server's clock, in milliseconds since 1970. Remaining times are computed from it, so the
   * viewer's clock need not be right. Default: 0.
   */
  now?: number;
}

/** Whether the value is a valid `QuestionList`. */
export function isQuestionList(value: unknown): value is QuestionList {
  return (
    is.object(value) &&
    is.list(value.questions, isLinkedQuestion) &&
    is.optional(value.now, (item) => is.integer(item, 0))
  );
}

/** A question with its link. */
export interface LinkedQuestion {
  /** Its id. */
  id: string;
  /** The task that asks. */
  task: string;
  /** The kind of answer it takes. */
  kind: QuestionKind;
  /** A short title. */
  title: string;
  /** The question. */
  message: string;
  /** Whether the answer is a secret: shown as dots. */
  secret: boolean;
  /** Whether a yes can be remembered. */
  canRemember: boolean;
  /** When it was asked. */
  asked: string;
  /** When it times out. */
  until: string;
  /** The link for answering it on another device. */
  link: QuestionLink;
  /** What is needed and how it is used, in our own words; empty if the question says it all. */
  about?: string;
  /** Answers to choose from. */
  choices?: string[];
  /**
   * The gate's full request for consent; absent for other questions. Only with this may the person
   * choose to do it themselves.
   */
  consent?: ConsentRequest;
  /** The ways to answer it, the most common first. Default: []. */
  forms?: AnswerForm[];
  /** What an answer may contain besides a yes. Default: 'yes'. */
  takes?: TaskQuestionTakes;
}

/** Whether the value is a valid `LinkedQuestion`. */
export function isLinkedQuestion(value: unknown): value is LinkedQuestion {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.task) &&
    isQuestionKind(value.kind) &&
    is.string(value.title) &&
    is.string(value.message) &&
    is.boolean(value.secret) &&
    is.boolean(value.canRemember) &&
    is.string(value.asked) &&
    is.string(value.until) &&
    isQuestionLink(value.link) &&
    is.optional(value.about, is.string) &&
    is.optional(value.choices, (item) => is.list(item, is.string)) &&
    is.optional(value.consent, isConsentRequest) &&
    is.optional(value.forms, (item) => is.list(item, isAnswerForm)) &&
    is.optional(value.takes, isTaskQuestionTakes)
  );
}

/**
 * A link for answering one question from another device. It is a secret: anyone who has it may
 * answer.
 */
export interface QuestionLink {
  /** The address; only a path if the server has no public address. */
  url: string;
  /** Where the link works. */
  note: string;
}

/** Whether the value is a valid `QuestionLink`. */
export function isQuestionLink(value: unknown): value is QuestionLink {
  return is.object(value) && is.string(value.url) && is.string(value.note);
}

/** What an answer may contain besides a yes. */
export type TaskQuestionTakes =
  /** Nothing: the yes is the answer. */
  | 'yes'
  /** Words, such as a code. */
  | 'text'
  /** A place, as in `48.2082,16.3738`. */
  | 'place'
  /** A picture or another file. */
  | 'file'
  /** Words or a file, as the person prefers. */
  | 'text_or_file';

/** Every `TaskQuestionTakes`. */
export const taskQuestionTakesValues: readonly TaskQuestionTakes[] = [
  'yes',
  'text',
  'place',
  'file',
  'text_or_file',
];

/** Whether the value is a valid `TaskQuestionTakes`. */
export function isTaskQuestionTakes(value: unknown): value is TaskQuestionTakes {
  return is.oneOf(value, taskQuestionTakesValues);
}

/** The one question that a link gives access to. */
export interface QuestionByLink {
  /** Its id. */
  id: string;
  /** The task that asks. */
  task: string;
  /** The kind of answer it takes. */
  kind: QuestionKind;
  /** A short title. */
  title: string;
  /** The question. */
  message: string;
  /** Whether the answer is a secret: shown as dots. */
  secret: boolean;
  /** Whether a yes can be remembered. */
  canRemember: boolean;
  /** When it was asked. */
  asked: string;
  /** When it times out. */
  until: string;
  /** The server's clock, in milliseconds since 1970. */
  now: number;
  /** What is needed and how it is used, in our own words; empty if the question says it all. */
  about?: string;
  /** Answers to choose from. */
  choices?: string[];
  /**
   * The gate's full request for consent; absent for other questions. Only with this may the person
   * choose to do it themselves.
   */
  consent?: ConsentRequest;
  /** The ways to answer it, the most common first. Default: []. */
  forms?: AnswerForm[];
  /** What an answer may contain besides a yes. Default: 'yes'. */
  takes?: TaskQuestionTakes;
}

/** Whether the value is a valid `QuestionByLink`. */
export function isQuestionByLink(value: unknown): value is QuestionByLink {
  return (
    is.object(value) &&
    is.string(value.id) &&
    is.string(value.task) &&
    isQuestionKind(value.kind) &&
    is.string(value.title) &&
    is.string(value.message) &&
    is.boolean(value.secret) &&
    is.boolean(value.canRemember) &&
    is.string(value.asked) &&
    is.string(value.until) &&
    is.integer(value.now, 0) &&
    is.optional(value.about, is.string) &&
    is.optional(value.choices, (item) => is.list(item, is.string)) &&
    is.optional(value.consent, isConsentRequest) &&
    is.optional(value.forms, (item) => is.list(item, isAnswerForm)) &&
    is.optional(value.takes, isTaskQuestionTakes)
  );
}
