// The greeting on a desktop that shows nothing but phones: where to ask, what to try, what to set up.

import { createSignal, For, Show, type JSX } from 'solid-js';

import { CommandBar } from '../ask/bar';
import { usePage } from '../desktop/page';
import { guideNames, openGuide, type GuideName } from '../guides/open';
import { openPart } from '../parts/open';
import { Icon, type IconName } from '../shell/icons';
import { TaskCard } from '../task/card';
import { startTask } from '../task/deeds';
import { t } from '../words/say';
import { useFirstVisit } from './first-visit';
import { createQuiet, isPhone } from './quiet';
import { builtIn, suggestions, type Suggestion } from './suggestions';

const entries: { guide: GuideName; icon: IconName }[] = [
  { guide: 'abilities', icon: 'spark' },
  { guide: 'model', icon: 'chip' },
  { guide: 'phone', icon: 'phone' },
  { guide: 'agent', icon: 'key' },
];

/**
 * The greeting, with this much space on both sides. It disappears while anything but phones is open on this monitor,
 * unless it is shown `always`: then only the suggestions disappear.
 */
export function Home(props: { always?: boolean; room?: { from: number; to: number } }): JSX.Element {
  const page = usePage();
  useFirstVisit(page);
  const { quiet } = createQuiet(page);
  return (
    <Show when={props.always || quiet()}>
      <div
        class="home-room"
        style={{ '--home-from': `${props.room?.from ?? 0}px`, '--home-to': `${props.room?.to ?? 0}px` }}
      >
        <Greeting quiet={quiet()} />
      </div>
    </Show>
  );
}

function Greeting(props: { quiet: boolean }): JSX.Element {
  const page = usePage();
  const [tried, setTried] = createSignal<string>();
  const [problem, setProblem] = createSignal('');
  const phoneShown = (): boolean => Object.values(page.desktop.state.windows).some(isPhone);
  const simulated = (): boolean => page.phones.find(builtIn) !== undefined;
  const running = (): boolean => {
    const id = tried();
    const state = id === undefined ? undefined : page.tasks.story(id)?.view.state;
    return state === 'queued' || state === 'running' || state === 'paused';
  };
  const attempt = async (suggestion: Suggestion): Promise<void> => {
    setProblem('');
    const answer = await startTask(suggestion.goal, builtIn);
    if (answer.ok) setTried(answer.value.task_id);
    else setProblem(t`Could not start that: ${answer.message}.`);
  };
  return (
    <section class="home" aria-labelledby="home-title">
      <h2 id="home-title">{t`What should I do?`}</h2>
      <p class="home-lead">
        {t`Say it in your own words. The phone does it while you watch, and you are asked before anything important happens.`}
      </p>
      <CommandBar place="home" onStarted={() => setTried()} />
      <Show when={tried()} keyed>
        {(id) => (
          <div class="home-tried">
            <p class="ask-goal">{page.tasks.story(id)?.view.goal}</p>
            <TaskCard id={id} />
          </div>
        )}
      </Show>
      <Show when={props.quiet && simulated()}>
        <h3 class="home-small">{t`Try it on the built-in phone`}</h3>
        <ul class="home-tries">
          <For each={suggestions}>
            {(suggestion) => (
              <li>
                <button
                  type="button"
                  class="home-try"
                  aria-disabled={running()}
                  onClick={() => {
                    if (!running()) void attempt(suggestion);
                  }}
                >
                  <span class="home-sign">
                    <Icon name={suggestion.icon} />
                  </span>
                  <strong>{suggestion.goal}</strong>
                  <span class="home-does">{suggestion.does}</span>
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={problem()}>
          <p class="problem" role="alert">
            {problem()}
          </p>
        </Show>
      </Show>
      <ul class="home-entries" aria-label={t`Set up`}>
        <For each={entries}>
          {(entry) => (
            <li>
              <button type="button" class="home-entry" onClick={() => openGuide(entry.guide)}>
                <Icon name={entry.icon} />
                {guideNames[entry.guide]}
              </button>
            </li>
          )}
        </For>
        <Show when={!phoneShown() && page.phones.all()[0]}>
          {(phone) => (
            <li>
              <button
                type="button"
                class="home-entry"
                onClick={() => void openPart(page, 'phone', phone().id)}
              >
                <Icon name="monitor" />{t`Show the phone`}</button>
            </li>
          )}
        </Show>
      </ul>
    </section>
  );
}
