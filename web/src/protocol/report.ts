// Generated from the Rust types of `report` in `crates/action`. Written by `cargo xtask codegen`; do not edit.

import * as is from '../protocol-runtime';

/** What a report begins with: how the task went, with one line for each step. */
export interface ReportIndex {
  /** The format of the report. */
  version: number;
  /** The program that made it. */
  program: string;
  /** When it was made, in milliseconds since 1970. */
  made: number;
  /** The task's id. */
  task: string;
  /** The goal, in the person's words. */
  goal: string;
  /** The phone. */
  device: string;
  /** The mind: a model, or `plan`. */
  model: string;
  /** The model's dialect. */
  dialect: string;
  /** When the task began, in milliseconds since 1970. */
  began: number;
  /** How long it worked in all, without pauses, in milliseconds. */
  took: number;
  /** How many times it was started: more than one if it was resumed. */
  runs: number;
  /** How it ended, or that it did not. */
  state: RunState;
  /** Tokens of the prompts. */
  inputTokens: number;
  /** Tokens of the replies. */
  outputTokens: number;
  /** The time by phase. */
  phases: Phases;
  /** What the record lacks, in sentences. */
  missing: string[];
  /** The steps. */
  steps: StepLine[];
  /** The cost, if the price is known. */
  cost?: number;
  /** What went wrong, and what to do about it. */
  error?: string;
  /** What the person was told at the end. */
  message?: string;
  /** Why it ended, for programs: `finished`, `gave_up`. */
  reason?: string;
  /** The first thing that went wrong and was overcome, if it did. */
  trouble?: Trouble;
  /** Why it did not reach its goal, if it did not. */
  why?: ReportWhy;
}

/** Whether the value is a valid `ReportIndex`. */
export function isReportIndex(value: unknown): value is ReportIndex {
  return (
    is.object(value) &&
    is.integer(value.version, 0, 4294967295) &&
    is.string(value.program) &&
    is.integer(value.made) &&
    is.string(value.task) &&
    is.string(value.goal) &&
    is.string(value.device) &&
    is.string(value.model) &&
    is.string(value.dialect) &&
    is.integer(value.began) &&
    is.integer(value.took, 0) &&
    is.integer(value.runs, 0, 4294967295) &&
    isRunState(value.state) &&
    is.integer(value.inputTokens, 0) &&
    is.integer(value.outputTokens, 0) &&
    isPhases(value.phases) &&
    is.list(value.missing, is.string) &&
    is.list(value.steps, isStepLine) &&
    is.optional(value.cost, is.number) &&
    is.optional(value.error, is.string) &&
    is.optional(value.message, is.string) &&
    is.optional(value.reason, is.string) &&
    is.optional(value.trouble, isTrouble) &&
    is.optional(value.why, isReportWhy)
  );
}

/** How a task stands. */
export type RunState =
  /** It still runs. */
  | 'running'
  /** It reached its goal. */
  | 'success'
  /** It did not. */
  | 'failed'
  /** A limit ended it. */
  | 'timeout'
  /** Somebody stopped it. */
  | 'interrupted'
  /** Its record has no end: its process was killed, or the record is cut off. */
  | 'cut_off';

/** Every `RunState`. */
export const runStateValues: readonly RunState[] = [
  'running',
  'success',
  'failed',
  'timeout',
  'interrupted',
  'cut_off',
];

/** Whether the value is a valid `RunState`. */
export function isRunState(value: unknown): value is RunState {
  return is.oneOf(value, runStateValues);
}

/** How long each phase took, in milliseconds. */
export interface Phases {
  /** Looking at the phone. */
  look: number;
  /** Waiting for the mind. */
  mind: number;
  /** Judging the action. */
  gate: number;
  /** Waiting for a person. */
  person: number;
  /** Acting, until the phone had carried it out. */
  act: number;
  /** Waiting for the screen to settle. */
  settle: number;
  /** Writing the record. */
  record: number;
}

