// Files being sent to the phone: their progress and results.

import { createSignal, For, onCleanup, Show, type JSX } from 'solid-js';

import { Icon } from '../../shell/icons';
import { t } from '../../words/say';
import { sendFile, type Sent } from './send-file';

interface Transfer {
  id: number;
  name: string;
  part: () => number;
  sent: () => Sent | undefined;
  stop: () => void;
}

/** How many are shown, and how many are accepted from one drop. */
const mostShown = 5;
const mostAtOnce = 20;

/** The files of one window. */
export function createFiles(device: string) {
  const [transfers, setTransfers] = createSignal<Transfer[]>([]);
  let id = 0;
  // One after the other: the phone has one cable.
  let line: Promise<void> = Promise.resolve();
  const send = (files: readonly File[]): void => {
    for (const file of files.slice(0, mostAtOnce)) {
      const [part, setPart] = createSignal(0);
      const [sent, setSent] = createSignal<Sent>();
      const abort = new AbortController();
      id += 1;
      const stop = (): void => abort.abort();
      const transfer: Transfer = { id, name: file.name, part, sent, stop };
      setTransfers((all) => [...all, transfer].slice(-mostAtOnce));
      line = line.then(async () => {
        if (abort.signal.aborted) setSent({ ok: false, message: t`it was stopped` });
        else setSent(await sendFile(device, file, setPart, abort.signal));
      });
    }
  };
  const forget = (which: Transfer): void => {
    which.stop();
    setTransfers((all) => all.filter((one) => one !== which));
  };
  onCleanup(() => transfers().forEach((one) => one.stop()));
  return { transfers, send, forget };
}

/** The files in progress. */
export function Files(props: { files: ReturnType<typeof createFiles> }): JSX.Element {
  const shown = (): Transfer[] => props.files.transfers().slice(-mostShown);
  const more = (): number => props.files.transfers().length - shown().length;
  return (
    <div class="phone-files" role="status">
      <Show when={more() > 0}>
        <p class="fine">{t`and ${more()} more`}</p>
      </Show>
      <For each={shown()}>
        {(one) => (
          <div class="phone-file" data-sent={one.sent()?.ok}>
            <p dir="auto">{words(one)}</p>
            <Show when={!one.sent()}>
              <progress value={one.part()} max="1" aria-label={t`Sending ${one.name}`} />
            </Show>
            <button
              type="button"
              class="phone-tool"
              aria-label={one.sent() ? t`Close the line about ${one.name}` : t`Stop sending ${one.name}`}
              onClick={() => props.files.forget(one)}
            >
              <Icon name="close" />
            </button>
          </div>
        )}
      </For>
    </div>
  );
}

function words(one: Transfer): string {
  const sent = one.sent();
  if (!sent) return t`Sending ${one.name}`;
  return sent.ok
    ? t`${one.name} is on the phone: ${sent.path}`
    : t`${one.name} was not sent: ${sent.message}`;
}
