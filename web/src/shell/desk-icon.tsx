// One icon on the desktop: opened by a press, moved by dragging or from its menu.

import { Show, type JSX } from 'solid-js';

import { isolated } from '../bidi';
import { usePage } from '../desktop/page';
import type { Item } from '../launcher/items';
import { launch } from '../launcher/launch';
import { hasMenu, MenuButton, when, type MenuEntry } from '../menu/menu';
import { followPointer } from '../windows/drag';
import { narrow } from '../windows/narrow';
import { t } from '../words/say';
import { Sign } from './sign';

/** An icon. A shortcut also has an index among the shortcuts, counted from 0. */
export function DeskIcon(props: {
  item: Item;
  shortcut?: string;
  at?: number;
  count?: number;
}): JSX.Element {
  const page = usePage();
  const named = (): string => isolated(props.item.name);
  const app = (): string | undefined => {
    const { does } = props.item;
    return does.kind === 'open' && does.what === 'app' ? does.id : undefined;
  };
  let root!: HTMLDivElement;
  /** A press that ended a drag opens nothing. */
  let dragged = false;

  const move = async (to: number): Promise<void> => {
    if (props.shortcut === undefined || to === props.at) return;
    await page.person.moveShortcut(props.shortcut, Math.max(0, to));
  };
  const entries = (): MenuEntry[] => {
    const { shortcut, at = 0, count = 0 } = props;
    const [before, after] = narrow() ? [t`Move left`, t`Move right`] : [t`Move up`, t`Move down`];
    return [
      {
        label: props.item.does.kind === 'link' ? t`Open in a new tab` : t`Open`,
        icon: 'play',
        act: () => void launch(page, props.item),
      },
      ...when(shortcut !== undefined && at > 0, {
        label: before ?? '',
        icon: narrow() ? 'left' : 'up',
        act: () => void move(at - 1),
      }),
      ...when(shortcut !== undefined && at < count - 1, {
        label: after ?? '',
        icon: narrow() ? 'right' : 'down',
        act: () => void move(at + 1),
      }),
      ...when(shortcut !== undefined, {
        label: t`Remove`,
        icon: 'trash',
        act: () => void page.person.removeShortcut(shortcut ?? ''),
      }),
    ];
  };

  /** Returns the index of the shortcut whose centre is nearest to a point. */
  const placeAt = (x: number, y: number): number => {
    const all = [...(root.closest('.desk')?.querySelectorAll<HTMLElement>('[data-at]') ?? [])];
    const away = (icon: HTMLElement): number => {
      const box = (icon.closest('li') ?? icon).getBoundingClientRect();
      return Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y);
    };
    const [nearest] = all.sort((a, b) => away(a) - away(b));
    return Number(nearest?.dataset.at ?? props.at);
  };
  const drag = (event: PointerEvent): void => {
    dragged = false;
    if (props.shortcut === undefined || narrow() || event.button !== 0) return;
    const { clientX, clientY } = event;
    const end = (): void => {
      root.style.transform = '';
      root.classList.remove('is-carried');
    };
    followPointer(event, {
      moved: (dx, dy) => {
        dragged = true;
        root.classList.add('is-carried');
        root.style.transform = `translate(${dx}px, ${dy}px)`;
      },
      dropped: (dx, dy) => {
        end();
        void move(placeAt(clientX + dx, clientY + dy));
      },
      cancelled: end,
    });
  };

  return (
    <div
      ref={(own) => {
        root = own;
        hasMenu(own, { label: () => t`Menu of ${named()}`, entries });
      }}
      class="desk-icon"
      data-at={props.at}
    >
      <button
        type="button"
        class="desk-item"
        title={props.item.trouble ?? props.item.name}
        data-shortcut={props.shortcut}
        data-app={app()}
        onPointerDown={drag}
        onClick={() => {
          if (!dragged) void launch(page, props.item);
          dragged = false;
        }}
      >
        <Sign of={props.item.sign} />
        <Show when={props.item.badge > 0}>
          <span class="count" aria-hidden="true">
            {props.item.badge > 99 ? '99+' : props.item.badge}
          </span>
        </Show>
        <span class="desk-label" dir="auto">
          {props.item.name}
        </span>
        <Show when={props.item.badge > 0}>
          <span class="visually-hidden">{t`, ${props.item.badge} new`}</span>
        </Show>
        <Show when={props.item.does.kind === 'link'}>
          <span class="visually-hidden">{t`, opens in a new tab`}</span>
        </Show>
      </button>
      <MenuButton label={t`Menu of ${named()}`} icon="more" class="desk-menu" entries={entries} />
    </div>
  );
}