/** Whether the value is a valid `Phases`. */
export function isPhases(value: unknown): value is Phases {
  return (
    is.object(value) &&
    is.integer(value.look, 0) &&
    is.integer(value.mind, 0) &&
    is.integer(value.gate, 0) &&
    is.integer(value.person, 0) &&
    is.integer(value.act, 0) &&
    is.integer(value.settle, 0) &&
    is.integer(value.record, 0)
  );
}

/** One step in the list. */
export interface StepLine {
  /** Its number; 0 for what came before the first. */
  step: number;
  /** When it began. */
  at: number;
  /** How long it took. */
  took: number;
  /** The time by phase. */
  phases: Phases;
  /** The first action, with long texts cut. */
  action?: unknown;
  /** The number of the picture after the action. */
  after?: number;
  /** The package in front. */
  app?: string;
  /** The number of the picture that the mind saw. */
  before?: number;
  /** What it is found by. */
  marks?: StepMark[];
  /** The name of what it acted on. */
  target?: string;
  /** The beginning of the mind's thought. */
  thought?: string;
  /** Tokens of its prompts and replies. */
  tokens?: number;
  /** The first thing that went wrong in it. */
  trouble?: string;
}

/** Whether the value is a valid `StepLine`. */
export function isStepLine(value: unknown): value is StepLine {
  return (
    is.object(value) &&
    is.integer(value.step, 0, 4294967295) &&
    is.integer(value.at, 0) &&
    is.integer(value.took, 0) &&
    isPhases(value.phases) &&
    is.optional(value.after, (item) => is.integer(item, 0)) &&
    is.optional(value.app, is.string) &&
    is.optional(value.before, (item) => is.integer(item, 0)) &&
    is.optional(value.marks, (item) => is.list(item, isStepMark)) &&
    is.optional(value.target, is.string) &&
    is.optional(value.thought, is.string) &&
    is.optional(value.tokens, (item) => is.integer(item, 0)) &&
    is.optional(value.trouble, is.string)
  );
}

/** What a step is found by. */
export type StepMark =
  /** Something went wrong. */
  | 'error'
  /** A person was asked. */
  | 'question'
  /** The gate asked or refused. */
  | 'gate'
  /** The phone was touched. */
  | 'touch'
  /** Something was tried again. */
  | 'retry';

/** Every `StepMark`. */
export const stepMarkValues: readonly StepMark[] = ['error', 'question', 'gate', 'touch', 'retry'];

/** Whether the value is a valid `StepMark`. */
export function isStepMark(value: unknown): value is StepMark {
  return is.oneOf(value, stepMarkValues);
}

/** Something that went wrong, and where. */
export interface Trouble {
  /** The step. */
  step: number;
  /** What went wrong, in a sentence. */
  what: string;
}

/** Whether the value is a valid `Trouble`. */
export function isTrouble(value: unknown): value is Trouble {
  return is.object(value) && is.integer(value.step, 0, 4294967295) && is.string(value.what);
}

/** Why a task did not reach its goal, as `fingertip task why` says it. */
export interface ReportWhy {
  /** The cause in a sentence. */
  summary: string;
  /** What to try. */
  next: string[];
  /** What shows it first. */
  first?: Trouble;
}

/** Whether the value is a valid `ReportWhy`. */
export function isReportWhy(value: unknown): value is ReportWhy {
  return (
    is.object(value) &&
    is.string(value.summary) &&
    is.list(value.next, is.string) &&
    is.optional(value.first, isTrouble)
  );
}

/** One step, with all that happened in it. */
export interface ReportStep {
  /** Its number. */
  step: number;
  /** What happened, in order. */
  moments: Moment[];
  /** The number of the outline of the screen that the mind saw. */
  outline?: number;
  /** The number of the outline of the screen afterwards. */
  outlineAfter?: number;
  /** Why there is no picture, if there is none. */
  withheld?: string;
}

