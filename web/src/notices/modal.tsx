// The frame of a question that has to be answered before anything else.

import { onCleanup, onMount, Show, type JSX } from 'solid-js';

import { visible } from '../bidi';

/** A press that comes sooner was meant for something else: the person was typing when it appeared. */
const startle = 400;

/** A modal. The focus goes to the modal itself, never to a button, so that nothing is pressed by mistake. */
export function Modal(props: {
  title: string;
  from: string;
  message: string;
  others: number;
  onEscape: () => void;
  onSubmit: () => void;
  children: JSX.Element;
  buttons: JSX.Element;
}): JSX.Element {
  let dialog!: HTMLDialogElement;
  let form!: HTMLFormElement;
  const before = document.activeElement;
  const appeared = performance.now();
  const escape = (): void => {
    if (performance.now() - appeared > startle) props.onEscape();
  };
  onMount(() => {
    dialog.showModal();
    form.focus();
  });
  onCleanup(() => {
    dialog.close();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  return (
    <dialog
      ref={dialog}
      class="modal"
      role="alertdialog"
      aria-labelledby="modal-title"
      aria-describedby="modal-message"
      // A browser lets a page refuse one Escape, and closes the dialog by itself at the next. The question
      // still wants its answer then, so Escape is taken before the browser sees in it a wish to close.
      closedby="none"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        escape();
      }}
      onCancel={(event) => {
        event.preventDefault();
        escape();
      }}
    >
      <form
        ref={form}
        class="modal-form"
        tabindex="-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (performance.now() - appeared > startle) props.onSubmit();
        }}
      >
        <p class="modal-from">
          <span>
            <bdi>{visible(props.from)}</bdi> asks
          </span>
          <Show when={props.others > 0}>
            <span class="modal-others">
              {props.others} more {props.others === 1 ? 'question waits' : 'questions wait'}
            </span>
          </Show>
        </p>
        <h2 id="modal-title" dir="auto">
          {visible(props.title)}
        </h2>
        <p id="modal-message" class="modal-message" dir="auto">
          {visible(props.message)}
        </p>
        {props.children}
        <div class="modal-buttons">{props.buttons}</div>
      </form>
    </dialog>
  );
}
