// A question where it belongs: in the conversation it came up in. The same question as in the modal, without its wall.

import { createEffect, onCleanup, Show, untrack, type JSX } from 'solid-js';

import { Sheet, type FrameProps } from '../answers/sheet';
import { usePage } from '../desktop/page';
import { PageDesk, QuestionIn } from './page-desk';
import { answering, isAside, noteInView, putAside, waitingIn, type Waiting } from './waiting';

/**
 * The question of this id, as long as it waits. It is not asked in a modal as well while `window`, in which it stands, is
 * the one in front, or if the person was still there (`attended`) when it came up.
 */
export function QuestionCard(props: {
  id: string;
  window: string | undefined;
  attended: (() => boolean) | undefined;
}): JSX.Element {
  const { desktop } = usePage();
  const which = (): Waiting => `question:${props.id}`;
  const open = () => (waitingIn(desktop).includes(which()) ? desktop.state.questions[props.id] : undefined);
  // Asked now: a modal that comes up takes the focus with it.
  const attended = untrack(() => props.attended?.() ?? false);
  const front = (): boolean => props.window !== undefined && desktop.state.focused === props.window;
  let first = true;
  createEffect(() => {
    if (!open() || isAside(which())) return;
    // Whoever asks for the modal later gets it.
    if (front() || (attended && first)) putAside(which());
    first = false;
  });
  createEffect(() => {
    const shown = which();
    noteInView(shown, open() !== undefined && (attended || front()));
    onCleanup(() => noteInView(shown, false));
  });
  return (
    <PageDesk>
      <Show when={open()}>
        {(question) => (
          <QuestionIn
            question={question()}
            others={0}
            frame={CardFrame}
            name={`card-${props.id}`}
            onAnswer={(outcome) => void answering(desktop, which(), outcome)}
          />
        )}
      </Show>
    </PageDesk>
  );
}

/** A card: a group of its own, with a name. Escape belongs to what is around it. */
function CardFrame(props: FrameProps): JSX.Element {
  let form!: HTMLFormElement;
  onCleanup(() => {
    // Whoever answered by keys stays where they were.
    const around = form.closest<HTMLElement>('[tabindex]');
    if (form.contains(document.activeElement)) around?.focus();
  });
  return (
    <form
      ref={form}
      class={`question-card modal-form ${props.class ?? ''}`.trim()}
      aria-labelledby={`${props.name}-title`}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <Sheet {...props} heading="h3" />
    </form>
  );
}
