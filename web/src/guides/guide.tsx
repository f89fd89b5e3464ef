// The frame of a guided dialog: a native modal with a few short steps.

import { createEffect, createUniqueId, onCleanup, onMount, Show, type JSX } from 'solid-js';

import { Icon } from '../shell/icons';
import { t } from '../words/say';
import '../styles/guides.css';

/** A dialog. Its head shows `step` of `steps`. */
export function Guide(props: {
  title: string;
  step?: number;
  steps?: number;
  onClose: () => void;
  onSubmit?: () => void;
  /** Whether it needs more room than a form. */
  wide?: boolean;
  children: JSX.Element;
  buttons: JSX.Element;
}): JSX.Element {
  const id = createUniqueId();
  const before = document.activeElement;
  let dialog!: HTMLDialogElement;
  onMount(() => dialog.showModal());
  // Each step focuses its first field or choice, for keyboards and screen readers.
  createEffect(() => {
    void props.step;
    queueMicrotask(() =>
      dialog.querySelector<HTMLElement>('.guide-body :is(input, button, pre), .guide-buttons .is-primary')?.focus(),
    );
  });
  onCleanup(() => {
    dialog.close();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  return (
    <dialog
      ref={dialog}
      class="guide"
      classList={{ 'is-wide': props.wide ?? false }}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      // Keys in here are for the dialog, not for the desktop behind it.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form
        class="guide-form"
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit?.();
        }}
      >
        <div class="guide-head">
          <h2 id={id}>{props.title}</h2>
          <Show when={props.steps}>
            <p class="fine">{t`Step ${props.step} of ${props.steps}`}
            </p>
          </Show>
          <button type="button" class="guide-close" aria-label={t`Close`} onClick={() => props.onClose()}>
            <Icon name="close" />
          </button>
        </div>
        <div class="guide-body">{props.children}</div>
        <div class="guide-buttons">{props.buttons}</div>
      </form>
    </dialog>
  );
}

/** The result of a test. */
export function Verdict(props: { busy: boolean; verdict: { ok: boolean; message: string } | undefined }): JSX.Element {
  return (
    <div class="verdict-room" role="status">
      <Show when={props.busy}>
        <p class="task-now">
          <span class="spinner" aria-hidden="true" />{t`Trying it…`}</p>
      </Show>
      <Show when={!props.busy && props.verdict}>
        {(verdict) => (
          <p class={`verdict ${verdict().ok ? 'is-good' : 'is-bad'}`} dir="auto">
            <Icon name={verdict().ok ? 'check' : 'warning'} />
            <span>{verdict().message}</span>
          </p>
        )}
      </Show>
    </div>
  );
}
