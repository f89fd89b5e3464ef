// Components in a grid, in reading order.

import { Index, Match, Show, Switch, type JSX } from 'solid-js';

import type { Component } from '../protocol/os';
import type { SafeComponent, SafeLayout } from '../protocol/wire';
import { t } from '../words/say';
import { Nothing } from './nothing';
import { Button } from './button';
import { Badge, Picture, Progress, Words } from './display';
import { Input, Select } from './fields';

type Kind = Component['type'];
type OfKind<K extends Kind> = Extract<Component, { type: K }>;

function only<K extends Kind>(component: SafeComponent, kind: K): OfKind<K> | undefined {
  return 'type' in component && component.type === kind ? (component as OfKind<K>) : undefined;
}

/** The identity of a component: if it changes, a field starts over. */
function identity(component: SafeComponent): string {
  if (!('type' in component)) return 'blocked';
  if (component.type !== 'input' && component.type !== 'select') return component.type;
  return JSON.stringify([component.type, component.formId, component.name]);
}

/** The columns as CSS; a long word never widens a column beyond its share. */
function columns(layout: SafeLayout): string {
  const cols = layout.cols ?? 1;
  const shares = typeof cols === 'number' ? Array.from({ length: cols }, () => 1) : cols;
  return shares
    .map((share) => `minmax(0, ${Number.isFinite(share) && share > 0 ? share : 1}fr)`)
    .join(' ');
}

/** A grid of components. */
export function Layout(props: { key: string; layout: SafeLayout; title: string }): JSX.Element {
  return (
    <div
      class="scroller"
      tabindex="0"
      role="group"
      aria-label={t`Content of ${props.title || t`the window`}`}
    >
      <Show
        when={props.layout.components.length > 0}
        fallback={<Nothing>{t`Nothing here yet.`}</Nothing>}
      >
        <div
          class={`layout gap-${props.layout.gap ?? 'md'}`}
          style={{ '--columns': columns(props.layout) }}
        >
          <Index each={props.layout.components}>
            {(component, index) => (
              <Show when={identity(component())} keyed>
                {(_identity) => <One key={props.key} index={index} component={component()} />}
              </Show>
            )}
          </Index>
        </div>
      </Show>
    </div>
  );
}

function One(props: { key: string; index: number; component: SafeComponent }): JSX.Element {
  return (
    <Switch fallback={<BlockedPicture component={props.component} />}>
      <Match when={only(props.component, 'button')}>
        {(button) => <Button key={props.key} index={props.index} button={button()} />}
      </Match>
      <Match when={only(props.component, 'input')}>{(input) => <Input input={input()} />}</Match>
      <Match when={only(props.component, 'select')}>
        {(select) => <Select select={select()} />}
      </Match>
      <Match when={only(props.component, 'text')}>{(text) => <Words text={text()} />}</Match>
      <Match when={only(props.component, 'badge')}>{(badge) => <Badge badge={badge()} />}</Match>
      <Match when={only(props.component, 'progress')}>
        {(progress) => <Progress progress={progress()} />}
      </Match>
      <Match when={only(props.component, 'image')}>{(image) => <Picture image={image()} />}</Match>
    </Switch>
  );
}

function BlockedPicture(props: { component: SafeComponent }): JSX.Element {
  return (
    <p class="blocked-picture">{t`Picture not shown${'blocked' in props.component ? `: ${props.component.blocked}` : ''}`}
    </p>
  );
}
