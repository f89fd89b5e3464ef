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

/** How everything is set up. */
export interface Settings {
  /** The models that can be asked. */
  models: ListedModel[];
  /** Phones that were added by their address. */
  phones: string[];
  /** Whether a person confirms every plan. */
  alwaysConfirm: boolean;
  /** Whether other devices reach it over TLS. */
  tls: boolean;
  /** The data folder. */
  data: string;
  /** The file of settings. */
  config: string;
  /** The version of the program. */
  version: string;
  /** The one that is asked when none is named. */
  defaultModel?: string;
  /** Where other devices reach this server. */
  publicUrl?: string;
  /** What is called when a person is needed. */
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

/** A model that can be asked. */
export interface ListedModel {
  /** What it is called here. */
  name: string;
  /** Where it is asked. */
  baseUrl: string;
  /** What it is called there. */
  model: string;
  /** Where its key comes from. */
  key: KeySource;
  /** How it writes actions; found out by itself if there is none. */
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

/** What a person changes. What is absent stays; an empty text takes it away. */
export interface SettingsChange {
  /** Whether a person confirms every plan. */
  alwaysConfirm?: boolean;
  /** The model that is asked when none is named. */
  defaultModel?: string;
  /** What is called when a person is needed. */
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
  /** Where it is asked: an OpenAI-compatible endpoint. */
  baseUrl: string;
  /** What it is called there. */
  model: string;
  /** How it writes actions. */
  dialect?: string;
  /**
   * Its key. It is kept in the data folder and never shown again; an empty text takes it away, and
   * without one the key that is kept stays.
   */
  key?: string;
  /** The environment variable that holds its key, instead of that. */
  keyEnv?: string;
  /** For trying one that is kept: what it is called here. Its key is used where none is entered. */
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

/** What came of trying something that was entered. */
export interface Tried {
  /** Whether it works. */
  ok: boolean;
  /** What happened, and what to do next if it does not. */
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

/** Some of the tasks, the latest first. */
export interface TaskPage {
  /** The tasks. */
  tasks: TaskView[];
  /** Give this as `before` to get those before them; absent if there are none. */
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
  /** Names it. */
  id: string;
  /** What the person wants. */
  goal: string;
  /** How it stands. */
  state: TaskState;
  /** On which phone. */
  device: string;
  /** How many steps were taken. */
  steps: number;
  /** Whether it can be resumed. */
  resumable: boolean;
  /** The program outside that asked for it; nothing where a person did. */
  askedBy?: string;
  /** What that cost, in dollars, where the model says so and it is over. */
  cost?: number;
  /** When it was asked for. */
  created?: string;
  /** How many seconds it took, if it is over. */
  durationSec?: number;
  /** What went wrong and what to do about it. */
  error?: string;
  /** When something was last written down of it. */
  last?: string;
  /** How many there may be. */
  maxSteps?: number;
  /** What the person is told. */
  message?: string;
  /** By which model. */
  model?: string;
  /** How many questions of it wait for an answer. Default: 0. */
  questions?: number;
  /** What ended it, for programs. */
  reason?: string;
  /** How many tokens models used for it; none where no model was asked. Default: 0. */
  tokens?: number;
  /** The way back from what it did last that can be taken back. Lists tell it of tasks that run. */
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

/** How a task stands. */
export type TaskState =
  /** It waits for its phone. */
  | 'queued'
  /** It runs. */
  | 'running'
  /** It stands still: somebody paused it, or took its phone over. */
  | 'paused'
  /** It is done. */
  | 'success'
  /** It is not done, and will not be. */
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

/**
 * The way back that an app offered after an act. Whether it is still there only the phone can tell.
 */
export interface UndoOffer {
  /** What the app calls it, or says of its bin. */
  label: string;
  /** Since when. */
  since: string;
  /** Whether it can be pressed from here; else it has to be looked for on the phone. */
  pressable: boolean;
  /** In which app, by its package. */
  app?: string;
  /** Until when, where the app says so. */
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

/** The phones that can be reached. */
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
  /** By which it is reached. */
  id: string;
  /** What people call it. */
  name: string;
  /** How many tasks wait for it. */
  waiting: number;
  /** Who holds it. */
  holder?: Holder;
  /** What is in the way of working with it. */
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
  /** A program outside, by its name. */
  | { kind: 'client'; name: string };

/** Whether the value is a valid `Holder`. */
export function isHolder(value: unknown): value is Holder {
  return (
    (is.object(value) && value.kind === 'task' && is.string(value.name)) ||
    (is.object(value) && value.kind === 'person') ||
    (is.object(value) && value.kind === 'client' && is.string(value.name))
  );
}

/** The agents that were let in. */
export interface AgentList {
  /** In the order in which they were let in. */
  agents: Agent[];
}

/** Whether the value is a valid `AgentList`. */
export function isAgentList(value: unknown): value is AgentList {
  return is.object(value) && is.list(value.agents, isAgent);
}

/** An agent that was let in. */
export interface Agent {
  /** Its name. */
  name: string;
  /** When it was let in, in milliseconds since 1970. */
  added: number;
  /**
   * Whether it is there now: it listens to what people say, or waits for an answer. Default: false.
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

/** An agent's way in. */
export interface Credential {
  /** Its name. */
  name: string;
  /** What it sends as `Authorization: Bearer TOKEN`. Only its hash is kept. */
  token: string;
}

/** Whether the value is a valid `Credential`. */
export function isCredential(value: unknown): value is Credential {
  return is.object(value) && is.string(value.name) && is.string(value.token);
}

/** The choices that people wanted remembered. */
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
  /** What it is called when it is revoked. */
  id: string;
  /** Who asked: `gate`, or `agent:NAME`. */
  who: string;
  /** For what. */
  what: string;
  /** Yes or no. */
  allow: boolean;
  /** When, in milliseconds since 1970. */
  at: number;
  /** In which context. */
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
  /** The oldest first. */
  questions: LinkedQuestion[];
  /**
   * The server's clock, in milliseconds since 1970: what is left of a question's time is told by
   * it, whatever the clock of who looks on says. Default: 0.
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
  /** Names it. */
  id: string;
  /** The task that asks. */
  task: string;
  /** What kind of answer it takes. */
  kind: QuestionKind;
  /** What it is about, in a few words. */
  title: string;
  /** The question. */
  message: string;
  /** Whether the answer is a secret: shown as dots. */
  secret: boolean;
  /** Whether a yes can be remembered. */
  canRemember: boolean;
  /** Since when it waits. */
  asked: string;
  /** When it stops waiting. */
  until: string;
  /** The way to answer it elsewhere. */
  link: QuestionLink;
  /**
   * What is wanted and what becomes of it, in our own words; empty where the question says it all.
   */
  about?: string;
  /** Answers to choose from. */
  choices?: string[];
  /**
   * What the gate wants a yes to, whole; nothing for other questions. Only here the person may say
   * that they do it themselves.
   */
  consent?: ConsentRequest;
  /** How it can be answered, the usual way first. Default: []. */
  forms?: AnswerForm[];
  /** What the answer may bring besides a yes. Default: 'yes'. */
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
 * The way to answer one question from another device. It is a secret: whoever has it may answer.
 */
export interface QuestionLink {
  /** The address; only a path where the server has no public address. */
  url: string;
  /** Where it works. */
  note: string;
}

/** Whether the value is a valid `QuestionLink`. */
export function isQuestionLink(value: unknown): value is QuestionLink {
  return is.object(value) && is.string(value.url) && is.string(value.note);
}

/** What an answer may bring besides a yes. */
export type TaskQuestionTakes =
  /** Nothing: the yes is the answer. */
  | 'yes'
  /** Words, such as a code. */
  | 'text'
  /** A place, as in `48.2082,16.3738`. */
  | 'place'
  /** A picture or another file. */
  | 'file'
  /** Words or a file, as the person likes. */
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

/** The one question that a link leads to. */
export interface QuestionByLink {
  /** Names it. */
  id: string;
  /** The task that asks. */
  task: string;
  /** What kind of answer it takes. */
  kind: QuestionKind;
  /** What it is about, in a few words. */
  title: string;
  /** The question. */
  message: string;
  /** Whether the answer is a secret: shown as dots. */
  secret: boolean;
  /** Whether a yes can be remembered. */
  canRemember: boolean;
  /** Since when it waits. */
  asked: string;
  /** When it stops waiting. */
  until: string;
  /** The server's clock, in milliseconds since 1970. */
  now: number;
  /**
   * What is wanted and what becomes of it, in our own words; empty where the question says it all.
   */
  about?: string;
  /** Answers to choose from. */
  choices?: string[];
  /**
   * What the gate wants a yes to, whole; nothing for other questions. Only here the person may say
   * that they do it themselves.
   */
  consent?: ConsentRequest;
  /** How it can be answered, the usual way first. Default: []. */
  forms?: AnswerForm[];
  /** What the answer may bring besides a yes. Default: 'yes'. */
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
