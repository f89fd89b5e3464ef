// The focused element while a person types on the phone: an invisible field that keeps nothing.
//
// A real field, because input methods, dead keys, dictation and soft keyboards only write into fields.

import { onMount, type JSX } from 'solid-js';

import { t } from '../../words/say';
import { text, type Deed } from './deeds';
import { inputDeed, keyDeed } from './keyboard';
import type { PhoneView } from './view';

/** A soft keyboard does not report Backspace in an empty field. */
const filling = ' ';

/** The field. */
export function KeyCatcher(props: {
  view: PhoneView;
  name: string;
  ref: (element: HTMLTextAreaElement) => void;
}): JSX.Element {
  let field!: HTMLTextAreaElement;
  const use = (deed: Deed): void => props.view.use(deed);
  const empty = (): void => {
    field.value = filling;
    field.setSelectionRange(filling.length, filling.length);
  };
  onMount(() => {
    empty();
    props.ref(field);
  });

  const keyDown = (event: KeyboardEvent): void => {
    const deed = keyDeed(event);
    if (!deed) return;
    event.preventDefault();
    // Keys for the phone must not reach the desktop: Ctrl+Z belongs to the phone's field.
    event.stopPropagation();
    use(deed);
  };
  const beforeInput = (event: InputEvent): void => {
    // A composition cannot be stopped; its text is typed when it is done.
    if (event.isComposing || event.inputType === 'insertCompositionText') return;
    event.preventDefault();
    const deed = inputDeed(event.inputType);
    const words = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    if (deed) use(deed);
    else if (words !== '') use(text(words));
  };
  const paste = (event: ClipboardEvent): void => {
    const words = event.clipboardData?.getData('text/plain') ?? '';
    // The window handles files.
    if (words === '') return;
    event.preventDefault();
    event.stopPropagation();
    use(text(words));
  };
  return (
    <textarea
      ref={field}
      class="phone-keys"
      aria-label={t`Type on ${props.name}. Escape goes back on the phone, Tab leaves the phone.`}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      rows="1"
      onKeyDown={keyDown}
      on:beforeinput={beforeInput}
      on:paste={paste}
      onCompositionEnd={(event) => {
        if (event.data !== '') use(text(event.data));
        // The browser writes the text again after this event.
        queueMicrotask(empty);
      }}
      onInput={(event) => !event.isComposing && empty()}
    />
  );
}
