// What mouse, fingers and keys do in the phone's window.

import { For, onMount, type JSX } from 'solid-js';

import { Icon } from '../../shell/icons';
import { t } from '../../words/say';
import { keysOf, type ToolId } from './shortcuts';

const gestures: [string, string][] = [
  [t`Tap`, t`Click`],
  [t`Long press`, t`Hold the button down`],
  [t`Swipe or drag`, t`Drag`],
  [t`Scroll`, t`Wheel`],
  [t`Pinch`, t`Ctrl and wheel, or two fingers`],
  [t`Back`, t`Right click, or Escape`],
  [t`Home`, t`Middle click`],
  [t`Type`, t`Click the picture, then type or paste`],
  [t`Leave the picture`, t`Tab, or F6 for the next window`],
  [t`Long press in the list`, t`Right click, or Shift+Enter`],
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
      aria-label={t`Keys and gestures of the phone`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        props.close();
      }}
    >
      <div class="phone-list-head">
        <h3>{t`Keys and gestures`}</h3>
        <button type="button" class="phone-tool" aria-label={t`Close the help`} onClick={props.close}>
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
