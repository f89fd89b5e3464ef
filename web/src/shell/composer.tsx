// A line to the agents.

import { createSignal, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { Icon } from './icons';

/** The most that one message may hold. */
const longest = 16_000;

/** The field for a message, with its button. */
export function Composer(): JSX.Element {
  const { person, remark } = usePage();
  const [text, setText] = createSignal('');
  const [sending, setSending] = createSignal(false);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const said = text().trim();
    if (said === '' || sending()) return;
    setSending(true);
    setText('');
    const outcome = await person.message(said);
    setSending(false);
    // What was refused is given back to who wrote it, unless they have begun another.
    if (!outcome.ok) setText((now) => (now === '' ? said : now));
    else remark('Sent to the agents.');
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => void send(event)}
      aria-label="Message to the agents"
    >
      <input
        class="composer-field"
        type="text"
        dir="auto"
        aria-label="Message to the agents"
        placeholder="Message the agents…"
        autocomplete="off"
        maxlength={longest}
        value={text()}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button
        type="submit"
        class="composer-send"
        aria-label="Send the message"
        disabled={text().trim() === '' || sending()}
      >
        <Icon name="send" />
      </button>
    </form>
  );
}
