// Menus: one at a time, above everything, opened by a button, a right click or Shift+F10.
//
// Operated by pointer or keys as in the ARIA practices. On a narrow page a menu is a sheet at the bottom.

import { createEffect, createSignal, For, on, onCleanup, onMount, Show, type JSX } from 'solid-js';

import { keysIn } from '../keys/chord';
import { keyTable, type KeyName } from '../keys/table';
import { Icon, type IconName } from '../shell/icons';

/** An entry of a menu. */
export type MenuEntry =
  | { label: string; icon: IconName; act: () => void; key?: KeyName; checked?: boolean }
  | { label: string; icon: IconName; entries: () => MenuEntry[] }
  | 'line';

/** Returns the entries if the condition holds, else none. */
export function when(condition: boolean, ...entries: MenuEntry[]): MenuEntry[] {
  return condition ? entries : [];
}

interface Asked {
  label: string;
  entries: MenuEntry[];
  /** A point, or the element that the menu belongs to. */
  at: { x: number; y: number } | Element;
  /** The element that gets the focus back. */
  back: HTMLElement | undefined;
  /** Whether the last entry is focused instead of the first. */
  last: boolean;
}

const [asked, setAsked] = createSignal<Asked>();

/** Opens a menu at a point or below an element. */
export function openMenu(
  label: string,
  entries: MenuEntry[],
  at: Asked['at'],
  last = false,
): void {
  const back = at instanceof HTMLElement ? at : document.activeElement;
  setAsked({ label, entries: ruled(entries), at, back: back instanceof HTMLElement ? back : undefined, last });
}

/** Removes lines at the ends and repeated ones. */
function ruled(entries: MenuEntry[]): MenuEntry[] {
  return entries.filter(
    (entry, index) =>
      entry !== 'line' ||
      (index > 0 && index < entries.length - 1 && entries[index - 1] !== 'line'),
  );
}

/** Whether the open menu belongs to this element. */
export function menuHangsOn(element: Element | undefined): boolean {
  return element !== undefined && asked()?.at === element;
}

interface Owner {
  label: () => string;
  entries: () => MenuEntry[];
}
const owners = new WeakMap<Element, Owner>();

/** Gives an element a menu for right clicks, long presses and Shift+F10. */
export function hasMenu(element: HTMLElement, owner: Owner): void {
  owners.set(element, owner);
  element.addEventListener('contextmenu', (event) => {
    // The innermost element decides, and the browser's menu stays for texts and fields.
    if (event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest('.content, input, textarea, dialog'))
      return;
    event.preventDefault();
    openMenu(owner.label(), owner.entries(), { x: event.clientX, y: event.clientY });
  });
}

/** Opens the menu of the focused element; `false` if nothing around it has one. */
export function menuOfFocus(): boolean {
  for (let at = document.activeElement; at; at = at.parentElement) {
    const owner = owners.get(at);
    if (!owner) continue;
    const focused = document.activeElement as HTMLElement;
    const box = focused.getBoundingClientRect();
    openMenu(owner.label(), owner.entries(), {
      x: Math.max(box.left, 0) + 12,
      y: Math.max(box.top, 0) + Math.min(box.height, 32),
    });
    return true;
  }
  return false;
}

/** A button that opens a menu. */
export function MenuButton(props: {
  label: string;
  icon: IconName;
  class: string;
  entries: () => MenuEntry[];
}): JSX.Element {
  let button!: HTMLButtonElement;
  const open = (last: boolean): void => openMenu(props.label, props.entries(), button, last);
  return (
    <button
      ref={button}
      type="button"
      class={props.class}
      aria-label={props.label}
      title={props.label}
      aria-haspopup="menu"
      aria-expanded={menuHangsOn(button)}
      onClick={() => (menuHangsOn(button) ? setAsked(undefined) : open(false))}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        open(event.key === 'ArrowUp');
      }}
    >
      <Icon name={props.icon} />
    </button>
  );
}

/** The open menu. */
export function MenuHost(): JSX.Element {
  return (
    <Show when={asked()} keyed>
      {(menu) => <Opened {...menu} />}
    </Show>
  );
}

