// The command bar, where people ask for something. A combobox as in the ARIA practices, over earlier requests and the
// slash commands.

import { createMemo, createSignal, createUniqueId, For, Show, type JSX } from 'solid-js';

import { phoneName } from '../desktop/naming';
import { usePage } from '../desktop/page';
import { noteAsking } from '../notices/waiting';
import { Choice } from '../shell/choice';
import { Icon } from '../shell/icons';
import { longestGoal } from '../task/deeds';
import { t } from '../words/say';
import { Dictation } from './dictation';
import { useAskKeys, type Place } from './keys';
import { offersFor, type Offer } from './offers';
import type { Reply } from './reply';
import { ReplyCard } from './reply-card';
import { submit } from './submit';
import { choose, target } from './target';

/** The bar, with the reply to what was typed. */
export function CommandBar(props: { place: Place; onStarted?: (id: string) => void }): JSX.Element {
  const page = usePage();
  const list = createUniqueId();
  const [text, setText] = createSignal('');
  const [open, setOpen] = createSignal(false);
  const [active, setActive] = createSignal(-1);
  const [sending, setSending] = createSignal(0);
  const [reply, setReply] = createSignal<Reply>();
  let field!: HTMLInputElement;

  const past = createMemo(() =>
    page.tasks.ids().map((id) => page.tasks.story(id)?.view.goal ?? ''),
  );
  const offers = createMemo(() => offersFor(text(), past()));
  const shown = (): boolean => open() && offers().length > 0;
  const several = (): boolean => page.phones.all().length > 1;

  const write = (value: string): void => {
    setText(value);
    setActive(-1);
    setOpen(true);
  };
  const run = async (typed: string): Promise<void> => {
    if (typed.trim() === '') return;
    setOpen(false);
    setSending((count) => count + 1);
    setReply(undefined);
    setText('');
    const arrived = noteAsking();
    const came = await submit(page, typed);
    setSending((count) => count - 1);
    // A failed request goes back into the field, unless the person has begun another.
    if (came.kind === 'said' && came.trouble) setText((now) => (now === '' ? typed : now));
    if (came.kind === 'task') props.onStarted?.(came.id);
    setReply(came.kind === 'done' || (came.kind === 'task' && props.place === 'window') ? undefined : came);
    arrived();
  };
  const take = (offer: Offer): void => {
    if (offer.kind === 'command' && offer.command.argument !== undefined) {
      write(`${offer.text} `);
      setOpen(false);
      field.focus();
      return;
    }
    void run(offer.text);
  };
  const keys = (event: KeyboardEvent): void => {
    const count = offers().length;
    if (event.isComposing) return;
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // Beyond either end of the list is the text itself.
      setActive((now) => (shown() ? ((now + 1 + step + count + 1) % (count + 1)) - 1 : step > 0 ? 0 : count - 1));
      setOpen(true);
    } else if (event.key === 'Escape') {
      if (shown()) setOpen(false);
      else if (reply()) setReply(undefined);
      else if (text() !== '') setText('');
      else return;
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Tab' && shown() && active() >= 0) {
      const offer = offers()[active()];
      if (offer) setText(offer.text);
      setOpen(false);
    }
  };
  useAskKeys(() => field, props.place, setText);

  return (
    <div
      class={`ask is-${props.place}`}
      onFocusOut={(event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget))
          setOpen(false);
      }}
    >
      <form
        class="ask-bar"
        aria-label={names[props.place]}
        onSubmit={(event) => {
          event.preventDefault();
          const offer = shown() ? offers()[active()] : undefined;
          if (offer) take(offer);
          else void run(text());
        }}
      >
        <Icon name="spark" />
        <input
          ref={field}
          class="ask-field"
          type="text"
          dir="auto"
          role="combobox"
          aria-label={t`What should I do?`}
          aria-expanded={shown()}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={shown() && active() >= 0 ? `${list}-${active()}` : undefined}
          placeholder={props.place === 'taskbar' ? t`Ask, or / for commands` : t`What should I do?`}
          autocomplete="off"
          enterkeyhint="go"
          maxlength={longestGoal}
          value={text()}
          onInput={(event) => write(event.currentTarget.value)}
          onFocus={() => setOpen(props.place !== 'home' || text() !== '')}
          onClick={() => setOpen(true)}
          onKeyDown={keys}
        />
        <Show when={several()}>
          <Choice
            class="ask-phone"
            aria-label={t`On which phone`}
            value={target(page.phones)?.id ?? ''}
            options={page.phones.all().map((phone) => ({ value: phone.id, label: phoneName(phone) }))}
            onChoose={choose}
          />
        </Show>
        <Dictation onWords={write} onDone={() => field.focus()} />
        <button
          type="submit"
          class="ask-send"
          aria-label={t`Do it`}
          disabled={text().trim() === ''}
        >
          <Icon name="arrow" />
        </button>
      </form>
      <ul
        id={list}
        class="ask-offers"
        role="listbox"
        aria-label={t`Commands and earlier requests`}
        hidden={!shown()}
      >
        <For each={shown() ? offers() : []}>
          {(offer, index) => (
            <li
              id={`${list}-${index()}`}
              class="ask-offer"
              role="option"
              aria-selected={active() === index()}
              onPointerMove={() => setActive(index())}
              // The field keeps the focus: pressing an option takes it without focusing it.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(offer)}
            >
              <Icon name={offer.kind === 'past' ? 'clock' : 'right'} />
              <span class="ask-offer-text" dir="auto">
                {offer.text}
              </span>
              <Show when={offer.kind === 'command' && offer}>
                {(command) => <span class="ask-offer-hint">{command().hint}</span>}
              </Show>
            </li>
          )}
        </For>
      </ul>
      <ReplyCard
        place={props.place}
        sending={sending() > 0}
        reply={reply()}
        attended={() => field.closest('.ask')?.contains(document.activeElement) ?? false}
        onClose={() => setReply()}
      />
    </div>
  );
}

const names: Record<Place, string> = {
  home: t`Ask`,
  taskbar: t`Ask from anywhere`,
  window: t`Ask in this conversation`,
};
