// Translates keys pressed over the picture into keys of the phone.
//
// Pure. Keys that produce text are not here: the browser turns them into text (layouts, dead keys, input methods),
// which is then typed. Tab is not here either: it leaves the picture, as it leaves everything else.

import { key, keys, type Deed } from './deeds';

/** The relevant part of a keyboard event. */
export type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey' | 'isComposing'
>;

const named: Record<string, string> = {
  Enter: 'ENTER',
  Backspace: 'DEL',
  Delete: 'FORWARD_DEL',
  ArrowLeft: 'DPAD_LEFT',
  ArrowRight: 'DPAD_RIGHT',
  ArrowUp: 'DPAD_UP',
  ArrowDown: 'DPAD_DOWN',
  Home: 'MOVE_HOME',
  End: 'MOVE_END',
  PageUp: 'PAGE_UP',
  PageDown: 'PAGE_DOWN',
  Escape: 'BACK',
};

/** Letters that have a meaning with Ctrl in a phone's text fields. Paste arrives as text. */
const withControl = new Set(['a', 'c', 'x', 'y', 'z']);

/** Returns the phone's key, or `undefined` if the key is the browser's or produces text. */
export function keyDeed(pressed: Pressed): Deed | undefined {
  const { key: name, ctrlKey, altKey, shiftKey, metaKey } = pressed;
  // While an input method composes, its keys are its own.
  if (pressed.isComposing || altKey) return undefined;
  const control = ctrlKey || metaKey;
  if (control && withControl.has(name.toLowerCase())) {
    const letter = name.toUpperCase();
    return shiftKey ? keys('CTRL_LEFT', 'SHIFT_LEFT', letter) : keys('CTRL_LEFT', letter);
  }
  const code = Object.hasOwn(named, name) ? named[name] : undefined;
  if (code === undefined || metaKey) return undefined;
  const held = [...(ctrlKey ? ['CTRL_LEFT'] : []), ...(shiftKey ? ['SHIFT_LEFT'] : [])];
  return held.length === 0 || code === 'BACK' ? key(code) : keys(...held, code);
}

/** Returns the action for input that is not plain text, such as a soft keyboard's Backspace. */
export function inputDeed(inputType: string): Deed | undefined {
  switch (inputType) {
    case 'deleteContentBackward':
      return key('DEL');
    case 'deleteContentForward':
      return key('FORWARD_DEL');
    case 'deleteWordBackward':
      return keys('CTRL_LEFT', 'DEL');
    case 'insertLineBreak':
    case 'insertParagraph':
      return key('ENTER');
    default:
      return undefined;
  }
}
