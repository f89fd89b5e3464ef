// The list of keys, from the table that handles them.

import { For, type JSX } from 'solid-js';

import { Icon } from '../shell/icons';
import { PaneDialog } from '../shell/pane';
import { closePane } from '../shell/panes';
import { t } from '../words/say';
import { keysIn } from './chord';
import { setSingleKeys, singleKeys } from './keys';
import { keyGroupNames, keyGroups, keyTable, type KeyEntry } from './table';

/** The list as a pane. */
export function KeyHelp(): JSX.Element {
  const lines = Object.values(keyTable) as KeyEntry[];
  return (
    <PaneDialog label={t`Keyboard shortcuts`} class="key-help">
      <header class="pane-head">
        <h2>{t`Keyboard shortcuts`}</h2>
        <button
          data-first
          type="button"
          class="tool"
          aria-label={t`Close`}
          title={t`Close`}
          onClick={closePane}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="key-groups" tabindex="0" role="group" aria-label={t`The list`}>
        <div class="key-columns">
          <For each={keyGroups}>
            {(group) => (
              <section>
                <h3>{keyGroupNames[group]}</h3>
                <dl class="key-list">
                  <For each={lines.filter((line) => line.group === group)}>
                    {(line) => (
                      <div class="key-line">
                        <dt>{line.does}</dt>
                        <dd>
                          <For each={line.chords}>{(chord) => <Chord chord={chord} />}</For>
                        </dd>
                      </div>
                    )}
                  </For>
                </dl>
              </section>
            )}
          </For>
          <section>
            <h3>{t`In lists, menus and while dragging`}</h3>
            <p>
              {t`Arrow keys move, Enter chooses, Escape cancels. To move or resize a window with the arrow keys, use its menu; Shift makes the steps smaller.`}
            </p>
            <label class="tick">
              <input
                type="checkbox"
                checked={singleKeys()}
                onChange={(event) => setSingleKeys(event.currentTarget.checked)}
              />
              <span>
                <span class="tick-name">{t`Keys without Ctrl or Alt`}</span>{' '}{t`such as ? work. Turn them off if you control the computer by voice.`}</span>
            </label>
          </section>
        </div>
      </div>
    </PaneDialog>
  );
}

function Chord(props: { chord: string }): JSX.Element {
  return (
    <span class="chord">
      <For each={keysIn(props.chord)}>{(key) => <kbd>{key}</kbd>}</For>
    </span>
  );
}
