// The content of a window: one renderer per kind.

import { Match, Switch, type JSX } from 'solid-js';

import { PartView } from '../parts/parts';
import type { SafeContent, SafeWindow } from '../protocol/wire';
import { splitStyle } from '../windows/styling';
import { Frame } from './frame';
import { Layout } from './layout';
import { Markup } from './markup';
import { Table } from './table';
import { Text } from './text';

/** Narrows content to one kind. */
function only<Kind extends SafeContent['kind']>(
  content: SafeContent,
  kind: Kind,
): Extract<SafeContent, { kind: Kind }> | undefined {
  return content.kind === kind ? (content as Extract<SafeContent, { kind: Kind }>) : undefined;
}

/** The inside of a window. */
export function Content(props: { key: string; window: SafeWindow }): JSX.Element {
  const content = (): SafeContent => props.window.content;
  return (
    <div class="content" data-kind={content().kind} style={splitStyle(props.window.windowStyle).content}>
      <Switch>
        <Match when={only(content(), 'markup')}>
          {(markup) => <Markup blocks={markup().blocks} title={props.window.title} />}
        </Match>
        <Match when={only(content(), 'text')}>
          {(text) => <Text text={text().text} title={props.window.title} />}
        </Match>
        <Match when={only(content(), 'table')}>
          {(table) => (
            <Table headers={table().headers} rows={table().rows} title={props.window.title} />
          )}
        </Match>
        <Match when={only(content(), 'frame')}>
          {(frame) => (
            <Frame
              key={props.key}
              url={frame().url}
              sandbox={frame().sandbox}
              blocked={frame().blocked}
              app={frame().app}
              requestId={props.window.requestId}
              title={props.window.title}
            />
          )}
        </Match>
        <Match when={only(content(), 'part')}>
          {(part) => <PartView key={props.key} part={part().part} target={part().target} />}
        </Match>
        <Match when={only(content(), 'layout')}>
          {(layout) => (
            <Layout key={props.key} layout={layout().layout} title={props.window.title} />
          )}
        </Match>
      </Switch>
    </div>
  );
}
