// The state of the connection, in words that a person can act on.

import { createEffect, createSignal, onCleanup, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { t } from '../words/say';

/** The state of the connection, and a button if there is something to do. */
export function Status(): JSX.Element {
  const page = usePage();
  const [now, setNow] = createSignal(Date.now());
  const kind = () => page.connection().kind;
  createEffect(() => {
    if (kind() !== 'waiting') return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    onCleanup(() => clearInterval(timer));
  });
  const seconds = (): number => {
    const state = page.connection();
    return state.kind === 'waiting' ? Math.max(0, Math.ceil((state.until - now()) / 1000)) : 0;
  };
  const words = (): string => {
    switch (kind()) {
      case 'connected':
        return t`Connected`;
      case 'connecting':
        return t`Connecting…`;
      case 'waiting':
        return seconds() > 0 ? t`Reconnecting in ${seconds()} s` : t`Reconnecting…`;
      case 'signedOut':
        return t`Signed out`;
      case 'outdated':
        return t`The server is newer than this page`;
    }
  };
  return (
    <div class={`status is-${kind()}`} data-connection={kind()}>
      <span class="status-dot" aria-hidden="true" />
      {/* The seconds are not announced; the loss of the connection is, once. */}
      <span class="visually-hidden" role="status">
        {kind() === 'waiting' ? t`Connection lost. Reconnecting.` : words()}
      </span>
      <span class="status-words" aria-hidden="true">
        {words()}
      </span>
      <Show when={kind() === 'waiting'}>
        <button type="button" class="status-button" onClick={page.tryNow}>{t`Try now`}</button>
      </Show>
      <Show when={kind() === 'outdated'}>
        <button type="button" class="status-button" onClick={() => location.reload()}>{t`Reload`}</button>
      </Show>
    </div>
  );
}
