// What a report says, in plain words. Pure.

import type { Moment, MomentEvent, Phases, ReportElement, ReportIndex, RunState, StepLine, Trouble } from '../protocol/report';
import { operationWords } from '../task/operations';
import { actionWords, capital, cut, stateWords } from '../task/words';

/** Describes the state of a task. */
export function runWords(state: RunState): string {
  return state === 'cut_off' ? 'Cut off' : stateWords(state);
}

const ends: Record<string, string> = {
  finished: 'The agent reported that it is done.',
  gave_up: 'The agent gave up.',
  max_steps: 'It reached the limit of steps.',
  seconds: 'It reached the time limit.',
  tokens: 'It used up its tokens.',
  money: 'It used up its money, or the price is unknown.',
  stuck: 'It did the same again and again without effect.',
  invalid_actions: 'Three replies in a row could not be carried out.',
  text_only: 'The model twice wrote text without an action.',
  model: 'The model gave no answer.',
  device: 'The phone could not be observed or controlled.',
  disconnected: 'The phone was gone and did not come back.',
  ask_timeout: 'A question was not answered in time.',
  recorder: 'Its record could not be written.',
  interrupt: 'It was interrupted from the terminal.',
  cancel: 'It was cancelled.',
  preempted: 'Somebody else took the phone.',
  paused_too_long: 'It was paused for longer than allowed.',
  undecided: 'It was resumed, and nobody could tell whether its last action had been carried out.',
  panicked: 'Fingertip itself failed. Please report this.',
};

/** Says why a task ended, in a sentence. */
export function endWords(index: Pick<ReportIndex, 'state' | 'reason'>): string {
  if (index.state === 'running') return 'It is still running.';
  if (index.state === 'cut_off') return 'Its record has no end.';
  const { reason } = index;
  if (reason === undefined) return '';
  return Object.hasOwn(ends, reason) ? (ends[reason] ?? '') : `${capital(reason.replaceAll('_', ' '))}.`;
}

/** Says how a run ended, below its cause; nothing where the cause says the same. */
export function endingWords(
  index: Pick<ReportIndex, 'state' | 'reason' | 'why'>,
  said: string,
): { reason: string; said: string } | undefined {
  const isTold = index.state === 'cut_off' && index.why !== undefined;
  const reason = isTold ? '' : endWords(index);
  return reason || said ? { reason, said } : undefined;
}

/** Returns where the cause shows first, without the words that the cause has already. */
export function firstTrouble(index: Pick<ReportIndex, 'why'>): Trouble | undefined {
  const { first, summary = '' } = index.why ?? {};
  if (!first) return undefined;
  const news = first.what.replace(/^the process ended /, '');
  return summary.includes(news) ? { ...first, what: '' } : first;
}

/** What an app is called if all that is known is its package. */
export function appWords(name: string): string {
  if (/launcher/i.test(name) || name.endsWith('.home')) return 'Home screen';
  return capital(name.replace(/^.*\./, '').replaceAll('_', ' '));
}

const roles: Record<string, string> = {
  LinearLayout: 'group',
  FrameLayout: 'group',
  RelativeLayout: 'group',
  ConstraintLayout: 'group',
  CoordinatorLayout: 'group',
  ViewGroup: 'group',
  ComposeView: 'group',
  View: 'element',
  TextView: 'text',
  ImageView: 'image',
  ImageButton: 'button',
  EditText: 'field',
  RecyclerView: 'list',
  ListView: 'list',
  ScrollView: 'scrolling area',
  NestedScrollView: 'scrolling area',
  HorizontalScrollView: 'scrolling area',
};

/** Names the kind of an element. */
export function roleWords(role: string | undefined): string {
  if (!role) return 'element';
  if (Object.hasOwn(roles, role)) return roles[role] ?? role;
  return role.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase();
}

/** Describes an action in a few words, with what it acts on. */
export function deedWords(action: unknown, target?: string): string {
  const words = actionWords(JSON.stringify(action ?? null));
  return target && words ? `${words} “${cut(target, 60)}”` : words;
}

/** Describes a step in the list. */
export function stepWords(line: StepLine): string {
  const said = capital(line.thought ?? '');
  return said || deedWords(line.action, line.target) || (line.step === 0 ? 'Before the first step' : 'Looked at the screen');
}

