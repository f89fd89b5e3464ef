// The sign of an item on the desktop: a picture, an emoji, or an icon; and the sign of an agent, made from its name.

import { Show, type JSX } from 'solid-js';

import { hueOf, letterOf } from './grouping';
import { Icon, type IconName } from './icons';

/** The ingredients of a sign. */
export interface SignOf {
  /** An emoji or the address of a picture; empty if there is none. */
  icon: string;
  picture: boolean;
  fallback: IconName;
}

/** Whether this is the address of a picture rather than an emoji. */
export function isPicture(icon: string): boolean {
  return /^(?:\/|data:image\/)/.test(icon);
}

/** A picture, an emoji, or an icon. */
export function Sign(props: { of: SignOf; class?: string }): JSX.Element {
  return (
    <span class={props.class ?? 'desk-sign'}>
      <Show
        when={!props.of.picture}
        fallback={<img src={props.of.icon} alt="" referrerpolicy="no-referrer" draggable={false} />}
      >
        <Show when={props.of.icon} fallback={<Icon name={props.of.fallback} />}>
          <span class="emoji" aria-hidden="true">
            {props.of.icon}
          </span>
        </Show>
      </Show>
    </span>
  );
}

/** An agent's sign: its letter on its colour, always the same. Drawn by the styles, because it is no text. */
export function AgentSign(props: { agent: string }): JSX.Element {
  return (
    <span
      class="agent-sign"
      aria-hidden="true"
      data-letter={letterOf(props.agent)}
      style={{ '--hue': String(hueOf(props.agent)) }}
    />
  );
}
