// A window's title bar: its name, whose it is, the holder of its lock, and the buttons. A window without a visible bar
// (frameless, panel) has its buttons in a corner, shown on hover or keyboard focus.

import { Show, type JSX } from 'solid-js';

import { titleOf } from '../desktop/naming';
import { usePage } from '../desktop/page';
import { MenuButton } from '../menu/menu';
import { goBack } from '../narrow/place';
import { beside, swiped } from '../narrow/swipe';
import type { SafeWindow } from '../protocol/wire';
import { Icon, type IconName } from '../shell/icons';
import { isolated } from '../bidi';
import { t } from '../words/say';
import { followPointer } from './drag';
import { narrow } from './narrow';
import { OwnerMark, ownerOf } from './owner-mark';
import { isMaximised, maximise, restore } from './place';
import { windowMenu } from './window-menu';

interface Props {
  key: string;
  window: SafeWindow;
  onGrab: (event: PointerEvent) => void;
}

/** The title bar of a window. */
export function TitleBar(props: Props): JSX.Element {
  const page = usePage();
  const { person } = page;
  const title = (): string => titleOf(page, props.window);
  /** The title for the label of a button. */
  const named = (): string => isolated(title());
  const standard = (): boolean => props.window.variant === 'standard';
  const whole = (): boolean => isMaximised(page, props.key, props.window);
  const toggle = (): void => {
    if (!standard() || narrow()) return;
    void (whole() ? restore(page, props.key) : maximise(page, props.key));
  };

  const swipe = (dx: number, dy: number): void => {
    const { windows } = page.desktop.state;
    const keys = page.desktop.keys().filter((key) => windows[key]?.variant === 'standard');
    const next = standard() ? beside(keys, props.key, swiped(dx, dy)) : undefined;
    if (next !== undefined) void person.focus(next);
  };

  return (
    <header
      class="title-bar"
      onPointerDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) return;
        if (narrow()) followPointer(event, { moved: () => undefined, dropped: swipe, cancelled: () => undefined });
        else props.onGrab(event);
      }}
      onDblClick={(event) => {
        if (event.target instanceof Element && !event.target.closest('button')) toggle();
      }}
    >
      <Show when={narrow() && standard()}>
        <TitleButton label={t`Back`} icon="back" class="is-back" onPress={goBack} />
      </Show>
      <div class="title-words">
        <h2 class="title" dir="auto" title={named()}>
          {title()}
        </h2>
        <Show when={props.window.variant !== 'panel' && !props.window.frameless}>
          <OwnerMark window={props.window} />
        </Show>
      </div>
      <Show when={props.window.lockedBy}>
        {(agent) => (
          <button
            type="button"
            class="lock"
            aria-label={t`Unlock ${named()}: locked by ${isolated(agent())}`}
            title={t`Locked by ${isolated(agent())}: no other agent can change it. Press to unlock.`}
            onClick={() => void person.unlock(props.key, agent())}
          >
            <Icon name="lock" />
            <Show when={agent() !== ownerOf(props.window)}>
              <bdi class="lock-name">{agent()}</bdi>
            </Show>
          </button>
        )}
      </Show>
      <div class="title-buttons">
        <MenuButton
          label={t`Menu of ${named()}`}
          icon="more"
          class="title-button"
          entries={() => windowMenu(page, props.key)}
        />
        <Show when={standard() && !narrow()}>
          <TitleButton
            label={t`Minimise ${named()}`}
            icon="minimize"
            class="can-hide"
            onPress={() => void person.minimize(props.key)}
          />
          <TitleButton
            label={`${whole() ? t`Restore` : t`Maximise`} ${named()}`}
            icon={whole() ? 'restore' : 'maximize'}
            class="can-hide"
            onPress={toggle}
          />
        </Show>
        <TitleButton
          label={t`Close ${named()}`}
          icon="close"
          class="is-close"
          onPress={() => void person.close(props.key)}
        />
      </div>
    </header>
  );
}

function TitleButton(props: {
  label: string;
  icon: IconName;
  class: string;
  onPress: () => void;
}): JSX.Element {
  return (
    <button
      type="button"
      class={`title-button ${props.class}`}
      aria-label={props.label}
      title={props.label}
      // A click on it must not raise the window first: the server would do two things for one click.
      onPointerDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => props.onPress()}
    >
      <Icon name={props.icon} />
    </button>
  );
}
