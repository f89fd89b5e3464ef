// How long a question waits for its answer, by the server's clock.

import { createSignal, onCleanup, type JSX } from 'solid-js';

import { useDesk } from './desk';

/** When so little time is left, it is said. */
const soon = 30_000;

/** The time that is left, counted down. */
export function Countdown(props: { until: number }): JSX.Element {
  const desk = useDesk();
  const [second, setSecond] = createSignal(0);
  const timer = setInterval(() => setSecond((before) => before + 1), 1_000);
  onCleanup(() => clearInterval(timer));
  const remains = (): number => {
    second();
    return Math.max(0, props.until - desk.now());
  };
  const left = (): string => {
    const seconds = Math.round(remains() / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  };
  const hurry = (): boolean => remains() < soon;
  // Not a live region: a number that is read out every second drowns the question. That there is not much
  // time left is said once.
  return (
    <p class="fine">
      Waits for another <span class="countdown">{left()}</span>
      <span class="visually-hidden" role="status">
        {hurry() ? 'Less than half a minute left.' : ''}
      </span>
    </p>
  );
}
