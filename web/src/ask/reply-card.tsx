// The reply to what was typed, right where it was typed.

import { createEffect, For, Match, onCleanup, Show, Switch, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { guideNames, openGuide } from '../guides/open';
import { Icon } from '../shell/icons';
import { TaskCard } from '../task/card';
import { t } from '../words/say';
import type { Place } from './keys';
import { commands } from './commands';
import type { Reply } from './reply';

/** How long a finished task stays above the task bar. */
const stays = 10_000;

/** The card. */
export function ReplyCard(props: {
  place: Place;
  sending: boolean;
  reply: Reply | undefined;
  /** Whether the person is still at the field they asked from, or in this card. */
  attended: () => boolean;
  onClose: () => void;
}): JSX.Element {
  const page = usePage();
  let card: HTMLDivElement | undefined;
  const task = (): string | undefined => (props.reply?.kind === 'task' ? props.reply.id : undefined);

  // Above the task bar the card covers windows, so it disappears after a success, unless the person is in it.
  createEffect(() => {
    const id = task();
    if (props.place !== 'taskbar' || id === undefined) return;
    if (page.tasks.story(id)?.view.state !== 'success') return;
    const timer = setInterval(() => {
      if (!card?.matches(':hover, :focus-within')) props.onClose();
    }, stays);
    onCleanup(() => clearInterval(timer));
  });

  return (
    <>
      <p class="visually-hidden" role="status">
        {props.reply?.kind === 'said' ? props.reply.text : ''}
      </p>
      <Show when={props.sending}>
        <div class="ask-reply">
          <p class="task-now">
            <span class="spinner" aria-hidden="true" />{t`One moment…`}</p>
        </div>
      </Show>
      <Show when={props.reply}>
        {(reply) => (
          <div ref={card} class="ask-reply" data-reply={reply().kind}>
            <Switch>
              <Match when={task()}>
                {(id) => (
                  <>
                    <h2 class="ask-goal" dir="auto">
                      {page.tasks.story(id())?.view.goal}
                    </h2>
                    <TaskCard id={id()} attended={props.attended} />
                  </>
                )}
              </Match>
              <Match when={reply().kind === 'help'}>
                <Help />
              </Match>
              <Match when={saidIn(reply())}>
                {(words) => (
                  <>
                    <p class="ask-said" classList={{ 'is-trouble': words().trouble }}>
                      <Icon name={words().trouble ? 'warning' : 'check'} />
                      <span dir="auto">{words().text}</span>
                    </p>
                    <Show when={words().guide}>
                      {(guide) => (
                        <button
                          type="button"
                          class="button is-secondary size-sm"
                          onClick={() => openGuide(guide())}
                        >
                          {guideNames[guide()]}
                        </button>
                      )}
                    </Show>
                  </>
                )}
              </Match>
            </Switch>
            <button type="button" class="ask-close" aria-label={t`Close`} onClick={() => props.onClose()}>
              <Icon name="close" />
            </button>
          </div>
        )}
      </Show>
    </>
  );
}

function saidIn(reply: Reply): Extract<Reply, { kind: 'said' }> | undefined {
  return reply.kind === 'said' ? reply : undefined;
}

function Help(): JSX.Element {
  return (
    <dl class="ask-help">
      <For each={commands}>
        {(command) => (
          <div>
            <dt>
              <code>
                /{command.name}
                {command.argument ? ` ${command.argument.toUpperCase()}` : ''}
              </code>
            </dt>
            <dd>{command.does}</dd>
          </div>
        )}
      </For>
      <div>
        <dt>{t`Anything else`}</dt>
        <dd>{t`runs on the phone as a request`}</dd>
      </div>
    </dl>
  );
}
