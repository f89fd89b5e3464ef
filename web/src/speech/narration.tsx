// What tasks say, for people who do not look: always to screen readers; aloud and with sounds if turned on. The server
// has already masked secrets.

import { createSignal, onCleanup, onMount, Show, type JSX } from 'solid-js';

import { visible } from '../bidi';
import { usePage } from '../desktop/page';
import { isTaskShown } from '../notices/task-notice';
import type { TaskEvent } from '../protocol/wire';
import { t } from '../words/say';
import { playEarcon } from './earcons';
import { caption, hush, speak, speaking } from './voice';

/** Events that toasts and dialogs already announce to screen readers. */
const saidElsewhere: ReadonlySet<TaskEvent['event']> = new Set([
  'started',
  'question',
  'question_closed',
  'ended',
]);

/** An invisible region. */
export function Narration(): JSX.Element {
  const page = usePage();
  const { tasks } = page;
  const [words, setWords] = createSignal('');
  const hear = (event: TaskEvent): void => {
    if (event.earcon) playEarcon(event.earcon);
    if (event.event === 'started') setWords(t`Started: ${event.goal}`);
    if (!event.say) return;
    speak(event.say, { lang: event.lang });
    if (!saidElsewhere.has(event.event)) setWords(event.say);
    // A message about the end is shown, and announced, only where the task itself cannot be seen.
    if (event.event === 'ended' && isTaskShown(page, event.task))
      setWords(event.status === 'success' ? t`Done: ${event.say}` : event.say);
  };
  const silence = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && speaking()) hush();
  };
  onMount(() => document.addEventListener('keydown', silence, { capture: true }));
  onCleanup(tasks.listen(hear));
  onCleanup(() => document.removeEventListener('keydown', silence, { capture: true }));
  return (
    <>
      <p class="visually-hidden" role="status" data-narration>
        {words()}
      </p>
      {/* What is spoken, in writing. Screen readers have it already. */}
      <Show when={caption()}>
        <p class="caption" aria-hidden="true" dir="auto">
          {visible(caption())}
        </p>
      </Show>
    </>
  );
}
