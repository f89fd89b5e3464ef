// The desktop's surface: apps and shortcuts, and the greeting when nothing else is open.

import { createMemo, For, Show, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { createQuiet } from '../home/quiet';
import { appItem, shortcutItem } from '../launcher/items';
import { useExtent } from '../windows/extent';
import { areaHere, isWhole, shownAt } from '../windows/layout';
import { t } from '../words/say';
import { apps } from './apps';
import { arrange, type Arrangement, type Box } from './arrangement';
import { DeskIcon } from './desk-icon';
import { Welcome } from './welcome';

/** Apps and shortcuts, and the greeting next to them. */
export function Workspace(): JSX.Element {
  const page = usePage();
  const { state } = page.desktop;
  const { room } = useExtent();
  const { phones, quiet } = createQuiet(page);
  const count = (): number => apps().length + state.shortcuts.length;

  const arrangement = createMemo((): Arrangement => {
    const monitor = state.monitors.find((one) => one.id === state.activeMonitor);
    const { y: top, h } = monitor ? areaHere(monitor) : { y: 0, h: room().h };
    const boxes = phones().map((window): Box => {
      const key = `${window.monitorId}/${window.id}`;
      if (isWhole(key, window, monitor)) return { x: 0, y: 0, w: room().w, h: room().h };
      const { x, y, w, h } = shownAt(key, window, monitor);
      return { x, y: y - top, w, h };
    });
    return arrange(count(), { w: room().w, h }, boxes, quiet());
  });
  const style = (at: number): JSX.CSSProperties => {
    const { x, y } = arrangement().places[at] ?? { x: 0, y: 0 };
    return { left: `${x}px`, top: `${y}px` };
  };
  const width = (): string | undefined => {
    const { scrolls } = arrangement();
    return scrolls === undefined ? undefined : `${scrolls}px`;
  };
  return (
    <>
      <Show when={count() > 0}>
        <ul
          class="desk is-arranged"
          classList={{ 'is-scrolled': width() !== undefined }}
          style={{ width: width() }}
          aria-label={t`On the desktop`}
        >
          <For each={apps()}>
            {(app, index) => (
              <li style={style(index())}>
                <DeskIcon item={appItem(app, state.badges[app.id] ?? 0)} />
              </li>
            )}
          </For>
          <For each={state.shortcuts}>
            {(shortcut, index) => (
              <li style={style(apps().length + index())}>
                <DeskIcon
                  item={shortcutItem(shortcut)}
                  shortcut={shortcut.id}
                  at={index()}
                  count={state.shortcuts.length}
                />
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Welcome room={arrangement().home} />
    </>
  );
}
