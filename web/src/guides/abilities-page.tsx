// The answer to “What can you do?”: what works on this phone, in groups. A line goes into the command bar, where it can
// be changed before it is sent.

import { For, Show, type JSX } from 'solid-js';

import { fillBar } from '../ask/keys';
import { target } from '../ask/target';
import { phoneName } from '../desktop/naming';
import { usePage } from '../desktop/page';
import { Icon, type IconName } from '../shell/icons';
import { t } from '../words/say';
import { abilities } from './abilities';
import { Guide } from './guide';
import { guideNames, openGuide, type GuideName } from './open';

const more: { guide: GuideName; icon: IconName }[] = [
  { guide: 'model', icon: 'chip' },
  { guide: 'phone', icon: 'phone' },
  { guide: 'agent', icon: 'key' },
];

/** The dialog. */
export default function AbilitiesPage(props: { onClose: () => void }): JSX.Element {
  const { phones } = usePage();
  const take = (request: string): void => {
    props.onClose();
    // The dialog gives the focus back first.
    queueMicrotask(() => fillBar(request));
  };
  return (
    <Guide title={guideNames.abilities} onClose={props.onClose} wide buttons={
      <For each={more}>
        {(entry) => (
          <button type="button" class="button is-secondary" onClick={() => openGuide(entry.guide)}>
            <Icon name={entry.icon} />
            {guideNames[entry.guide]}
          </button>
        )}
      </For>
    }>
      <p class="fine">
        <Show when={target(phones)} fallback={t`There is no phone yet. Connect one, and these work on it.`}>
          {(phone) => <>{t`This works on ${phoneName(phone())} without a model. Choose a line, change it, and send it.`}</>}
        </Show>{' '}
        {t`With a model, it can do anything that a person can do on the screen.`}
      </p>
      <div class="abilities">
        <For each={abilities}>
          {(group) => (
            <section>
              <h3 class="ability-name">
                <Icon name={group.icon} />
                {group.name}
              </h3>
              <ul class="ability-lines">
                <For each={group.requests}>
                  {(request) => (
                    <li>
                      <button type="button" class="ability" onClick={() => take(request)}>
                        {request}
                      </button>
                    </li>
                  )}
                </For>
              </ul>
            </section>
          )}
        </For>
      </div>
    </Guide>
  );
}
