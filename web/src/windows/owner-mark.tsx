// Whose a window is: the agent's sign and name, drawn by the page in the frame of the window, where no agent can draw.
// A window that a person opened has none.

import { Show, type JSX } from 'solid-js';

import { isolated, visible } from '../bidi';
import type { SafeWindow } from '../protocol/wire';
import { AgentSign } from '../shell/sign';
import { t } from '../words/say';

/** Returns the agent whose window this is: the one that filled it last. A part of the desktop is never an agent's. */
export function ownerOf(window: Pick<SafeWindow, 'agent' | 'content'>): string | undefined {
  return window.content.kind === 'part' ? undefined : window.agent;
}

/** Returns the accessible name of a window: its title, and whose it is. */
export function spokenName(title: string, window: SafeWindow): string {
  const owner = ownerOf(window);
  return owner === undefined
    ? isolated(title)
    : t`${isolated(title)}, window of ${isolated(visible(owner))}`;
}

/** Explains the mark. */
function explained(window: SafeWindow, owner: string): string {
  const shared =
    window.sharedBy !== undefined && window.sharedBy !== owner
      ? t` ${isolated(visible(window.sharedBy))} shares it.`
      : '';
  return t`This window is from the agent ${isolated(visible(owner))}, not from Fingertip.${shared}`;
}

/** The mark. `strip` is for a window without a visible bar: there the mark has an edge of its own. */
export function OwnerMark(props: { window: SafeWindow; strip?: boolean }): JSX.Element {
  return (
    <Show when={ownerOf(props.window)}>
      {(owner) => (
        <span
          class={props.strip ? 'owner-mark is-strip' : 'owner-mark'}
          title={explained(props.window, owner())}
        >
          <AgentSign agent={owner()} />
          <span class="owner-words">
            <span class="owner-from">{t`from`}{' '}</span>
            <bdi class="owner-name">{visible(owner())}</bdi>
          </span>
        </span>
      )}
    </Show>
  );
}
