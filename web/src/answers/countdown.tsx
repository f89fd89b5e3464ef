// The time left to answer a question, by the server's clock.

import { createSignal, onCleanup, type JSX } from 'solid-js';

import { t } from '../words/say';
import { useDesk } from './desk';

/** With this little time left, it is announced. */
const soon = 30_000;

/** The time left, counted down. */
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
  // Not a live region: a number read out every second would drown the question. The last half minute is announced once.
  return (
    <p class="fine">{t`Waits for another`}{' '}<span class="countdown">{left()}</span>
      <span class="visually-hidden" role="status">
        {hurry() ? t`Less than half a minute left.` : ''}
      </span>
    </p>
  );
}
