// Sends the answers given on the desktop's page, and shows its questions.

import { Show, type JSX } from 'solid-js';

import { Ask, type QuestionProps } from '../answers/ask';
import { Consent } from '../answers/consent';
import { DeskProvider, postFile, type Desk } from '../answers/desk';
import { usePage, type Page } from '../desktop/page';
import { t } from '../words/say';
import { Elsewhere } from './elsewhere';
import { serverTime } from './list';

function createDesk(page: Page): Desk {
  return {
    answer: (question, answer) => page.person.answerQuestion(question.id, answer),
    file: async (question, file) => {
      const outcome = await postFile(`/api/questions/${encodeURIComponent(question.id)}/file`, file);
      if (!outcome.ok) page.remark(t`That did not work: ${outcome.errors[0]?.message ?? ''}`);
      return outcome;
    },
    picture: (question, number) =>
      `/api/tasks/${encodeURIComponent(question.from)}/screenshots/${number}`,
    now: serverTime,
  };
}

/** Provides the page's desk to everything inside. */
export function PageDesk(props: { children: JSX.Element }): JSX.Element {
  const page = usePage();
  return <DeskProvider value={createDesk(page)}>{props.children}</DeskProvider>;
}

/** A question of either kind in a frame. */
export function QuestionIn(props: Omit<QuestionProps, 'from' | 'below'>): JSX.Element {
  const page = usePage();
  // A task is identified by its goal.
  const from = (): string => {
    const goal = page.tasks.story(props.question.from)?.view.goal;
    const title = page.desktop.state.notifications[`task-${props.question.from}`]?.title ?? goal;
    return title ? t`The task “${title}”` : t`A task`;
  };
  return (
    <Show
      when={props.question.consent}
      fallback={<Ask {...props} from={from()} below={<Elsewhere id={props.question.id} />} />}
    >
      {(asked) => (
        <Consent
          {...props}
          from={from()}
          asked={asked()}
          below={<Elsewhere id={props.question.id} />}
        />
      )}
    </Show>
  );
}
