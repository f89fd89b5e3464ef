// The phone's buttons in a toolbar: one Tab stop, arrow keys inside, as in the ARIA practices.

import { createSignal, For, type JSX } from 'solid-js';

import { t } from '../../words/say';
import { ariaKeysOf, keysOf } from './shortcuts';
import { Sign } from './signs';
import type { Tool } from './tools';

/** The bar. */
export function Toolbar(props: { groups: Tool[][] }): JSX.Element {
  const all = (): Tool[] => props.groups.flat();
  const [current, setCurrent] = createSignal(0);
  let bar!: HTMLDivElement;

  const keys = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const last = all().length - 1;
    const after = current() === last ? 0 : current() + 1;
    const before = current() === 0 ? last : current() - 1;
    // The bar is vertical or horizontal, depending on the space.
    const next = {
      ArrowRight: after,
      ArrowDown: after,
      ArrowLeft: before,
      ArrowUp: before,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    bar.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };

  return (
    <div ref={bar} class="phone-tools" role="toolbar" aria-label={t`Phone buttons`} onKeyDown={keys}>
      <For each={props.groups}>
        {(group) => (
          <div class="phone-tool-group">
            <For each={group}>
              {(tool) => (
                <button
                  type="button"
                  class="phone-tool"
                  data-tool={tool.id}
                  aria-label={tool.label}
                  title={`${tool.label} (${keysOf(tool.id)})`}
                  aria-keyshortcuts={ariaKeysOf(tool.id)}
                  aria-pressed={tool.on?.()}
                  tabindex={all().indexOf(tool) === current() ? 0 : -1}
                  onFocus={() => setCurrent(all().indexOf(tool))}
                  onClick={() => tool.act()}
                >
                  <Sign name={tool.sign} />
                </button>
              )}
            </For>
          </div>
        )}
      </For>
    </div>
  );
}
