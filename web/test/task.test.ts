// Tasks in words, as data: plans that tick off, what is told of them, streams that are read again.

import { describe, expect, it } from 'vitest';

import { choiceWords } from '../src/parts/permissions/words';
import { stepsIn } from '../src/parts/tasks/trajectory';
import type { RememberedChoice, TaskView } from '../src/protocol/http';
import type { TaskEvent } from '../src/protocol/wire';
import { readEvents } from '../src/task/recall';
import { linesOf, nowOf, planOf, takenOf, tokensOf } from '../src/task/story';
import { stepWords } from '../src/task/operations';
import { actionWords, costWords, cut, durationWords, listed } from '../src/task/words';

let n = 0;
type What = TaskEvent extends infer Event
  ? Event extends TaskEvent
    ? Omit<Event, 'n' | 'task' | 'at'>
    : never
  : never;
const event = (what: What): TaskEvent => {
  n += 1;
  return { n, task: 't', at: '', ...what } as TaskEvent;
};
const view = (state: TaskView['state']): TaskView => ({
  id: 't',
  goal: 'g',
  state,
  device: 'sim',
  steps: 0,
  resumable: false,
});
const plan = (steps: string[]): TaskEvent =>
  event({ event: 'plan', summary: 'Do it.', steps: steps.map((op) => ({ op })) });
const result = (step: number, status: string, message: string, remediation?: string): TaskEvent =>
  event({ event: 'step_result', step, op: 'x', status, code: 'ok', message, ...(remediation ? { remediation } : {}) });
const progress = (step: number, thinking: string, action?: string, tokens = 0): TaskEvent =>
  event({
    event: 'progress',
    step,
    maxSteps: 50,
    thinking,
    remaining: 1,
    tokens,
    ...(action ? { action } : {}),
  });

describe('a plan', () => {
  const shown = (events: TaskEvent[], state: TaskView['state']) =>
    planOf(events, view(state))?.steps.map((step) => `${step.state}: ${step.words}`);
  it.each<[string, TaskEvent[], TaskView['state'], string[] | undefined]>([
    ['none yet', [progress(1, 'look')], 'running', undefined],
    ['just made', [plan(['open_app', 'send'])], 'running', ['running: Open the app', 'waiting: Send it']],
    [
      'on its way, in the words of who does it',
      [plan(['open_app', 'send']), result(0, 'success', 'It is open.'), progress(2, 'send what is typed')],
      'running',
      ['done: It is open.', 'running: Send what is typed'],
    ],
    [
      'a step that is tried again is still running',
      [plan(['open_app']), result(0, 'retryable_error', 'busy')],
      'running',
      ['running: Open the app'],
    ],
    ['failed', [plan(['send']), result(0, 'fatal_error', 'No signal.')], 'failed', ['failed: No signal.']],
    ['stopped in the middle', [plan(['send'])], 'interrupted', ['waiting: Send it']],
    [
      'another plan begins anew',
      [plan(['open_app']), result(0, 'success', 'It is open.'), plan(['send'])],
      'running',
      ['running: Send it'],
    ],
    ['an operation that is newer than the page', [plan(['brew_coffee'])], 'queued', ['waiting: Brew coffee']],
    ['a name that objects have already', [plan(['constructor'])], 'queued', ['waiting: Constructor']],
    ['a result of no step', [plan(['send']), result(7, 'success', 'x')], 'running', ['running: Send it']],
  ])('%s', (_name, events, state, expected) => {
    expect(shown(events, state)).toStrictEqual(expected);
  });
  it('tells the way out of what failed', () => {
    const events = [plan(['send']), result(0, 'fatal_error', 'No signal.', 'Try again outside.')];
    expect(planOf(events, view('failed'))?.steps[0]?.remedy).toBe('Try again outside.');
  });
});

it('lines are what was said, without plan, question and end', () => {
  const events = [
    plan(['send']),
    event({ event: 'say', words: 'Point the camera at it.' }),
    event({ event: 'paused', takenOver: true, say: 'The phone is yours.' }),
    event({ event: 'warning', step: 1, message: 'the battery is low', say: 'Note: the battery is low.' }),
    event({ event: 'ended', status: 'success', steps: 1, duration: 1, message: 'Done.', say: 'Done.' }),
  ];
  expect(linesOf(events).map(({ text, trouble }) => [text, trouble])).toStrictEqual([
    ['Point the camera at it.', false],
    ['The phone is yours.', false],
    ['The battery is low', true],
  ]);
});

it('what is done now', () => {
  expect(nowOf([])).toBeUndefined();
  expect(nowOf([progress(1, '', '{"type":"tap"}')])).toBe('Tap');
  expect(nowOf([progress(1, 'open it'), event({ event: 'thinking', step: 2 })])).toBe('Thinking…');
});

it('steps have the picture that was seen before they acted, and tokens are counted once', () => {
  const events = [
    event({ event: 'step', step: 1, screenshot: 1 }),
    progress(1, 'open it', undefined, 10),
    event({ event: 'step', step: 1, screenshot: 2 }),
    progress(2, '', '{"type":"type","text":"hi"}', 25),
    event({ event: 'step', step: 2 }),
    progress(3, 'press it'),
    event({ event: 'step', step: 3, screenshot: 3 }),
    event({ event: 'step', step: 4, screenshot: 4 }),
  ];
  expect(takenOf(events)).toStrictEqual([
    { step: 1, words: 'Open it', picture: 1 },
    { step: 2, words: 'Type “hi”', picture: 2 },
    { step: 3, words: 'Press it', picture: undefined },
    { step: 4, words: '', picture: 4 },
  ]);
  expect(tokensOf(events)).toBe(25);
});

