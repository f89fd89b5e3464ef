// Moves and resizes a window without dragging: with arrow keys, or four buttons.

import { onMount, type JSX } from 'solid-js';

import type { WindowBounds } from '../protocol/os';
import { Icon, type IconName } from '../shell/icons';
import { t } from '../words/say';
import { moved, resized } from './geometry';

/** What is changed. */
export type Moving = 'move' | 'resize';

const step = 20;
const fineStep = 1;

const directions = {
  ArrowLeft: { dx: -1, dy: 0, icon: 'left', move: 'left', resize: 'narrower' },
  ArrowUp: { dx: 0, dy: -1, icon: 'up', move: 'up', resize: 'lower' },
  ArrowDown: { dx: 0, dy: 1, icon: 'down', move: 'down', resize: 'taller' },
  ArrowRight: { dx: 1, dy: 0, icon: 'right', move: 'right', resize: 'wider' },
} as const satisfies Record<
  string,
  { dx: number; dy: number; icon: IconName; move: string; resize: string }
>;
type Direction = keyof typeof directions;

function isDirection(key: string): key is Direction {
  return Object.hasOwn(directions, key);
}

/** A small bar over the window; Enter confirms, Escape cancels. */
export function Mover(props: {
  how: Moving;
  bounds: WindowBounds;
  area: WindowBounds;
  onChange: (bounds: WindowBounds) => void;
  onDone: (keep: boolean) => void;
}): JSX.Element {
  let bar!: HTMLDivElement;
  onMount(() => bar.focus());

  const go = (direction: Direction, length: number): void => {
    const { dx, dy } = directions[direction];
    props.onChange(
      props.how === 'move'
        ? moved(props.bounds, dx * length, dy * length, props.area)
        : resized(props.bounds, 'se', dx * length, dy * length, props.area),
    );
  };
  const keys = (event: KeyboardEvent): void => {
    if (isDirection(event.key)) go(event.key, event.shiftKey ? fineStep : step);
    else if (event.key === 'Escape') props.onDone(false);
    else if (event.key === 'Enter' && event.target === bar) props.onDone(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const name = (direction: Direction): string =>
    props.how === 'move'
      ? t`Move ${directions[direction].move}`
      : t`Make it ${directions[direction].resize}`;

  return (
    <div
      ref={bar}
      class="mover"
      role="toolbar"
      tabindex="-1"
      aria-label={
        props.how === 'move'
          ? t`Move with the arrow keys; Enter confirms, Escape cancels`
          : t`Change the size with the arrow keys; Enter confirms, Escape cancels`
      }
      onKeyDown={keys}
    >
      {(Object.keys(directions) as Direction[]).map((direction) => (
        <button
          type="button"
          class="mover-button"
          aria-label={name(direction)}
          onClick={() => go(direction, step)}
        >
          <Icon name={directions[direction].icon} />
        </button>
      ))}
      <button
        type="button"
        class="mover-button is-done"
        aria-label={t`Done`}
        onClick={() => props.onDone(true)}
      >
        <Icon name="check" />
      </button>
    </div>
  );
}
