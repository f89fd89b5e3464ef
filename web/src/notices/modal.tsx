// The frame of a question that has to be answered before anything else.

import { onCleanup, onMount, Show, type JSX } from 'solid-js';

import { visible } from '../bidi';

/** A press that comes sooner was meant for something else: the person was typing when it appeared. */
const startle = 400;

/**
 * A modal. The focus goes to the safest button if one is marked (`data-safest`), else to the modal itself, so that
 * nothing is agreed to by mistake; and what is pressed in the first instant does not count.
 */
export function Modal(props: {
  title: string;
  from: string;
  message: string;
  others: number;
  /** A class of the dialog. */
  class?: string;
  /** The id of what describes the question further. */
  details?: string;
  /** What stands beside the words. */
  beside?: JSX.Element;
  onEscape: () => void;
  onSubmit: () => void;
  children: JSX.Element;
  buttons: JSX.Element;
}): JSX.Element {
  let dialog!: HTMLDialogElement;
  let form!: HTMLFormElement;
  const before = document.activeElement;
  const appeared = performance.now();
  const early = (): boolean => performance.now() - appeared <= startle;
  const escape = (): void => {
    if (!early()) props.onEscape();
  };
  const startled = (event: Event): void => {
    if (!early() || !(event.target instanceof Element) || !event.target.closest('button')) return;
    event.preventDefault();
    event.stopPropagation();
  };
  onMount(() => {
    dialog.showModal();
    // The question is read from its beginning, wherever the button is.
    const safest = form.querySelector<HTMLElement>('[data-safest]');
    (safest ?? form).focus({ preventScroll: true });
    dialog.scrollTop = 0;
    form.addEventListener('click', startled, { capture: true });
  });
  onCleanup(() => {
    dialog.close();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  return (
    <dialog
      ref={dialog}
      class={`modal ${props.class ?? ''}`.trim()}
      role="alertdialog"
      aria-labelledby="modal-title"
      aria-describedby={props.details ? `modal-message ${props.details}` : 'modal-message'}
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
          if (!early()) props.onSubmit();
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
        <div class="modal-body">
          <div class="modal-words">{props.children}</div>
          {props.beside}
        </div>
        <div class="modal-buttons">{props.buttons}</div>
      </form>
    </dialog>
  );
}
