// The page behind a link: one question, one answer, then nothing left to do.

import { createSignal, Match, onCleanup, onMount, Show, Switch, type JSX } from 'solid-js';

import { Ask } from '../answers/ask';
import { createServerClock } from '../answers/clock';
import { Consent } from '../answers/consent';
import { DeskProvider, type Desk } from '../answers/desk';
import { Sheet, type FrameProps } from '../answers/sheet';
import type { Outcome } from '../connection/outbox';
import type { Question } from '../protocol/wire';
import { t } from '../words/say';
import { answerByLink, fileByLink, standing } from './by-link';

/** How often to check whether somebody else has answered, in milliseconds. */
const every = 4_000;

/** The page. Calls `onLoaded` once it replaces the plain form. */
export function LinkPage(props: { token: string; onLoaded: () => void }): JSX.Element {
  const clock = createServerClock();
  const [question, setQuestion] = createSignal<Question>();
  const [sent, setSent] = createSignal(false);
  const [sending, setSending] = createSignal(false);
  const [wrong, setWrong] = createSignal('');
  let loaded = false;

  const look = async (): Promise<void> => {
    if (sent() || sending()) return;
    const began = clock.tick();
    const found = await standing(props.token);
    if (sent() || sending()) return;
    if (found.kind === 'open') {
      clock.hear(found.now, began, clock.tick());
      if (!loaded) {
        loaded = true;
        props.onLoaded();
        setQuestion(found.question);
      }
    } else if (found.kind === 'over') {
      // The server's own page says how it was settled.
      location.reload();
    }
  };
  onMount(() => {
    void look();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void look();
    }, every);
    onCleanup(() => clearInterval(timer));
  });

  const desk: Desk = {
    answer: async (_, answer) => {
      const outcome = await answerByLink(props.token, answer);
      // The person has the phone now; the server's page has the button to hand it back.
      if (outcome.ok && answer.kind === 'myself') location.reload();
      return outcome;
    },
    file: (_, file) => fileByLink(props.token, file),
    picture: () => `/q/${props.token}/picture`,
    now: () => clock.now(),
  };
  const answered = async (outcome: Promise<Outcome>): Promise<void> => {
    setSending(true);
    setWrong('');
    const came = await outcome;
    setSending(false);
    if (came.ok) return void setSent(true);
    setWrong(t`That did not work: ${came.errors[0]?.message ?? t`the server gave no reason`}`);
    await look();
  };

  return (
    <DeskProvider value={desk}>
      <Switch>
        <Match when={sent()}>
          <h1 class="modal-title">{t`Thank you`}</h1>
          <p role="status">
            {t`Your answer was received. You can close this page; the link no longer works.`}
          </p>
        </Match>
        <Match when={question()}>
          {(asked) => {
            const common = {
              from: t`A task`,
              others: 0,
              frame: PageFrame,
              name: 'link',
              onAnswer: (outcome: Promise<Outcome>) => void answered(outcome),
            };
            return (
              <div inert={sending()} aria-busy={sending()}>
                <p class="answer-wrong" role="alert">
                  {wrong()}
                </p>
                <Show
                  when={asked().consent}
                  fallback={<Ask {...common} question={asked()} />}
                >
                  {(consent) => <Consent {...common} question={asked()} asked={consent()} />}
                </Show>
                <p class="fine">
                  {t`This link answers this one question, once. No answer in time counts as a no.`}
                </p>
              </div>
            );
          }}
        </Match>
      </Switch>
    </DeskProvider>
  );
}

function PageFrame(props: FrameProps): JSX.Element {
  return (
    <form
      class={`link-form modal-form ${props.class ?? ''}`.trim()}
      aria-labelledby={`${props.name}-title`}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <Sheet {...props} heading="h1" />
    </form>
  );
}