/** Whether the value is a valid `ReportStep`. */
export function isReportStep(value: unknown): value is ReportStep {
  return (
    is.object(value) &&
    is.integer(value.step, 0, 4294967295) &&
    is.list(value.moments, isMoment) &&
    is.optional(value.outline, (item) => is.integer(item, 0)) &&
    is.optional(value.outlineAfter, (item) => is.integer(item, 0)) &&
    is.optional(value.withheld, is.string)
  );
}

/** Something that happened, and when. */
export interface Moment {
  /** When. */
  at: number;
  /** How long it took. */
  took: number;
  /** What. */
  event: MomentEvent;
}

/** Whether the value is a valid `Moment`. */
export function isMoment(value: unknown): value is Moment {
  return (
    is.object(value) &&
    is.integer(value.at, 0) &&
    is.integer(value.took, 0) &&
    isMomentEvent(value.event)
  );
}

/** What happened. */
export type MomentEvent =
  /** The task was started, or resumed. */
  | { kind: 'started'; resumed: boolean }
  /** The phone was looked at. */
  | { kind: 'looked'; app?: string; elements?: number; picture?: number; withheld?: string }
  /** The mind replied. */
  | { kind: 'replied'; thought: string; raw: string; actions: unknown[]; repairs: Repair[]; inputTokens: number; cachedTokens: number; outputTokens: number; estimated: boolean; attempts: number; cost?: number; error?: string; pictures?: number; prompt?: number }
  /** The gate decided. */
  | { kind: 'judged'; action: unknown; verdict: string; rule: string; reason: string; allowed: boolean; by: string; package?: string; remembered?: string; target?: ReportElement }
  /** A person was asked: whether an action is allowed, or what the agent wanted to know. */
  | { kind: 'asked'; action: unknown; rule: string; words?: string }
  /** An action was carried out, or not. */
  | { kind: 'acted'; action: unknown; points: number[][]; outward: boolean; effect?: ActionEffect; number?: number; target?: ReportElement }
  /** A tool, a script or a person answered. */
  | { kind: 'answered'; tool: string; ok: boolean; text: string; person: boolean }
  /** The agent took a note. */
  | { kind: 'noted'; text: string }
  /** The goal became a plan, or the plan changed. */
  | { kind: 'planned'; intent: string; steps: string[] }
  /** A step of the plan began. */
  | { kind: 'plan_step'; index: number }
  /** A step of the plan ended. */
  | { kind: 'step_result'; index: number; op: string; status: string; code: string; message: string; checked?: string[]; remedy?: string }
  /** Something was tried again. */
  | { kind: 'retried'; of: string; failed: number; why: string; delay: number }
  /** Something on the screen is kept secret from here on. */
  | { kind: 'hid'; places: number }
  /** The task was paused. */
  | { kind: 'paused'; reason: string }
  /** It continued. */
  | { kind: 'continued'; paused: number }
  /** It ended. */
  | { kind: 'ended'; status: string; reason: string; message: string; error?: string };

