// What tasks say, for people who do not look: always to screen readers; aloud and with sounds if turned on. The server
// has already masked secrets.

import { createSignal, onCleanup, onMount, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import type { TaskEvent } from '../protocol/wire';
import { playEarcon } from './earcons';
import { hush, speak, speaking } from './voice';

/** Events that toasts and dialogs already announce to screen readers. */
const saidElsewhere: ReadonlySet<TaskEvent['event']> = new Set([
  'started',
  'question',
  'question_closed',
  'ended',
]);

/** An invisible region. */
export function Narration(): JSX.Element {
  const { tasks } = usePage();
  const [words, setWords] = createSignal('');
  const hear = (event: TaskEvent): void => {
    if (event.earcon) playEarcon(event.earcon);
    if (!event.say) return;
    speak(event.say);
    if (!saidElsewhere.has(event.event)) setWords(event.say);
  };
  const silence = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && speaking()) hush();
  };
  onMount(() => document.addEventListener('keydown', silence, { capture: true }));
  onCleanup(tasks.listen(hear));
  onCleanup(() => document.removeEventListener('keydown', silence, { capture: true }));
  return (
    <p class="visually-hidden" role="status" data-narration>
      {words()}
    </p>
  );
}
