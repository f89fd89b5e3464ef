// The sign of a window: its part's icon, its agent's letter, or the kind of its content.

import { Match, Switch, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { partEntry } from '../parts/parts';
import type { SafeContent } from '../protocol/wire';
import { Icon, type IconName } from './icons';
import { AgentSign } from './sign';

const kinds: Record<SafeContent['kind'], IconName> = {
  markup: 'file',
  text: 'file',
  table: 'grid',
  frame: 'monitor',
  layout: 'window',
  part: 'window',
};

/** The sign of a window. */
export function WindowSign(props: { key: string }): JSX.Element {
  const { desktop } = usePage();
  const window = () => desktop.state.windows[props.key];
  const part = () => {
    const content = window()?.content;
    return content?.kind === 'part' ? content.part : undefined;
  };
  return (
    <Switch fallback={<Icon name={kinds[window()?.content.kind ?? 'markup']} />}>
      <Match when={part()}>{(name) => <Icon name={partEntry(name()).icon} />}</Match>
      <Match when={window()?.agent}>{(agent) => <AgentSign agent={agent()} />}</Match>
    </Switch>
  );
}