/** Whether the value is a valid `MomentEvent`. */
export function isMomentEvent(value: unknown): value is MomentEvent {
  return (
    (is.object(value) && value.kind === 'started' && is.boolean(value.resumed)) ||
    (is.object(value) &&
      value.kind === 'looked' &&
      is.optional(value.app, is.string) &&
      is.optional(value.elements, (item) => is.integer(item, 0)) &&
      is.optional(value.picture, (item) => is.integer(item, 0)) &&
      is.optional(value.withheld, is.string)) ||
    (is.object(value) &&
      value.kind === 'replied' &&
      is.string(value.thought) &&
      is.string(value.raw) &&
      is.list(value.actions) &&
      is.list(value.repairs, isRepair) &&
      is.integer(value.inputTokens, 0) &&
      is.integer(value.cachedTokens, 0) &&
      is.integer(value.outputTokens, 0) &&
      is.boolean(value.estimated) &&
      is.integer(value.attempts, 0, 4294967295) &&
      is.optional(value.cost, is.number) &&
      is.optional(value.error, is.string) &&
      is.optional(value.pictures, (item) => is.integer(item, 0)) &&
      is.optional(value.prompt, (item) => is.integer(item, 0))) ||
    (is.object(value) &&
      value.kind === 'judged' &&
      value.action !== undefined &&
      is.string(value.verdict) &&
      is.string(value.rule) &&
      is.string(value.reason) &&
      is.boolean(value.allowed) &&
      is.string(value.by) &&
      is.optional(value.package, is.string) &&
      is.optional(value.remembered, is.string) &&
      is.optional(value.target, isReportElement)) ||
    (is.object(value) &&
      value.kind === 'asked' &&
      value.action !== undefined &&
      is.string(value.rule) &&
      is.optional(value.words, is.string)) ||
    (is.object(value) &&
      value.kind === 'acted' &&
      value.action !== undefined &&
      is.list(value.points, (item) => is.list(item, is.number)) &&
      is.boolean(value.outward) &&
      is.optional(value.effect, isActionEffect) &&
      is.optional(value.number, (item) => is.integer(item, 0)) &&
      is.optional(value.target, isReportElement)) ||
    (is.object(value) &&
      value.kind === 'answered' &&
      is.string(value.tool) &&
      is.boolean(value.ok) &&
      is.string(value.text) &&
      is.boolean(value.person)) ||
    (is.object(value) && value.kind === 'noted' && is.string(value.text)) ||
    (is.object(value) &&
      value.kind === 'planned' &&
      is.string(value.intent) &&
      is.list(value.steps, is.string)) ||
    (is.object(value) && value.kind === 'plan_step' && is.integer(value.index, 0, 4294967295)) ||
    (is.object(value) &&
      value.kind === 'step_result' &&
      is.integer(value.index, 0, 4294967295) &&
      is.string(value.op) &&
      is.string(value.status) &&
      is.string(value.code) &&
      is.string(value.message) &&
      is.optional(value.checked, (item) => is.list(item, is.string)) &&
      is.optional(value.remedy, is.string)) ||
    (is.object(value) &&
      value.kind === 'retried' &&
      is.string(value.of) &&
      is.integer(value.failed, 0, 4294967295) &&
      is.string(value.why) &&
      is.integer(value.delay, 0)) ||
    (is.object(value) && value.kind === 'hid' && is.integer(value.places, 0, 4294967295)) ||
    (is.object(value) && value.kind === 'paused' && is.string(value.reason)) ||
    (is.object(value) && value.kind === 'continued' && is.integer(value.paused, 0)) ||
    (is.object(value) &&
      value.kind === 'ended' &&
      is.string(value.status) &&
      is.string(value.reason) &&
      is.string(value.message) &&
      is.optional(value.error, is.string))
  );
}

/** A repair of a reply. */
export interface Repair {
  /** Its kind. */
  code: string;
  /** Where. */
  path: string;
  /** What was repaired. */
  message: string;
}

/** Whether the value is a valid `Repair`. */
export function isRepair(value: unknown): value is Repair {
  return (
    is.object(value) && is.string(value.code) && is.string(value.path) && is.string(value.message)
  );
}

/** An element of a screen. */
export interface ReportElement {
  /** Its left, top, width and height, as fractions of the screen. */
  bounds?: number[];
  /** How deep it is in the tree. */
  depth?: number;
  /** Its description for screen readers. */
  description?: string;
  /** Other facts on record about it, such as what is beside it. */
  facts?: string[];
  /** Its id. */
  id?: string;
  /** Its class, without the package. */
  role?: string;
  /** What it can do and how it stands: `clickable`, `checked`, `password`. */
  states?: string[];
  /** Its text. */
  text?: string;
}

