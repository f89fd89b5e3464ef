// The phones: who has each, what is wrong with it, and a way to add one.

import { createResource, For, onMount, Show, type JSX } from 'solid-js';

import { get, tell } from '../../connection/api';
import { usePage, type Page } from '../../desktop/page';
import { openGuide } from '../../guides/open';
import { isSettings, type PhoneView } from '../../protocol/http';
import { Icon } from '../../shell/icons';
import { giveBack } from '../../task/deeds';
import { phoneName } from '../../desktop/naming';
import { t } from '../../words/say';
import { openPart } from '../open';
import type { PartProps } from '../props';
import { Remove } from '../remove';
import { settingsChanged, settingsVersion } from '../settings/changed';
import '../../styles/parts.css';

/** The part. */
export default function Phones(_props: PartProps): JSX.Element {
  const page = usePage();
  onMount(() => void page.phones.refresh());
  const [added] = createResource(
    () => ({ version: settingsVersion() }),
    async () => {
      const answer = await get('/api/settings', isSettings);
      return answer.ok ? answer.value.phones : [];
    },
  );
  const gone = (): void => {
    settingsChanged();
    void page.phones.refresh();
  };
  return (
    <div class="part">
      <Show
        when={page.phones.all().length > 0}
        fallback={<p class="part-none">{t`There is no phone. Connect one, or restart with the built-in phone.`}</p>}
      >
        <ul class="rows">
          <For each={page.phones.all()}>
            {(phone) => (
              <li class="row" data-phone={phone.id}>
                <div class="row-line">
                  <Icon name="phone" />
                  <div class="row-words">
                    <h3 class="row-title" dir="auto">
                      {phoneName(phone)}
                    </h3>
                    <p class="fine">
                      {holderWords(page, phone)}
                      <Show when={phone.waiting > 0}>{' '}{t`· ${phone.waiting} waiting`}</Show>
                    </p>
                  </div>
                  <Show when={added()?.includes(phone.id)}>
                    <Remove
                      name={phoneName(phone)}
                      warning={t`It leaves this list; nothing changes on the phone.`}
                      act={() => tell('DELETE', `/api/phones/${encodeURIComponent(phone.id)}`)}
                      onDone={gone}
                    />
                  </Show>
                  <button
                    type="button"
                    class="button is-secondary size-sm"
                    onClick={() => void openPart(page, 'phone', phone.id)}
                  >{t`Open`}{' '}<span class="visually-hidden">{phoneName(phone)}</span>
                  </button>
                </div>
                <Show when={phone.trouble}>
                  {(trouble) => (
                    <p class="verdict is-bad">
                      <Icon name="warning" />
                      <span dir="auto">{trouble()}</span>
                    </p>
                  )}
                </Show>
                <div class="task-buttons">
                  <Show when={phone.holder?.kind === 'person'}>
                    <button
                      type="button"
                      class="button is-secondary size-sm"
                      onClick={() => void giveBack(phone.id).then(() => page.phones.refresh())}
                    >
                      {t`Give it back`}
                    </button>
                  </Show>
                </div>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <button type="button" class="button is-secondary" onClick={() => openGuide('phone')}>
        <Icon name="plus" />{t`Connect a real phone`}</button>
    </div>
  );
}

/** Describes who has a phone. */
function holderWords(page: Page, phone: PhoneView): string {
  const { holder } = phone;
  if (!holder) return t`Free`;
  if (holder.kind === 'person') return t`Used by a person`;
  if (holder.kind === 'client') return t`Used by ${holder.name}`;
  const goal = page.tasks.story(holder.name)?.view.goal;
  return goal ? t`Busy with “${goal}”` : t`Busy with a task`;
}