function Opened(props: Asked): JSX.Element {
  const [path, setPath] = createSignal<{ label: string; entries: MenuEntry[] }[]>([]);
  const now = () => path().at(-1) ?? props;
  let layer!: HTMLDivElement;
  let list!: HTMLDivElement;
  // Above everything that is not modal, wherever it is in the page.
  onMount(() => layer.showPopover());

  const items = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const hide = (back: boolean): void => {
    setAsked(undefined);
    if (back && props.back?.isConnected) props.back.focus();
  };
  const place = (): void => {
    const { offsetWidth: w, offsetHeight: h } = list;
    const box = props.at instanceof Element ? props.at.getBoundingClientRect() : undefined;
    const point = box ? { x: box.right - w, y: box.bottom + 4 } : (props.at as { x: number; y: number });
    const below = point.y + h <= innerHeight - 8;
    const top = below ? point.y : box ? box.top - h - 4 : point.y - h;
    list.style.left = `${Math.max(8, Math.min(point.x, innerWidth - w - 8))}px`;
    list.style.top = `${Math.max(8, Math.min(top, innerHeight - h - 8))}px`;
  };
  createEffect(
    on(path, () => {
      place();
      items()
        .at(props.last && path().length === 0 ? -1 : 0)
        ?.focus();
    }),
  );

  const keys = (event: KeyboardEvent): void => {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const go = (to: number): void => all.at(to % all.length)?.focus();
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(-1);
    else if (event.key === 'ArrowRight' && all[at]?.ariaHasPopup === 'menu') all[at]?.click();
    else if ((event.key === 'ArrowLeft' || event.key === 'Escape') && path().length > 0)
      setPath((before) => before.slice(0, -1));
    else if (event.key === 'Escape') hide(true);
    else if (event.key === 'Tab') hide(true);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== ' ') {
      const begins = (item: HTMLElement): boolean =>
        (item.textContent ?? '').trim().toLowerCase().startsWith(event.key.toLowerCase());
      [...all.slice(at + 1), ...all.slice(0, at + 1)].find(begins)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const elsewhere = (event: Event): void => {
    if (!(event.target instanceof Node) || list.contains(event.target)) return;
    if (props.at instanceof Element && props.at.contains(event.target)) return;
    setAsked(undefined);
  };
  document.addEventListener('pointerdown', elsewhere, true);
  addEventListener('blur', elsewhere);
  addEventListener('resize', place);
  onCleanup(() => {
    document.removeEventListener('pointerdown', elsewhere, true);
    removeEventListener('blur', elsewhere);
    removeEventListener('resize', place);
  });

  return (
    <div ref={layer} class="menu-layer" popover="manual">
      <div
        ref={list}
        class="menu"
        role="menu"
        aria-label={now().label}
        tabindex="-1"
        onKeyDown={keys}
        onContextMenu={(event) => event.preventDefault()}
      >
        <Show when={path().length > 0}>
          <Item
            label={now().label}
            icon="left"
            onPress={() => setPath((before) => before.slice(0, -1))}
          />
        </Show>
        <For each={now().entries}>
          {(entry) => {
            if (entry === 'line') return <div class="menu-line" role="separator" />;
            if ('entries' in entry)
              return (
                <Item
                  {...entry}
                  more
                  onPress={() =>
                    setPath((before) => [
                      ...before,
                      { label: entry.label, entries: entry.entries() },
                    ])
                  }
                />
              );
            return (
              <Item
                {...entry}
                onPress={() => {
                  hide(true);
                  entry.act();
                }}
              />
            );
          }}
        </For>
      </div>
    </div>
  );
}

function Item(props: {
  label: string;
  icon: IconName;
  key?: KeyName;
  checked?: boolean;
  more?: boolean;
  onPress: () => void;
}): JSX.Element {
  const chord = (): string | undefined => (props.key ? keyTable[props.key].chords[0] : undefined);
  return (
    <button
      type="button"
      role={props.checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={props.checked}
      aria-haspopup={props.more ? 'menu' : undefined}
      aria-keyshortcuts={chord()?.replace('Ctrl', 'Control')}
      class="menu-item"
      tabindex="-1"
      onPointerEnter={(event) => event.pointerType === 'mouse' && event.currentTarget.focus()}
      onClick={() => props.onPress()}
    >
      <Icon name={props.checked ? 'check' : props.icon} />
      <span class="menu-label" dir="auto">
        {props.label}
      </span>
      <Show when={chord()}>
        {(keys) => (
          <span class="menu-keys" aria-hidden="true">
            {keysIn(keys()).join('+')}
          </span>
        )}
      </Show>
      <Show when={props.more}>
        <Icon name="right" />
      </Show>
    </button>
  );
}
