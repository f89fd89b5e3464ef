// A button that opens a small menu, operated by pointer or keys as the ARIA practices have it.

import { createSignal, createUniqueId, For, onCleanup, Show, type JSX } from 'solid-js';

import { Icon, type IconName } from './icons';

/** One thing to choose. */
export interface MenuEntry {
  label: string;
  icon: IconName;
  act: () => void;
}

/** A menu behind a button. It goes away when the focus leaves it. */
export function Menu(props: {
  label: string;
  icon: IconName;
  class: string;
  entries: MenuEntry[];
}): JSX.Element {
  const [open, setOpen] = createSignal(false);
  const [upwards, setUpwards] = createSignal(false);
  const id = createUniqueId();
  let button!: HTMLButtonElement;
  let list: HTMLDivElement | undefined;

  const items = (): HTMLElement[] => [
    ...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ];
  const show = (last = false): void => {
    setOpen(true);
    setUpwards(false);
    const bottom = button.closest('.surface-room')?.getBoundingClientRect().bottom ?? innerHeight;
    setUpwards((list?.getBoundingClientRect().bottom ?? 0) > bottom);
    items()
      .at(last ? -1 : 0)
      ?.focus();
  };
  const hide = (back: boolean): void => {
    setOpen(false);
    if (back) button.focus();
  };
  const keys = (event: KeyboardEvent): void => {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const go = (to: number): void => all.at(to % all.length)?.focus();
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(-1);
    else if (event.key === 'Escape') hide(true);
    else if (event.key === 'Tab') return hide(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const elsewhere = (event: PointerEvent): void => {
    if (event.target instanceof Node && !button.parentElement?.contains(event.target))
      setOpen(false);
  };
  document.addEventListener('pointerdown', elsewhere);
  onCleanup(() => document.removeEventListener('pointerdown', elsewhere));

  return (
    <div class="menu-anchor">
      <button
        ref={button}
        type="button"
        class={props.class}
        aria-label={props.label}
        title={props.label}
        aria-haspopup="menu"
        aria-expanded={open()}
        aria-controls={open() ? id : undefined}
        onClick={() => (open() ? hide(true) : show())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          show(event.key === 'ArrowUp');
        }}
      >
        <Icon name={props.icon} />
      </button>
      <Show when={open()}>
        <div
          ref={list}
          class="menu"
          classList={{ 'is-up': upwards() }}
          role="menu"
          id={id}
          aria-label={props.label}
          tabindex="-1"
          onKeyDown={keys}
        >
          <For each={props.entries}>
            {(entry) => (
              <button
                type="button"
                role="menuitem"
                class="menu-item"
                tabindex="-1"
                onClick={() => {
                  hide(true);
                  entry.act();
                }}
              >
                <Icon name={entry.icon} />
                {entry.label}
              </button>
            )}
          </For>
        </div>
      </Show>
    </div>
  );
}
