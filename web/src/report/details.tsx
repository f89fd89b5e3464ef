// What happened in a step: every moment with its evidence, and the elements of the screen.

import { createSignal, For, Match, Show, Switch, type JSX } from 'solid-js';

import { visible } from '../bidi';
import type { Moment, ReportElement, ReportOutline, ReportStep, StepLine } from '../protocol/report';
import { Icon, type IconName } from '../shell/icons';
import { operationWords } from '../task/operations';
import { costWords } from '../task/words';
import { whole } from './document';
import { ElementWords, OutlineTree } from './outline';
import { PhaseBar } from './phase-bar';
import { Quoted } from './quoted';
import { appWords, effectWords, isTrouble, momentWords, questionOf, timeWords, verdictWords } from './words';

/** How much of a long text is shown at first, in characters. */
const first = 4_000;

const icons: Record<Moment['event']['kind'], IconName> = {
  started: 'play',
  looked: 'phone',
  replied: 'spark',
  judged: 'shield',
  asked: 'user',
  acted: 'arrow',
  answered: 'chip',
  noted: 'edit',
  planned: 'file',
  plan_step: 'right',
  step_result: 'check',
  retried: 'refresh',
  hid: 'lock',
  paused: 'pause',
  continued: 'play',
  ended: 'stop',
};

/** The details of a step, in two tabs. */
export function Details(props: {
  line: StepLine | undefined;
  step: ReportStep | undefined;
  outline: ReportOutline | undefined;
  pointed: number;
  picked: number;
  tab: 'story' | 'elements';
  onTab: (tab: 'story' | 'elements') => void;
  onPoint: (place: number) => void;
  onPick: (place: number) => void;
}): JSX.Element {
  const elements = (): readonly ReportElement[] => props.outline?.elements ?? [];
  const tabs = [
    ['story', 'What happened'],
    ['elements', 'Elements'],
  ] as const;
  return (
    <section class="details" aria-label="Details of the step">
      <div class="tabs" role="tablist" aria-label="Details">
        <For each={tabs}>
          {([id, name]) => (
            <button
              type="button"
              role="tab"
              id={`tab-${id}`}
              class="tab"
              aria-selected={props.tab === id}
              aria-controls="panel"
              tabindex={props.tab === id ? 0 : -1}
              onClick={() => props.onTab(id)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
                event.stopPropagation();
                const other = id === 'story' ? 'elements' : 'story';
                props.onTab(other);
                document.getElementById(`tab-${other}`)?.focus();
              }}
            >
              {name}
              <Show when={id === 'elements' && elements().length > 0}>
                <span class="filter-count">
                  {elements().length}
                  <span class="visually-hidden"> on the screen</span>
                </span>
              </Show>
            </button>
          )}
        </For>
      </div>
      <div id="panel" class="panel" role="tabpanel" tabindex={0} aria-labelledby={`tab-${props.tab}`}>
        <Show
          when={props.tab === 'story'}
          fallback={
            <Show
              when={elements().length > 0}
              fallback={<p class="nothing">The elements of this screen are not on record.</p>}
            >
              <OutlineTree
                elements={elements()}
                leftOut={props.outline?.leftOut ?? 0}
                pointed={props.pointed}
                picked={props.picked}
                onPoint={props.onPoint}
                onPick={props.onPick}
              />
              <Facts element={elements()[props.picked]} />
            </Show>
          }
        >
          <Show
            when={props.step}
            fallback={
              <p class="nothing">{whole() ? 'This step is missing: the file is cut off or was changed.' : 'Loading…'}</p>
            }
          >
            {(step) => (
              <>
                <ol class="moments">
                  <For each={step().moments}>{(moment) => <MomentItem moment={moment} />}</For>
                </ol>
                <Show when={props.line}>{(line) => <PhaseBar phases={line().phases} />}</Show>
              </>
            )}
          </Show>
        </Show>
      </div>
    </section>
  );
}

/** One moment. */
export function MomentItem(props: { moment: Moment }): JSX.Element {
  return (
    <li class="moment" classList={{ 'is-trouble': isTrouble(props.moment) }} data-kind={props.moment.event.kind}>
      <span class="moment-sign">
        <Icon name={isTrouble(props.moment) ? 'error' : icons[props.moment.event.kind]} />
      </span>
      <div class="moment-body">
        <p class="moment-head">
          <span class="moment-name" dir="auto">
            <Quoted text={visible(momentWords(props.moment))} />
          </span>
          <Show when={props.moment.took > 0}>
            <span class="fine">{timeWords(props.moment.took)}</span>
          </Show>
        </p>
        <Body moment={props.moment} />
      </div>
    </li>
  );
}

