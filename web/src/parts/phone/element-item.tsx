// One element of the phone's screen in its role: a button, a field, a switch, or text.

import { createSignal, createUniqueId, Match, Show, Switch, type JSX } from 'solid-js';

import type { PhoneElement } from '../../protocol/wire';
import { t } from '../../words/say';
import { act, text } from './deeds';
import { middleOf, nameOf } from './elements';
import type { PhoneView } from './view';

/** One item of the list. */
export function ListedElement(props: { view: PhoneView; element: PhoneElement }): JSX.Element {
  const element = (): PhoneElement => props.element;
  const at = () => middleOf(element(), props.view.stream.screen());
  const tap = (): void => props.view.use(act({ type: 'tap', ...at() }));
  const hold = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    props.view.use(act({ type: 'long_press', ...at() }));
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.shiftKey) hold(event);
  };
  const isSwitch = (): boolean => element().checked !== undefined;
  const pressable = (): boolean =>
    element().clickable || element().role === 'button' || element().role === 'link';
  // What a press does differs from that of a button.
  const kind = (): string => ({ link: t`link`, tab: t`tab` } as Record<string, string>)[element().role] ?? '';
  return (
    <li class="phone-item" data-role={element().role}>
      <span class="phone-item-number" aria-hidden="true">
        {element().index}
      </span>
      <Switch fallback={<p dir="auto">{element().label || nameOf(element())}</p>}>
        <Match when={element().editable}>
          <Field view={props.view} element={element()} />
        </Match>
        <Match when={isSwitch()}>
          <button
            type="button"
            class="phone-press"
            role={element().role === 'checkbox' ? 'checkbox' : 'switch'}
            aria-checked={element().checked ?? false}
            onClick={tap}
            onContextMenu={hold}
            onKeyDown={pressed}
          >
            <span dir="auto">{nameOf(element())}</span>
            <span class="phone-switch" aria-hidden="true">
              {element().checked ? t`On` : t`Off`}
            </span>
          </button>
        </Match>
        <Match when={element().scrollable}>
          <Scroller view={props.view} element={element()} />
        </Match>
        <Match when={pressable()}>
          <button
            type="button"
            class="phone-press"
            onClick={tap}
            onContextMenu={hold}
            onKeyDown={pressed}
          >
            <span dir="auto">{nameOf(element())}</span>
            <Show when={kind()}>
              <span class="phone-kind">{kind()}</span>
            </Show>
          </button>
        </Match>
      </Switch>
    </li>
  );
}

/** A field: text entered here replaces the text in the phone's field. */
function Field(props: { view: PhoneView; element: PhoneElement }): JSX.Element {
  const id = createUniqueId();
  const [words, setWords] = createSignal('');
  const put = (event: SubmitEvent): void => {
    event.preventDefault();
    const at = middleOf(props.element, props.view.stream.screen());
    props.view.use(
      act({ type: 'tap', ...at }),
      act({ type: 'clear_text' }),
      ...(words() === '' ? [] : [text(words())]),
    );
    setWords('');
  };
  return (
    <form class="phone-field" onSubmit={put}>
      <label class="label" for={id} dir="auto">
        {nameOf(props.element)}
      </label>
      <span class="phone-field-line">
        <input
          id={id}
          class="input"
          type={props.element.password ? 'password' : 'text'}
          autocomplete="off"
          dir="auto"
          value={words()}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <button type="submit" class="button is-secondary">{t`Enter text`}</button>
      </span>
    </form>
  );
}

/** A scrollable element: scrolls by most of its height, so that nothing is skipped. */
function Scroller(props: { view: PhoneView; element: PhoneElement }): JSX.Element {
  const scroll = (way: 1 | -1): void => {
    const [, top = 0, , bottom = 0] = props.element.bounds;
    const at = middleOf(props.element, props.view.stream.screen());
    const by = Math.max(1, Math.round((bottom - top) * 0.8));
    props.view.use({ type: 'SCROLL', ...at, dx: 0, dy: way * by });
  };
  const name = (): string => (props.element.label === '' ? t`This part` : props.element.label);
  return (
    <div class="phone-scroller" role="group" aria-label={t`${name()} scrolls`}>
      <span dir="auto">{t`${name()} scrolls`}</span>
      <button type="button" class="button size-sm is-secondary" onClick={() => scroll(-1)}>{t`Up`}<span class="visually-hidden">{' '}{t`in ${name()}`}</span>
      </button>
      <button type="button" class="button size-sm is-secondary" onClick={() => scroll(1)}>{t`Down`}<span class="visually-hidden">{' '}{t`in ${name()}`}</span>
      </button>
    </div>
  );
}
