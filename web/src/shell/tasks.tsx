// The windows on the task bar: one by one while there is room, by agent otherwise.

import {
  createEffect,
  createMemo,
  createSignal,
  For,
  Match,
  onCleanup,
  onMount,
  Show,
  Switch,
  type JSX,
} from 'solid-js';

import { isolated } from '../bidi';
import { titleOf } from '../desktop/naming';
import { usePage } from '../desktop/page';
import { hasMenu } from '../menu/menu';
import type { SafeWindow } from '../protocol/wire';
import { windowMenu } from '../windows/window-menu';
import { t } from '../words/say';
import { groupsOf, layOut, type BarEntry } from './grouping';
import { Icon } from './icons';
import { AgentSign } from './sign';
import { WindowList } from './window-list';
import { WindowSign } from './window-sign';

/** The least width at which a button's title can be told from others. */
const least = 96;

/** All windows. */
export function Tasks(): JSX.Element {
  const { desktop } = usePage();
  const { state } = desktop;
  const [room, setRoom] = createSignal(6);
  let nav!: HTMLElement;
  onMount(() => {
    const observer = new ResizeObserver(() =>
      setRoom(Math.max(1, Math.floor(nav.clientWidth / least))),
    );
    observer.observe(nav);
    onCleanup(() => observer.disconnect());
  });
  const here = (): string[] =>
    desktop.keys().filter((key) => {
      const window = state.windows[key];
      return window?.variant === 'standard' && window.monitorId === state.activeMonitor;
    });
  // An unchanged entry keeps its object, and with it its button and the focus.
  const entries = createMemo<BarEntry[]>((before) => {
    const known = new Map(before.map((entry) => [JSON.stringify(entry), entry]));
    return layOut(groupsOf(here(), (key) => state.windows[key]?.agent), room()).map(
      (entry) => known.get(JSON.stringify(entry)) ?? entry,
    );
  }, []);
  return (
    <nav ref={nav} class="tasks" aria-label={t`Open windows`}>
      <For each={entries()}>
        {(entry) => (
          <Switch>
            <Match when={entry.kind === 'window' && entry}>
              {(one) => <Task key={one().key} />}
            </Match>
            <Match when={entry.kind === 'group' && entry.group}>
              {(group) => (
                <Several
                  keys={group().keys}
                  agent={group().agent}
                  name={group().agent ?? t`Opened by you`}
                />
              )}
            </Match>
            <Match when={entry.kind === 'more' && entry}>
              {(rest) => <Several keys={rest().keys} agent={undefined} name={t`More`} plain />}
            </Match>
          </Switch>
        )}
      </For>
    </nav>
  );
}

function Task(props: { key: string }): JSX.Element {
  const page = usePage();
  const { desktop, person } = page;
  const window = (): SafeWindow | undefined => desktop.state.windows[props.key];
  const front = (): boolean => desktop.state.focused === props.key && !window()?.minimized;
  const title = (): string => titleOf(page, window());
  return (
    <button
      ref={(own) =>
        hasMenu(own, {
          label: () => t`Menu of ${isolated(title())}`,
          entries: () => windowMenu(page, props.key),
        })
      }
      type="button"
      class="task"
      classList={{ 'is-front': front(), 'is-minimized': window()?.minimized ?? false }}
      aria-label={`${isolated(title())}${window()?.minimized ? `, ${t`minimised`}` : ''}`}
      aria-pressed={front()}
      title={isolated(window()?.agent ? `${title()} (${window()?.agent})` : title())}
      onClick={() => void (front() ? person.minimize(props.key) : person.focus(props.key))}
    >
      <WindowSign key={props.key} />
      <bdi class="task-title">{title()}</bdi>
    </button>
  );
}

/** Several windows behind one button; a `plain` one shows only how many. */
function Several(props: { keys: string[]; agent: string | undefined; name: string; plain?: boolean }): JSX.Element {
  const { desktop } = usePage();
  const [open, setOpen] = createSignal(false);
  let button!: HTMLButtonElement;
  let closedAt = 0;
  const front = (): boolean => props.keys.includes(desktop.state.focused ?? '');
  const words = (): string => t`${isolated(props.name)}, ${props.keys.length} windows`;
  createEffect(() => {
    if (props.keys.length === 0) setOpen(false);
  });
  return (
    <>
      <button
        ref={button}
        type="button"
        class="task is-group"
        classList={{ 'is-front': front(), 'is-plain': props.plain ?? false }}
        aria-label={words()}
        aria-expanded={open()}
        title={words()}
        onClick={(event) => {
          // The press that closes the list would also open it again.
          if (event.timeStamp - closedAt > 200) setOpen((now) => !now);
        }}
      >
        <Show when={props.agent} fallback={<Icon name="windows" />}>
          {(agent) => <AgentSign agent={agent()} />}
        </Show>
        <Show when={!props.plain}>
          <bdi class="task-title">{props.name}</bdi>
        </Show>
        <span class="task-count" aria-hidden="true" data-count={props.keys.length} />
      </button>
      <Show when={open()}>
        <WindowList
          label={words()}
          keys={props.keys}
          anchor={button}
          onGone={() => {
            closedAt = performance.now();
            setOpen(false);
          }}
        />
      </Show>
    </>
  );
}