/** Formats milliseconds. */
export function timeWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const seconds = Math.round(ms / 1_000);
  const rest = seconds % 60;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min${rest > 0 ? ` ${rest} s` : ''}`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}

/** The phases, in the order in which they happen, with their names. */
export const phases: readonly (readonly [keyof Phases, string])[] = [
  ['look', 'Looking'],
  ['mind', 'Thinking'],
  ['gate', 'Gate'],
  ['person', 'Person'],
  ['act', 'Acting'],
  ['settle', 'Settling'],
  ['record', 'Recording'],
];

const verdicts: Record<string, string> = {
  allow: 'allowed it',
  ask: 'asked a person',
  always_ask: 'always asks a person about this',
  refuse: 'refused it',
};

const deciders: Record<string, string> = {
  rule: '',
  yes: 'It was approved beforehand.',
  remembered: 'An earlier answer was remembered.',
  person: 'A person decided.',
  myself: 'The person wanted to do it.',
  nobody: 'Nobody was there to be asked.',
  timeout: 'Nobody answered in time.',
  stopped: 'The task was stopped meanwhile.',
};

/** Says what the gate decided, and who. */
export function verdictWords(event: Extract<MomentEvent, { kind: 'judged' }>): string {
  const verdict = Object.hasOwn(verdicts, event.verdict) ? verdicts[event.verdict] : event.verdict;
  const by = Object.hasOwn(deciders, event.by) ? deciders[event.by] : event.by;
  return `The gate ${verdict}. ${by}`.trim();
}

const changes: Record<string, string> = {
  changed: 'The screen changed.',
  unchanged: 'The screen did not change.',
  unknown: 'Whether the screen changed is not known.',
};

/** What carries the question, by the kind of action that asks a person. */
const questions: Record<string, string> = { ask_user: 'question', confirm: 'message', request_human_auth: 'instruction' };

/** Returns what an action asked a person; `undefined` for other actions, and for one that failed. */
export function questionOf(event: Extract<MomentEvent, { kind: 'acted' }>): string | undefined {
  if (event.effect?.failure !== undefined || typeof event.action !== 'object' || event.action === null) return undefined;
  const action = event.action as Record<string, unknown>;
  const type = typeof action.type === 'string' ? action.type : '';
  const text = Object.hasOwn(questions, type) ? action[questions[type] ?? ''] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Says what an action did. */
export function effectWords(event: Extract<MomentEvent, { kind: 'acted' }>): string {
  const { effect } = event;
  if (!effect) return 'What it did is unknown: the process ended before it was recorded.';
  if (effect.failure !== undefined) return capital(effect.message ?? effect.failure.replaceAll('_', ' '));
  const moving = effect.stillMoving ? ' It was still moving.' : '';
  return `${Object.hasOwn(changes, effect.change) ? changes[effect.change] : effect.change}${moving}`;
}

const retried: Record<string, string> = {
  observation: 'Looked again',
  prediction: 'Asked the model again',
  action: 'Tried the action again',
  connection: 'Connected again',
};

/** The heading of a moment. */
export function momentWords({ event }: Moment): string {
  switch (event.kind) {
    case 'started':
      return event.resumed ? 'Resumed' : 'Started';
    case 'looked':
      return 'Looked at the screen';
    case 'replied':
      return event.error === undefined ? 'Decided' : 'Gave a reply that could not be read';
    case 'judged':
      return event.allowed ? 'Gate' : 'Gate: not allowed';
    case 'asked':
      return event.rule === '' ? 'Asked a person' : 'Asked a person for approval';
    case 'acted':
      return deedWords(event.action, nameOf(event.target)) || 'Acted';
    case 'answered':
      return event.person ? 'The person answered' : `${capital(event.tool.replaceAll('_', ' '))} ${event.ok ? 'answered' : 'failed'}`;
    case 'noted':
      return 'Took a note';
    case 'planned':
      return 'Made a plan';
    case 'plan_step':
      return `Began step ${event.index + 1} of the plan`;
    case 'step_result':
      return `${operationWords(event.op)}: ${event.status.replaceAll('_', ' ')}`;
    case 'retried':
      return Object.hasOwn(retried, event.of) ? (retried[event.of] ?? '') : 'Tried again';
    case 'hid':
      return 'Secrets on the screen are covered from here on';
    case 'paused':
      return event.reason === 'taken_over' ? 'Paused: a person took the phone over' : 'Paused';
    case 'continued':
      return `Continued after ${timeWords(event.paused)}`;
    case 'ended':
      return 'Ended';
  }
}

/** Whether a moment reports trouble. */
export function isTrouble({ event }: Moment): boolean {
  switch (event.kind) {
    case 'replied':
      return event.error !== undefined;
    case 'judged':
      return !event.allowed;
    case 'acted':
      return event.effect?.failure !== undefined;
    case 'answered':
      return !event.ok;
    case 'step_result':
      return event.status !== 'success';
    case 'ended':
      return event.status !== 'success';
    default:
      return false;
  }
}

/** The name of an element: its text, else its description, else its id. */
export function nameOf(element: ReportElement | undefined): string {
  return element?.text || element?.description || (element?.id ?? '').replace(/^.*\//, '');
}

/** All text of a value, for the search. */
export function textsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value)
    .map((each) => textsOf(each))
    .filter((text) => text !== '')
    .join('\n');
}
