// The link that answers a question on another device.

import { createResource, createSignal, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import type { QuestionLink } from '../protocol/http';
import { t } from '../words/say';
import { listQuestions } from './list';

/** Loaded when it is opened: the link is a key, and must not appear before somebody asks for it. */
export function Elsewhere(props: { id: string }): JSX.Element {
  const page = usePage();
  const [open, setOpen] = createSignal(false);
  const [link] = createResource(
    () => (open() ? props.id : undefined),
    async (id): Promise<QuestionLink | undefined> =>
      (await listQuestions()).find((one) => one.id === id)?.link,
  );
  const whole = (url: string): string => new URL(url, location.href).href;
  const copy = async (url: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(whole(url));
      page.remark(t`Link copied. Anyone who has it can answer this one question.`);
    } catch {
      page.remark(t`The browser does not allow copying. Select the link and copy it yourself.`);
    }
  };
  return (
    <details class="elsewhere" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t`Answer on another device`}</summary>
      <Show when={!link.loading} fallback={<p class="fine">{t`Loading…`}</p>}>
        <Show when={link()} fallback={<p class="fine">{t`There is no link to this question.`}</p>}>
          {(found) => (
            <>
              <div class="answer-field">
                <input
                  class="input"
                  type="text"
                  readonly
                  aria-label={t`The link to this question`}
                  value={whole(found().url)}
                  onFocus={(event) => event.currentTarget.select()}
                />
                <button
                  type="button"
                  class="button is-secondary size-md"
                  onClick={() => void copy(found().url)}
                >
                  {t`Copy`}
                </button>
              </div>
              <p class="fine">{t`It ${found().note}.`}</p>
            </>
          )}
        </Show>
      </Show>
    </details>
  );
}
