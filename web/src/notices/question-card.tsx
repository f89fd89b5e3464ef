// A question in the conversation it came up in: the same as in the modal, but not modal.

import { createEffect, onCleanup, Show, untrack, type JSX } from 'solid-js';

import { Sheet, type FrameProps } from '../answers/sheet';
import { usePage } from '../desktop/page';
import { PageDesk, QuestionIn } from './page-desk';
import { answering, isAside, noteInView, putAside, waitingIn, type Waiting } from './waiting';

/**
 * The question with this id, as long as it waits. It does not also appear in a modal while `window`, which contains it,
 * is in front, or if the person was still there (`attended`) when it came up.
 */
export function QuestionCard(props: {
  id: string;
  window: string | undefined;
  attended: (() => boolean) | undefined;
}): JSX.Element {
  const { desktop } = usePage();
  const which = (): Waiting => `question:${props.id}`;
  const open = () => (waitingIn(desktop).includes(which()) ? desktop.state.questions[props.id] : undefined);
  // Evaluated now: a modal that opens takes the focus.
  const attended = untrack(() => props.attended?.() ?? false);
  const front = (): boolean => props.window !== undefined && desktop.state.focused === props.window;
  let first = true;
  createEffect(() => {
    if (!open() || isAside(which())) return;
    // A person who asks for the modal later gets it.
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

/** A card: its own group, with a name. Escape belongs to the surrounding element. */
function CardFrame(props: FrameProps): JSX.Element {
  let form!: HTMLFormElement;
  onCleanup(() => {
    // A person who answered by keyboard stays where they were.
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
