// Short messages that disappear by themselves, but not while somebody reads them. A flood stays calm: a few are shown,
// the others are in the centre.

import { createEffect, createMemo, createSignal, For, onCleanup, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import type { ToastVariant } from '../protocol/os';
import type { Toast } from '../protocol/wire';
import { Icon, type IconName } from '../shell/icons';
import { t } from '../words/say';
import { attended } from './attended';
import { narrated } from './narrated';
import { isTaskShown, taskOfToast } from './task-notice';
import { oldestFirst } from './order';
import { Sender } from './sender';

const narrow = globalThis.matchMedia?.('(max-width: 639px)');
/** How many are shown at once; the others are in the centre. */
export function shownToasts(): number {
  return narrow?.matches ? 2 : 4;
}
/** With more toasts, the visible ones change at most this often, in milliseconds. */
const calm = 1_000;

const icons: Record<ToastVariant, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'error',
};
const spoken: Record<ToastVariant, string> = {
  info: '',
  success: t`Success: `,
  warning: t`Warning: `,
  error: t`Error: `,
};

/** The newest toasts, oldest on top, and the page's own messages. */
export function Toasts(props: { onAll: () => void }): JSX.Element {
  const page = usePage();
  const all = createMemo(() =>
    oldestFirst(page.desktop.state.toasts).filter((id) => {
      const task = taskOfToast(page.desktop.state.toasts[id]);
      return task === undefined || !isTaskShown(page, task);
    }),
  );
  const shown = calmly(all);
  const newest = (): string[] => shown().slice(-shownToasts());
  const more = (): number => Math.max(0, all().length - shownToasts());
  return (
    <div class="toasts">
      <Show when={more() > 0}>
        <button type="button" class="notifications-more" onClick={() => props.onAll()}>
          {t`and ${more()} more`}
        </button>
      </Show>
      <div class="toast-list" role="status" aria-live="polite" aria-relevant="additions text">
        <For each={newest()}>
          {(id) => (
            <Show when={page.desktop.state.toasts[id]}>
              {(toast) => <ToastCard toast={toast()} />}
            </Show>
          )}
        </For>
        <For each={page.remarks()}>
          {(remark) => (
            <div class="toast is-info">
              <Icon name="info" />
              <p class="toast-body toast-words" dir="auto">
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
                aria-label={t`Dismiss`}
                onClick={() => page.forget(remark.id)}
              >
                <Icon name="close" />
              </button>
            </div>
          )}
        </For>
      </div>
    </div>
  );
}

/** Returns the ids at once while there are few, else at a pace that can be read and spoken. */
function calmly(ids: () => string[]): () => string[] {
  const [shown, setShown] = createSignal<string[]>(ids());
  let next = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    timer = undefined;
    next = performance.now() + calm;
    setShown(ids());
  };
  createEffect(() => {
    const wait = ids().length > shownToasts() ? next - performance.now() : 0;
    clearTimeout(timer);
    if (wait <= 0) show();
    else timer = setTimeout(show, wait);
  });
  onCleanup(() => clearTimeout(timer));
  return shown;
}

/** One toast. */
export function ToastCard(props: { toast: Toast }): JSX.Element {
  const { person } = usePage();
  const [pressed, setPressed] = createSignal(false);
  const variant = (): ToastVariant => props.toast.variant ?? 'info';
  const reading = attended((held) => void person.holdToast(props.toast.id, held));
  // Once: the button is disabled from the press until the server has refused it.
  const press = async (eventId: string): Promise<void> => {
    if (pressed()) return;
    setPressed(true);
    const outcome = await person.pressToast(props.toast.id, eventId);
    if (!outcome.ok) setPressed(false);
  };
  return (
    <div
      class={`toast is-${variant()}`}
      data-toast={props.toast.id}
      {...reading}
    >
      <Icon name={icons[variant()]} />
      <div class="toast-body">
        {/* A long text scrolls, also by keyboard; its sender stays in view. */}
        <p class="toast-words" tabindex={props.toast.message.length > 160 ? '0' : undefined}>
          <span class="visually-hidden">{spoken[variant()]}</span>
          <bdi>{narrated(props.toast.from, props.toast.message)}</bdi>
        </p>
        <Sender from={props.toast.from} />
      </div>
      <Show when={props.toast.action}>
        {(action) => (
          <button
            type="button"
            class="toast-action"
            aria-disabled={pressed()}
            onClick={() => void press(action().eventId)}
          >
            <bdi>{narrated(props.toast.from, action().label)}</bdi>
          </button>
        )}
      </Show>
      <button
        type="button"
        class="toast-close"
        aria-label={t`Dismiss`}
        onClick={() => void person.dismissToast(props.toast.id)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
