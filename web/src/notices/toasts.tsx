// Short messages that go away by themselves; not while somebody reads them.

import { For, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import type { ToastVariant } from '../protocol/os';
import type { Toast } from '../protocol/wire';
import { Icon, type IconName } from '../shell/icons';

const icons: Record<ToastVariant, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'error',
};
const spoken: Record<ToastVariant, string> = {
  info: '',
  success: 'Success: ',
  warning: 'Warning: ',
  error: 'Error: ',
};

/** All toasts, oldest on top, and what the page itself has to say. */
export function Toasts(): JSX.Element {
  const page = usePage();
  const ids = (): string[] => {
    const { toasts } = page.desktop.state;
    return Object.keys(toasts).sort(
      (a, b) => (toasts[a]?.shownAt ?? 0) - (toasts[b]?.shownAt ?? 0),
    );
  };
  return (
    <div class="toasts" role="status" aria-live="polite" aria-relevant="additions text">
      <For each={ids()}>
        {(id) => (
          <Show when={page.desktop.state.toasts[id]}>{(toast) => <One toast={toast()} />}</Show>
        )}
      </For>
      <For each={page.remarks()}>
        {(remark) => (
          <div class="toast is-info">
            <Icon name="info" />
            <p class="toast-words" dir="auto">
              {remark.text}
            </p>
            <Show when={remark.action}>
              {(action) => (
                <button
                  type="button"
                  class="toast-action"
                  onClick={() => {
                    page.forget(remark.id);
                    action().act();
                  }}
                >
                  {action().label}
                </button>
              )}
            </Show>
            <button
              type="button"
              class="toast-close"
              aria-label="Dismiss"
              onClick={() => page.forget(remark.id)}
            >
              <Icon name="close" />
            </button>
          </div>
        )}
      </For>
    </div>
  );
}

function One(props: { toast: Toast }): JSX.Element {
  const { person } = usePage();
  const variant = (): ToastVariant => props.toast.variant ?? 'info';
  let pointed = false;
  let focused = false;
  let held = false;
  const look = (): void => {
    if ((pointed || focused) === held) return;
    held = !held;
    void person.holdToast(props.toast.id, held);
  };
  return (
    <div
      class={`toast is-${variant()}`}
      data-toast={props.toast.id}
      onPointerEnter={() => {
        pointed = true;
        look();
      }}
      onPointerLeave={() => {
        pointed = false;
        look();
      }}
      onFocusIn={() => {
        focused = true;
        look();
      }}
      onFocusOut={() => {
        focused = false;
        look();
      }}
    >
      <Icon name={icons[variant()]} />
      <p class="toast-words">
        <span class="visually-hidden">{spoken[variant()]}</span>
        <bdi>{props.toast.message}</bdi>
      </p>
      <Show when={props.toast.action}>
        {(action) => (
          <button
            type="button"
            class="toast-action"
            onClick={() => void person.pressToast(props.toast.id, action().eventId)}
          >
            <bdi>{action().label}</bdi>
          </button>
        )}
      </Show>
      <button
        type="button"
        class="toast-close"
        aria-label="Dismiss"
        onClick={() => void person.dismissToast(props.toast.id)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
