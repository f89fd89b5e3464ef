// What mouse, fingers and keys do in the phone's window.

import { For, onMount, type JSX } from 'solid-js';

import { Icon } from '../../shell/icons';
import { keysOf, type ToolId } from './shortcuts';

const gestures: [string, string][] = [
  ['Tap', 'Click'],
  ['Long press', 'Hold the button down'],
  ['Swipe or drag', 'Drag'],
  ['Scroll', 'Wheel'],
  ['Pinch', 'Ctrl and wheel, or two fingers'],
  ['Back', 'Right click, or Escape'],
  ['Home', 'Middle click'],
  ['Type', 'Click the picture, then type or paste'],
  ['Leave the picture', 'Tab, or F6 for the next window'],
  ['Long press in the list', 'Right click, or Shift+Enter'],
];

/** The list. */
export function Help(props: {
  tools: readonly { id: ToolId; label: string }[];
  close: () => void;
}): JSX.Element {
  let box!: HTMLElement;
  onMount(() => box.focus());
  return (
    <section
      ref={box}
      class="phone-help"
      tabindex="-1"
      aria-label="Keys and gestures of the phone"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        props.close();
      }}
    >
      <div class="phone-list-head">
        <h3>Keys and gestures</h3>
        <button type="button" class="phone-tool" aria-label="Close the help" onClick={props.close}>
          <Icon name="close" />
        </button>
      </div>
      <dl>
        <For each={gestures}>
          {([what, how]) => (
            <div>
              <dt>{what}</dt>
              <dd>{how}</dd>
            </div>
          )}
        </For>
        <For each={props.tools}>
          {(tool) => (
            <div>
              <dt>{tool.label}</dt>
              <dd>
                <kbd>{keysOf(tool.id)}</kbd>
              </dd>
            </div>
          )}
        </For>
      </dl>
    </section>
  );
}