describe('a stream that is read again', () => {
  const line = (more: object): string => `id: 1\ndata: ${JSON.stringify({ n: 1, task: 't', at: '', ...more })}\n\n`;
  it('tells events as pages know them', () => {
    const { events, tokens, money } = readEvents(
      line({ event: 'plan', summary: 'Do it.', narration: { words: 'Do it.' }, plan: { steps: [{ op: 'send', args: {} }] } }) +
        line({ event: 'paused', reason: 'taken_over', narration: { earcon: 'pause' } }) +
        line({
          event: 'question',
          question: {
            id: 'q',
            task: 't',
            kind: 'ask',
            title: 'Who?',
            message: 'Which Sam?',
            until: '1970-01-01T00:00:01Z',
          },
        }) +
        line({ event: 'ended', status: 'success', steps: 1, duration: 2, message: 'Done.', tokens: 12, cost: 0.5 }),
    );
    expect(events.map((each) => each.event)).toStrictEqual(['plan', 'paused', 'question', 'ended']);
    expect(events[0]).toMatchObject({ steps: [{ op: 'send', args: {} }], say: 'Do it.' });
    expect(events[1]).toMatchObject({ takenOver: true, earcon: 'pause' });
    expect(events[2]).toMatchObject({ question: { from: 't', until: 1_000 } });
    expect([tokens, money]).toStrictEqual([12, 0.5]);
  });
  it.each(['', 'data: {"half', 'data: null\n', 'event: lagged\ndata: {"n":1}\n', 'data: {"event":"plan","plan":{"steps":7}}'])(
    'leaves out what it does not know: %j',
    (text) => expect(readEvents(text).events).toStrictEqual([]),
  );
});

it.each<[unknown, unknown[]]>([
  [undefined, []],
  [{ steps: 'x' }, []],
  [{ steps: [null, { step: 'one' }] }, []],
  [
    { steps: [{ step: 1, thinking: 'open it', screenshot: 'screenshots/000012.png', action: { type: 'tap' } }] },
    [{ step: 1, words: 'Open it', picture: 12 }],
  ],
  [{ steps: [{ step: 2, screenshot: null, action: { type: 'tap' } }] }, [{ step: 2, words: 'Tap', picture: undefined }]],
])('steps in a trajectory: %j', (value, expected) => {
  expect(stepsIn(value)).toStrictEqual(expected);
});

describe('words', () => {
  it('of operations and actions', () => {
    const message = [
      { op: 'open_app', args: { name: 'WhatsApp' } },
      { op: 'find_contact', args: { name: 'Sam' } },
      { op: 'open_conversation', args: {} },
      { op: 'type_text', args: { text: 'I am late' } },
      { op: 'send', args: {} },
    ];
    expect(stepWords(message)).toStrictEqual([
      'Open WhatsApp',
      'Find Sam',
      'Open the conversation with Sam',
      'Write “I am late” to Sam',
      'Send it to Sam',
    ]);
    const others = [
      { op: 'toggle_setting', args: { setting: 'wifi', state: 'off' } },
      { op: 'set_timer', args: { duration_s: '90' } },
      { op: 'type_text', args: { text: 'x'.repeat(200) } },
      { op: 'brew_coffee', args: {} },
      { op: '__proto__', args: {} },
      { op: '', args: {} },
    ];
    expect(stepWords(others)).toStrictEqual([
      'Turn off Wi-Fi',
      'Set a timer: 1 min 30 s',
      `Write “${'x'.repeat(79)}…”`,
      'Brew coffee',
      'Proto',
      'Something else',
    ]);
    expect(actionWords('{"type":"open_app","name":"Maps"}')).toBe('Open Maps');
    expect(actionWords('{"type":"__proto__"}')).toBe('Proto');
    for (const bad of [null, undefined, '', 'x', '[]', '{"type":1}']) expect(actionWords(bad)).toBe('');
  });
  it('of durations and costs', () => {
    expect([0.4, 5.4, 60, 75, 3_900].map(durationWords)).toStrictEqual([
      'under a second',
      '5 s',
      '1 min',
      '1 min 15 s',
      '1 h 5 min',
    ]);
    expect(costWords({})).toBe('');
    expect(costWords({ seconds: 5, tokens: 900, money: 0.0123 })).toBe('5 s · 900 tokens · $0.0123');
  });
  it('of names, and cut by whole letters', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).toStrictEqual(['', 'a', 'a and b', 'a, b and c']);
    expect(cut('😀😀😀', 2)).toBe('😀…');
  });
});

it.each<[Partial<RememberedChoice>, string]>([
  [{ who: 'gate', what: 'calling or writing to 555 0100' }, 'Tasks may call or write to 555 0100 without asking you.'],
  [{ who: 'gate', what: 'shell svc wifi', allow: false }, 'Tasks may not run commands on the phone that begin with “svc wifi”.'],
  [{ who: 'agent:mailer', what: 'mail.send', context: 'work' }, 'mailer may use “mail.send” (work) without asking you.'],
  [{ who: 'gate', what: 'something new' }, 'Tasks may do this without asking you: something new'],
])('a remembered choice: %j', (choice, expected) => {
  const whole: RememberedChoice = { id: '1', who: 'gate', what: '', allow: true, at: 0, ...choice };
  expect(choiceWords(whole)).toBe(expected);
});
