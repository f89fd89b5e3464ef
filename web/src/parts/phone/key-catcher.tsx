// Where the focus is while somebody types on the phone: a field that nobody sees and that keeps nothing.
//
// A real field, because only into a field do input methods, dead keys, dictation and soft keyboards write.

import { onMount, type JSX } from 'solid-js';

import { text, type Deed } from './deeds';
import { inputDeed, keyDeed } from './keyboard';
import type { PhoneView } from './view';

/** A soft keyboard says nothing about Backspace in an empty field. */
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
    // What the phone understands is not for the desktop as well: Ctrl+Z belongs to the phone's field.
    event.stopPropagation();
    use(deed);
  };
  const beforeInput = (event: InputEvent): void => {
    // What is being composed cannot be stopped; it is typed when it is done.
    if (event.isComposing || event.inputType === 'insertCompositionText') return;
    event.preventDefault();
    const deed = inputDeed(event.inputType);
    const words = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    if (deed) use(deed);
    else if (words !== '') use(text(words));
  };
  const paste = (event: ClipboardEvent): void => {
    const words = event.clipboardData?.getData('text/plain') ?? '';
    // Files are for the window, which sends them.
    if (words === '') return;
    event.preventDefault();
    event.stopPropagation();
    use(text(words));
  };
  return (
    <textarea
      ref={field}
      class="phone-keys"
      aria-label={`Type on ${props.name}. Escape goes back on the phone, Tab leaves the phone.`}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      rows="1"
      onKeyDown={keyDown}
      on:beforeinput={beforeInput}
      on:paste={paste}
      onCompositionEnd={(event) => {
        if (event.data !== '') use(text(event.data));
        // The browser writes the text once more behind this event.
        queueMicrotask(empty);
      }}
      onInput={(event) => !event.isComposing && empty()}
    />
  );
}