/** Whether the value is a valid `ReportElement`. */
export function isReportElement(value: unknown): value is ReportElement {
  return (
    is.object(value) &&
    is.optional(value.bounds, (item) => is.list(item, is.number)) &&
    is.optional(value.depth, (item) => is.integer(item, 0, 4294967295)) &&
    is.optional(value.description, is.string) &&
    is.optional(value.facts, (item) => is.list(item, is.string)) &&
    is.optional(value.id, is.string) &&
    is.optional(value.role, is.string) &&
    is.optional(value.states, (item) => is.list(item, is.string)) &&
    is.optional(value.text, is.string)
  );
}

/** The effect of an action. */
export interface ActionEffect {
  /** Whether the screen changed: `changed`, `unchanged` or `unknown`. */
  change: string;
  /** Whether the screen was still moving. */
  stillMoving: boolean;
  /** How often it was retried. */
  retries: number;
  /** What appeared on the screen. */
  appeared?: string[];
  /** What changed on the screen, or in the phone's state. */
  changed?: string[];
  /** Why it failed, for programs. */
  failure?: string;
  /** Why it failed, for people. */
  message?: string;
  /** What the phone reported. */
  told?: string;
  /** How the app offers to undo it. */
  undo?: string;
}

/** Whether the value is a valid `ActionEffect`. */
export function isActionEffect(value: unknown): value is ActionEffect {
  return (
    is.object(value) &&
    is.string(value.change) &&
    is.boolean(value.stillMoving) &&
    is.integer(value.retries, 0, 4294967295) &&
    is.optional(value.appeared, (item) => is.list(item, is.string)) &&
    is.optional(value.changed, (item) => is.list(item, is.string)) &&
    is.optional(value.failure, is.string) &&
    is.optional(value.message, is.string) &&
    is.optional(value.told, is.string) &&
    is.optional(value.undo, is.string)
  );
}

/** The elements of one screen, each after the one it is in. */
export interface ReportOutline {
  /** Its number. */
  outline: number;
  /** The elements. */
  elements: ReportElement[];
  /** How many more there were. */
  leftOut?: number;
}

/** Whether the value is a valid `ReportOutline`. */
export function isReportOutline(value: unknown): value is ReportOutline {
  return (
    is.object(value) &&
    is.integer(value.outline, 0) &&
    is.list(value.elements, isReportElement) &&
    is.optional(value.leftOut, (item) => is.integer(item, 0))
  );
}

/** What a report ends with. A report without it is cut off. */
export interface ReportEnd {
  /** What was found to be missing while it was written, in sentences. */
  missing: string[];
}

/** Whether the value is a valid `ReportEnd`. */
export function isReportEnd(value: unknown): value is ReportEnd {
  return is.object(value) && is.list(value.missing, is.string);
}

/** What a comparison begins with: both runs in short, and their steps aligned. */
export interface ReportComparison {
  /** The format of the report. */
  version: number;
  /** The program that made it. */
  program: string;
  /** When it was made, in milliseconds since 1970. */
  made: number;
  /** The first run. */
  a: ComparedRun;
  /** The second run. */
  b: ComparedRun;
  /** The aligned steps, in order. */
  pairs: ComparedPair[];
  /** What the records lack, and what was not compared, in sentences. */
  missing: string[];
  /** Where they first differ in what was done or in what came of it; absent if they never do. */
  divergence?: Divergence;
}

/** Whether the value is a valid `ReportComparison`. */
export function isReportComparison(value: unknown): value is ReportComparison {
  return (
    is.object(value) &&
    is.integer(value.version, 0, 4294967295) &&
    is.string(value.program) &&
    is.integer(value.made) &&
    isComparedRun(value.a) &&
    isComparedRun(value.b) &&
    is.list(value.pairs, isComparedPair) &&
    is.list(value.missing, is.string) &&
    is.optional(value.divergence, isDivergence)
  );
}

