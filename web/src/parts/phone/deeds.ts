// A person's actions on a phone, before they become messages.

import type { AgentAction } from '../../protocol/phone';
import type { Asked } from './socket';

/** An action on the phone; it gets its number when it is sent. */
export type Deed = Asked;

/** A point of the phone's screen, in its pixels. */
export interface Point {
  x: number;
  y: number;
}

/** An action of the phone's vocabulary. */
export function act(action: AgentAction): Deed {
  return { type: 'INPUT', action };
}

/** A key, by Android's name without the common prefix. */
export function key(name: string): Deed {
  return act({ type: 'keyevent', keycode: `KEYCODE_${name}` });
}

/** Several keys at once, the modifiers first. */
export function keys(...names: string[]): Deed {
  return act({ type: 'key_combination', keys: names.map((name) => `KEYCODE_${name}`) });
}

/** Text for the phone's focused field. */
export function text(words: string): Deed {
  return act({ type: 'type', text: words });
}

/**
 * Merges two consecutive actions if nothing is lost: typed text is joined, wheel turns are added up, and of a finger's
 * positions the latest counts.
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
