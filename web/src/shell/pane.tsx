// A pane above the desktop: modal, closed by Escape or a press outside; the focus returns to where it was.

import { onCleanup, onMount, type JSX } from 'solid-js';

import { closePane } from './panes';

/** The frame of a pane. The element marked `autofocus` inside gets the focus. */
export function PaneDialog(props: {
  label: string;
  class: string;
  style?: JSX.CSSProperties;
  children: JSX.Element;
}): JSX.Element {
  let dialog!: HTMLDialogElement;
  onMount(() => {
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-first]')?.focus();
  });
  // The browser reports the closing later: by then another pane may be open.
  let gone = false;
  onCleanup(() => {
    gone = true;
    dialog.close();
  });
  return (
    <dialog
      ref={dialog}
      class={`pane ${props.class}`}
      style={props.style}
      aria-label={props.label}
      onClose={() => {
        if (!gone) closePane();
      }}
      onClick={(event) => {
        if (event.target === dialog) closePane();
      }}
    >
      {props.children}
    </dialog>
  );
}