/** A run, in short. */
export interface ComparedRun {
  /** The task's id. */
  task: string;
  /** The goal, in the person's words. */
  goal: string;
  /** The phone. */
  device: string;
  /** The mind: a model, or `plan`. */
  model: string;
  /** When the task began, in milliseconds since 1970. */
  began: number;
  /** How it ended, or that it did not. */
  state: RunState;
  /** How many steps it has. */
  steps: number;
  /** How long it took, in milliseconds. */
  took: number;
  /** Its tokens. */
  tokens: number;
  /** The cost, if the price is known. */
  cost?: number;
  /** Why it ended, for programs: `finished`, `gave_up`. */
  reason?: string;
  /** Why it did not reach its goal, in a sentence. */
  why?: string;
}

/** Whether the value is a valid `ComparedRun`. */
export function isComparedRun(value: unknown): value is ComparedRun {
  return (
    is.object(value) &&
    is.string(value.task) &&
    is.string(value.goal) &&
    is.string(value.device) &&
    is.string(value.model) &&
    is.integer(value.began) &&
    isRunState(value.state) &&
    is.integer(value.steps, 0) &&
    is.integer(value.took, 0) &&
    is.integer(value.tokens, 0) &&
    is.optional(value.cost, is.number) &&
    is.optional(value.reason, is.string) &&
    is.optional(value.why, is.string)
  );
}

/** A step of each run, or of only one of them. */
export interface ComparedPair {
  /** Whether they did the same. */
  kind: PairKind;
  /** The step of the first run. */
  a?: StepLine;
  /** The step of the second run. */
  b?: StepLine;
  /** What differs. */
  differences?: StepDifference[];
}

/** Whether the value is a valid `ComparedPair`. */
export function isComparedPair(value: unknown): value is ComparedPair {
  return (
    is.object(value) &&
    isPairKind(value.kind) &&
    is.optional(value.a, isStepLine) &&
    is.optional(value.b, isStepLine) &&
    is.optional(value.differences, (item) => is.list(item, isStepDifference))
  );
}

/** Whether two steps did the same. */
export type PairKind =
  /** The same action on the same element, with the same outcome. */
  | 'same'
  /** They differ in what was done, or in what came of it. */
  | 'changed'
  /** Only the first run has it. */
  | 'only_a'
  /** Only the second run has it. */
  | 'only_b';

/** Every `PairKind`. */
export const pairKindValues: readonly PairKind[] = ['same', 'changed', 'only_a', 'only_b'];

/** Whether the value is a valid `PairKind`. */
export function isPairKind(value: unknown): value is PairKind {
  return is.oneOf(value, pairKindValues);
}

/** One thing in which two steps differ. */
export interface StepDifference {
  /**
   * What differs: `action`, `target`, `value`, `screen`, `layout`, `outcome`, `gate`, `after`,
   * `elements`.
   */
  what: string;
  /** In the first run. */
  a: string;
  /** In the second run. */
  b: string;
}

/** Whether the value is a valid `StepDifference`. */
export function isStepDifference(value: unknown): value is StepDifference {
  return is.object(value) && is.string(value.what) && is.string(value.a) && is.string(value.b);
}

/** The first step in which two runs differ. */
export interface Divergence {
  /** The index of the pair, from 0; the number of pairs if only the ends differ. */
  pair: number;
  /** How they differ, in a sentence. */
  what: string;
  /** The step of the first run, if it has one there. */
  a?: number;
  /** The step of the second run. */
  b?: number;
}

/** Whether the value is a valid `Divergence`. */
export function isDivergence(value: unknown): value is Divergence {
  return (
    is.object(value) &&
    is.integer(value.pair, 0) &&
    is.string(value.what) &&
    is.optional(value.a, (item) => is.integer(item, 0, 4294967295)) &&
    is.optional(value.b, (item) => is.integer(item, 0, 4294967295))
  );
}

/** All that happened in the steps of a pair. */
export interface ReportPair {
  /** The step of the first run. */
  a?: ReportStep;
  /** The step of the second run. */
  b?: ReportStep;
}

/** Whether the value is a valid `ReportPair`. */
export function isReportPair(value: unknown): value is ReportPair {
  return (
    is.object(value) && is.optional(value.a, isReportStep) && is.optional(value.b, isReportStep)
  );
}
