// The top of a report: how the run went and why it ended, in what a person reads in thirty seconds.

import { createSignal, For, Show, type JSX } from 'solid-js';

import { visible } from '../bidi';
import type { ReportIndex, Trouble } from '../protocol/report';
import { Icon } from '../shell/icons';
import { chooseTheme, theme, themes } from '../shell/theme';
import { capital, costWords } from '../task/words';
import { readMissing } from './document';
import { PhaseBar } from './phase-bar';
import { Quoted } from './quoted';
import { endingWords, firstTrouble, runWords, timeWords } from './words';

/** How many complaints are shown at once. */
const few = 2;

/** The summary. */
export function Summary(props: {
  index: ReportIndex;
  /** Whether the facts are shown too: formatting the first date takes a while. */
  whole: boolean;
  onStep: (step: number) => void;
}): JSX.Element {
  const index = () => props.index;
  const marked = (mark: string): number =>
    index().steps.reduce((sum, line) => sum + Number(line.marks?.some((one) => one === mark) ?? false), 0);
  const steps = (): number => index().steps.filter((line) => line.step > 0).length;
  const many = (count: number, one: string, more: string): string =>
    count === 0 ? '' : `${count.toLocaleString()} ${count === 1 ? one : more}`;
  const facts = (): [string, string][] => [
    ['Phone', index().device],
    ['Model', index().model === 'plan' ? 'none: a plan' : index().model],
    ['Began', index().began > 0 ? new Date(index().began).toLocaleString() : ''],
    ['Took', timeWords(index().took)],
    ['Steps', steps().toLocaleString()],
    ['Tokens', tokens()],
    ['Runs', index().runs > 1 ? `${index().runs}, resumed` : ''],
    ['Of note', noteworthy()],
  ];
  const tokens = (): string => {
    const { inputTokens, outputTokens, cost } = index();
    if (inputTokens + outputTokens === 0) return '';
    const money = cost === undefined ? '' : costWords({ money: cost });
    return [`${inputTokens.toLocaleString()} in, ${outputTokens.toLocaleString()} out`, money].filter(Boolean).join(' · ');
  };
  const noteworthy = (): string =>
    [
      many(marked('error'), 'step with an error', 'steps with errors'),
      many(marked('question'), 'question', 'questions'),
      many(marked('retry'), 'step with retries', 'steps with retries'),
    ]
      .filter(Boolean)
      .join(' · ');
  const why = (): string => {
    const said = index().error ?? index().message ?? '';
    return capital(said);
  };
  const ending = () => endingWords(index(), why());
  const bad = (): boolean => !['success', 'running'].includes(index().state);
  return (
    <header class="summary">
      <div class="summary-head">
        <span class={`chip is-${index().state}`}>{runWords(index().state)}</span>
        <h1 class="summary-goal" dir="auto">
          {visible(index().goal) || 'The goal is not on record'}
        </h1>
        <div class="summary-tools">
          <Show when={index().state === 'running' && location.protocol.startsWith('http')}>
            <button type="button" class="button is-primary size-sm" onClick={() => location.reload()}>
              <Icon name="refresh" /> Update
            </button>
          </Show>
          <ThemeButton />
        </div>
      </div>
      <div class="summary-why" classList={{ 'is-bad': bad() }}>
        <Show when={index().why}>{(cause) => <p class="summary-cause">{quotedParts(cause().summary)}</p>}</Show>
        <Show when={ending()}>
          {(words) => (
            <p class="summary-end">
              <span class="summary-reason">{words().reason}</span>{' '}
              <span dir="auto">
                <Quoted text={visible(words().said)} />
              </span>
            </p>
          )}
        </Show>
        <Show when={firstTrouble(index())}>
          {(first) => <Where trouble={first()} words={first().what ? 'It began in' : 'It ended in'} onStep={props.onStep} />}
        </Show>
        <Show when={bad() ? undefined : index().trouble}>
          {(trouble) => <Where trouble={trouble()} words="It recovered from" onStep={props.onStep} />}
        </Show>
        <Show when={(index().why?.next.length ?? 0) > 0}>
          <ul class="summary-next" aria-label="What to try">
            <For each={index().why?.next}>{(tip) => <li>{quotedParts(tip)}</li>}</For>
          </ul>
        </Show>
      </div>
      <Missing sentences={[...index().missing, ...readMissing()]} />
      <div class="summary-facts">
        <dl class="summary-list">
          <For each={props.whole ? facts().filter(([, value]) => value !== '') : []}>
            {([name, value]) => (
              <div>
                <dt>{name}</dt>
                <dd dir="auto">{visible(value)}</dd>
              </div>
            )}
          </For>
        </dl>
        <PhaseBar phases={index().phases} />
      </div>
    </header>
  );
}

/** A sentence, with what it quotes as code. */
export function quotedParts(sentence: string): JSX.Element {
  return <Quoted text={capital(visible(sentence))} />;
}

function Where(props: { trouble: Trouble; words: string; onStep: (step: number) => void }): JSX.Element {
  return (
    <p class="summary-where">
      {props.words}{' '}
      <a
        href={`#step-${props.trouble.step}`}
        onClick={(event) => {
          event.preventDefault();
          props.onStep(props.trouble.step);
        }}
      >
        step {props.trouble.step}
      </a>
      <Show when={props.trouble.what}>
        {(what) => (
          <>
            : <span dir="auto">{<Quoted text={visible(what())} />}</span>
          </>
        )}
      </Show>
    </p>
  );
}

/** What the record lacks. */
export function Missing(props: { sentences: readonly string[] }): JSX.Element {
  const [all, setAll] = createSignal(false);
  const shown = (): readonly string[] => (all() ? props.sentences : props.sentences.slice(0, few));
  return (
    <Show when={props.sentences.length > 0}>
      <ul class="missing" aria-label="What is missing">
        <For each={shown()}>
          {(sentence) => (
            <li>
              <Icon name="warning" />
              <span>{quotedParts(sentence)}</span>
            </li>
          )}
        </For>
        <Show when={props.sentences.length > shown().length}>
          <li>
            <button type="button" class="button is-ghost size-sm" onClick={() => setAll(true)}>
              Show {props.sentences.length - shown().length} more
            </button>
          </li>
        </Show>
      </ul>
    </Show>
  );
}

const themeWords = { auto: 'as on this device', light: 'light', dark: 'dark' } as const;
const themeIcons = { auto: 'contrast', light: 'sun', dark: 'moon' } as const;

/** The button that changes the colours. */
export function ThemeButton(): JSX.Element {
  const next = () => themes[(themes.indexOf(theme()) + 1) % themes.length] ?? 'auto';
  return (
    <button
      type="button"
      class="button is-ghost size-sm tool"
      aria-label={`Colours: ${themeWords[theme()]}. Change to ${themeWords[next()]}`}
      title={`Colours: ${themeWords[theme()]}`}
      onClick={() => chooseTheme(next())}
    >
      <Icon name={themeIcons[theme()]} />
    </button>
  );
}
