// How long a question waits for its answer.

import { createSignal, onCleanup, type JSX } from 'solid-js';

/** When so little time is left, it is said. */
const soon = 30_000;

/** The time that is left, counted down. */
export function Countdown(props: { until: number }): JSX.Element {
  const [now, setNow] = createSignal(Date.now());
  const timer = setInterval(() => setNow(Date.now()), 1_000);
  onCleanup(() => clearInterval(timer));
  const left = (): string => {
    const seconds = Math.max(0, Math.round((props.until - now()) / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  };
  const hurry = (): boolean => props.until - now() < soon;
  // Not a live region: a number that is read out every second drowns the question. That there is not much
  // time left is said once.
  return (
    <p class="fine">
      Waits for another <span class="countdown">{left()}</span>
      <span class="visually-hidden" role="status">
        {hurry() ? 'Less than half a minute is left.' : ''}
      </span>
    </p>
  );
}
