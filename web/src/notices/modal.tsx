// The frame of a question that must be answered first.

import { onCleanup, onMount, type JSX } from 'solid-js';

import { describedBy, Sheet, type FrameProps } from '../answers/sheet';

/** An earlier press was meant for something else: the person was typing when the modal appeared. */
const startle = 400;

/**
 * A modal. The focus goes to the safest button if one is marked (`data-safest`), else to the modal itself, so that
 * nothing is approved by mistake; and presses in the first moment do not count.
 */
export function Modal(props: FrameProps): JSX.Element {
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
      aria-labelledby={`${props.name}-title`}
      aria-describedby={describedBy(props)}
      // A browser lets a page refuse one Escape, and closes the dialog by itself at the next. The question still needs
      // its answer then, so Escape is handled before the browser interprets it as a close request.
      closedby="none"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        escape();
      }}
      onCancel={(event) => {
        // A file chooser inside that is closed without a file also fires `cancel`.
        if (event.target !== dialog) return;
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
        <Sheet {...props} heading="h2" />
      </form>
    </dialog>
  );
}
