// What a person's hand does to a phone, before it is a message.

import type { AgentAction } from '../../protocol/phone';
import type { Asked } from './socket';

/** Something to be done on the phone; it gets its number when it is sent. */
export type Deed = Asked;

/** A point of the phone's screen, in its pixels. */
export interface Point {
  x: number;
  y: number;
}

/** One action of the phone's own language. */
export function act(action: AgentAction): Deed {
  return { type: 'INPUT', action };
}

/** A key, by Android's name for it without the common beginning. */
export function key(name: string): Deed {
  return act({ type: 'keyevent', keycode: `KEYCODE_${name}` });
}

/** Several keys at once, the modifiers first. */
export function keys(...names: string[]): Deed {
  return act({ type: 'key_combination', keys: names.map((name) => `KEYCODE_${name}`) });
}

/** Text for whatever has the phone's focus. */
export function text(words: string): Deed {
  return act({ type: 'type', text: words });
}

/**
 * Two deeds in a row as one, where nothing is lost by it: what is typed is put together, turns of the
 * wheel are added up, and of the places where a finger was the latest counts.
 */
export function merged(first: Deed, second: Deed): Deed | undefined {
  if (first.type === 'INPUT' && second.type === 'INPUT') {
    if (first.action.type !== 'type' || second.action.type !== 'type') return undefined;
    return text(first.action.text + second.action.text);
  }
  if (first.type === 'SCROLL' && second.type === 'SCROLL') {
    return { ...second, dx: first.dx + second.dx, dy: first.dy + second.dy };
  }
  if (first.type === 'PINCH' && second.type === 'PINCH') {
    return { ...first, scale: first.scale * second.scale };
  }
  if (first.type === 'TOUCH' && second.type === 'TOUCH') {
    return first.phase === 'move' && second.phase === 'move' ? second : undefined;
  }
  return undefined;
}
