// The message over the picture when there is none, or when it must not be touched.

import { Match, Show, Switch, type JSX } from 'solid-js';

import { t } from '../../words/say';
import { isOthers } from './holder';
import { keysOf } from './shortcuts';
import { hurryAll, type PhoneView } from './view';

/** A message on the glass. */
export function GlassMessage(props: {
  view: PhoneView;
  painted: boolean;
  focusKeys: () => void;
}): JSX.Element {
  const { stream, control } = props.view;
  const trouble = (): string | undefined => {
    const standing = stream.standing();
    if (standing.kind === 'trouble') return standing.message;
    return undefined;
  };
  const lost = () => {
    const standing = stream.standing();
    return standing.kind === 'lost' ? standing : undefined;
  };
  const holder = (): string => {
    const hold = control.hold();
    return hold.kind === 'client' ? hold.name : t`A task`;
  };
  return (
    <>
      <Switch>
        <Match when={trouble()}>
          {(message) => (
            <div class="phone-message" role="status">
              <p class="phone-message-title">{t`Cannot reach the phone`}</p>
              <p dir="auto">{message()}</p>
              <p>{t`Check its cable or Wi-Fi, and that it is switched on. It reconnects by itself.`}</p>
            </div>
          )}
        </Match>
        <Match when={lost()}>
          {(standing) => (
            <div class="phone-message" role="status">
              <p class="phone-message-title">
                {standing().ever ? t`Connection lost` : t`Cannot open the picture`}
              </p>
              <p>
                {standing().ever
                  ? t`This picture is old. Reconnecting by itself.`
                  : t`The server does not show this phone. Retrying by itself.`}
              </p>
              <button type="button" class="button size-sm is-secondary" onClick={hurryAll}>
                {t`Try now`}
              </button>
            </div>
          )}
        </Match>
        <Match when={stream.screen()?.secure}>
          <div class="phone-message is-secure" role="status">
            <p class="phone-message-title">{t`This screen is private`}</p>
            <p>
              {t`The app on the phone does not allow pictures of its screen. You can still touch and type, and “Show as list” may read it out.`}
            </p>
          </div>
        </Match>
        <Match when={!props.painted}>
          <div class="phone-message is-waiting">
            <p>{t`Getting the picture…`}</p>
          </div>
        </Match>
      </Switch>
      <Show when={props.view.asking() && isOthers(control.hold())}>
        <div class="phone-ask" role="group" aria-label={t`${holder()} is using the phone`}>
          <p role="alert">
            <strong>{t`${holder()} is using the phone.`}</strong>{' '}{t`Take over?`}</p>
          <p class="fine">
            {control.hold().kind === 'task'
              ? t`The task pauses, and continues when you give the phone back.`
              : t`If you cannot take over, ask it to stop.`}
          </p>
          <div class="phone-ask-buttons">
            <button
              type="button"
              class="button size-sm is-primary"
              title={keysOf('hold')}
              onClick={() => {
                // The button disappears, so the focus moves on to the phone.
                props.focusKeys();
                void control.take();
              }}
            >
              {t`Take over`}
            </button>
            <button
              type="button"
              class="button size-sm is-secondary"
              onClick={() => {
                props.focusKeys();
                props.view.ask(false);
              }}
            >
              {t`Just look`}
            </button>
          </div>
        </div>
      </Show>
    </>
  );
}