function Body(props: { moment: Moment }): JSX.Element {
  const event = () => props.moment.event;
  const is = <K extends Moment['event']['kind']>(kind: K) => {
    const one = event();
    return one.kind === kind ? (one as Extract<Moment['event'], { kind: K }>) : undefined;
  };
  return (
    <Switch>
      <Match when={is('looked')}>
        {(one) => (
          <p class="fine">
            {[
              one().app ? appWords(one().app ?? '') : '',
              one().elements === undefined ? 'elements not read' : `${one().elements} elements`,
              one().withheld ? `no picture: ${one().withheld}` : '',
            ]
              .filter((text) => text !== '')
              .join(' · ')}
          </p>
        )}
      </Match>
      <Match when={is('replied')}>{(one) => <Reply event={one()} />}</Match>
      <Match when={is('judged')}>
        {(one) => (
          <>
            <p>{verdictWords(one())}</p>
            <Show when={one().reason}>
              <Text text={one().reason} />
            </Show>
            <p class="fine">
              Rule <code>{one().rule || 'none'}</code>
              <Show when={one().package}> in {one().package}</Show>
            </p>
            <Show when={one().target}>{(target) => <Target element={target()} />}</Show>
            <Show when={one().remembered}>{(pattern) => <p class="fine">Remembered for the next time: {pattern()}</p>}</Show>
            <Json name="The action" value={one().action} />
          </>
        )}
      </Match>
      <Match when={is('asked')}>
        {(one) => (
          <>
            <Show when={one().words}>{(words) => <Text text={words()} />}</Show>
            <Show when={one().rule}>
              <p class="fine">
                Rule <code>{one().rule}</code>
              </p>
            </Show>
            <Json name="The action" value={one().action} />
          </>
        )}
      </Match>
      <Match when={is('acted')}>
        {(one) => (
          <>
            <p dir="auto">
              <Quoted text={visible(questionOf(one()) ?? effectWords(one()))} />
            </p>
            <Show when={one().target}>{(target) => <Target element={target()} />}</Show>
            <Changes name="Appeared" items={one().effect?.appeared ?? []} />
            <Changes name="Changed" items={one().effect?.changed ?? []} />
            <p class="fine">
              {[
                one().number === undefined && questionOf(one()) === undefined ? 'never sent' : '',
                one().outward ? 'reaches somebody, costs something or cannot be undone' : '',
                one().effect?.failure ? `code ${one().effect?.failure}` : '',
                (one().effect?.retries ?? 0) > 0 ? `retried ${one().effect?.retries} times` : '',
                one().effect?.undo ? `the app offers to undo it: ${one().effect?.undo}` : '',
              ]
                .filter((text) => text !== '')
                .join(' · ')}
            </p>
            <Json name="The action" value={one().action} />
            <Show when={one().effect?.told}>{(told) => <More name="The phone’s reply" text={told()} />}</Show>
          </>
        )}
      </Match>
      <Match when={is('answered')}>{(one) => <Text text={one().text} mono={!one().person} />}</Match>
      <Match when={is('noted')}>{(one) => <Text text={one().text} />}</Match>
      <Match when={is('planned')}>
        {(one) => (
          <ol class="plan">
            <For each={one().steps}>{(op) => <li>{operationWords(op)}</li>}</For>
          </ol>
        )}
      </Match>
      <Match when={is('step_result')}>
        {(one) => (
          <>
            <p dir="auto">
              <Quoted text={visible(one().message)} />
            </p>
            <p class="fine">
              Code <code>{one().code}</code>
            </p>
            <Show when={one().remedy}>{(remedy) => (
                <p>
                  <Quoted text={visible(remedy())} />
                </p>
              )}</Show>
            <Changes name="The phone said" items={one().checked ?? []} />
          </>
        )}
      </Match>
      <Match when={is('retried')}>
        {(one) => (
          <>
            <Text text={one().why} />
            <p class="fine">
              It had failed {one().failed} {one().failed === 1 ? 'time' : 'times'}; waited {timeWords(one().delay)}.
            </p>
          </>
        )}
      </Match>
      <Match when={is('ended')}>
        {(one) => (
          <>
            <Text text={one().error ?? one().message} />
            <p class="fine">
              {one().status.replaceAll('_', ' ')}, <code>{one().reason}</code>
            </p>
          </>
        )}
      </Match>
    </Switch>
  );
}

function Reply(props: { event: Extract<Moment['event'], { kind: 'replied' }> }): JSX.Element {
  const tokens = (): string => {
    const { prompt, pictures, inputTokens, outputTokens, cachedTokens, cost, attempts, estimated } = props.event;
    const about = estimated ? 'about ' : '';
    const words = [
      prompt === undefined ? '' : `prompt of ${prompt.toLocaleString()} characters`,
      pictures ? `${pictures} ${pictures === 1 ? 'picture' : 'pictures'}` : '',
      inputTokens > 0 ? `${about}${inputTokens.toLocaleString()} tokens in` : '',
      cachedTokens > 0 ? `${cachedTokens.toLocaleString()} cached` : '',
      outputTokens > 0 ? `${about}${outputTokens.toLocaleString()} out` : '',
      cost === undefined ? '' : costWords({ money: cost }),
      attempts > 1 ? `${attempts} attempts` : '',
    ];
    return words.filter((text) => text !== '').join(' · ');
  };
  return (
    <>
      <Show when={props.event.thought}>
        <Text text={props.event.thought} />
      </Show>
      <Show when={props.event.error}>{(error) => (
          <p class="problem">
            <Quoted text={visible(error())} />
          </p>
        )}</Show>
      <Show when={props.event.repairs.length > 0}>
        <ul class="repairs" aria-label="Repairs of the reply">
          <For each={props.event.repairs}>
            {(repair) => (
              <li>
                <code>{repair.code}</code> <Quoted text={visible([repair.path, repair.message].filter(Boolean).join(': '))} />
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={tokens()}>
        <p class="fine">{tokens()}</p>
      </Show>
      <For each={props.event.actions}>{(action) => <Json name="The action" value={action} />}</For>
      <Show when={props.event.raw}>
        <More name="The exact reply" text={props.event.raw} />
      </Show>
    </>
  );
}

function Target(props: { element: ReportElement }): JSX.Element {
  return (
    <div class="target">
      <ElementWords element={props.element} />
      <Facts element={props.element} />
    </div>
  );
}

function Facts(props: { element: ReportElement | undefined }): JSX.Element {
  return (
    <Show when={(props.element?.facts?.length ?? 0) > 0}>
      <ul class="element-facts fine">
        <For each={props.element?.facts}>{(fact) => <li dir="auto">{visible(fact)}</li>}</For>
      </ul>
    </Show>
  );
}

function Changes(props: { name: string; items: readonly string[] }): JSX.Element {
  return (
    <Show when={props.items.length > 0}>
      <p class="changes">
        <span class="fine">{props.name}</span>
        <For each={props.items}>{(item) => <bdi class="change">{visible(item)}</bdi>}</For>
      </p>
    </Show>
  );
}

/** A text; a long one is shown in parts. */
function Text(props: { text: string; mono?: boolean }): JSX.Element {
  const [most, setMost] = createSignal(first);
  return (
    <>
      <p class="text" classList={{ 'is-mono': props.mono ?? false }} dir="auto">
        <Show when={!props.mono} fallback={visible(props.text.slice(0, most()))}>
          <Quoted text={visible(props.text.slice(0, most()))} />
        </Show>
      </p>
      <Show when={props.text.length > most()}>
        <button type="button" class="button is-ghost size-sm" onClick={() => setMost((now) => now * 5)}>
          Show more of {props.text.length.toLocaleString()} characters
        </button>
      </Show>
    </>
  );
}

function More(props: { name: string; text: string }): JSX.Element {
  const [open, setOpen] = createSignal(false);
  return (
    <details class="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{props.name}</summary>
      <Show when={open()}>
        <Text text={props.text} mono />
      </Show>
    </details>
  );
}

function Json(props: { name: string; value: unknown }): JSX.Element {
  return <More name={props.name} text={JSON.stringify(props.value, undefined, 2) ?? ''} />;
}
