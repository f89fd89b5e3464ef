// The holder of the phone and its current activity, with the three control buttons.

import { createMemo, createSignal, Show, type JSX } from 'solid-js';

import { isOver } from '../../desktop/tasks';
import { t } from '../../words/say';
import { detailLine, holderLine, isOthers } from './holder';
import { ariaKeysOf, keysOf, type ToolId } from './shortcuts';
import { Sign, type SignName } from './signs';
import type { PhoneView } from './view';

/** The current meaning of the three buttons. The keys do the same. */
export function createDecisions(view: PhoneView) {
  const { control } = view;
  const [busy, setBusy] = createSignal<ToolId>();
  let under: { intent: string; done: Promise<unknown> } | undefined;
  /** Performs a press: not twice at once, and after what is still under way. */
  const decide = async (id: ToolId, intent: string, act: () => Promise<boolean>): Promise<void> => {
    if (under?.intent === intent) return;
    // Stop waits for nothing else.
    while (under && id !== 'stop') await under.done;
    setBusy(id);
    const mine = { intent, done: act() };
    under = mine;
    await mine.done;
    if (under === mine) under = undefined;
    setBusy((now) => (now === id ? undefined : now));
  };
  const yours = (): boolean => control.hold().kind === 'you';
  const active = (): boolean => {
    const task = control.task();
    return task !== undefined && !isOver(task);
  };
  const paused = (): boolean => control.task()?.state === 'paused';
  return {
    busy,
    yours,
    active,
    paused,
    hold: () => (yours() ? decide('hold', 'release', control.release) : decide('hold', 'take', control.take)),
    pause: async (): Promise<void> => {
      if (!active()) return;
      if (!paused()) return decide('pause', 'pause', control.pause);
      // A task that waits for the person's phone continues when they give it back.
      return yours() ? decide('pause', 'release', control.release) : decide('pause', 'go on', control.goOn);
    },
    stop: async (): Promise<void> => {
      if (active()) await decide('stop', 'stop', control.stop);
    },
  };
}

/** The current meaning of the three buttons. */
export type Decisions = ReturnType<typeof createDecisions>;

/** The bar above the picture. */
export function StateBar(props: { view: PhoneView; decisions: Decisions }): JSX.Element {
  const { hold, task, doing } = props.view.control;
  const line = (): string => holderLine(hold(), task());
  const detail = (): string => detailLine(hold(), task(), doing());
  // Steps are not worth an announcement; a change of the holder is.
  const said = createMemo(() => {
    const view = task();
    return holderLine(hold(), view && { ...view, steps: 0 });
  });
  const paused = (): boolean => props.decisions.paused();
  return (
    <div class="phone-state" data-hold={hold().kind}>
      <div class="phone-standing">
        <p class="phone-line" dir="auto" title={line()}>
          <span class="phone-dot" aria-hidden="true" />
          {line()}
        </p>
        <p class="phone-doing" dir="auto" title={detail()}>
          {detail()}
        </p>
        <p class="visually-hidden" role="status">
          {said()}
        </p>
      </div>
      <div class="phone-decisions" role="group" aria-label={t`Who uses the phone`}>
        <Decision
          id="hold"
          label={props.decisions.yours() ? (props.decisions.active() ? t`Give back and continue` : t`Give back`) : t`Take over`}
          sign={props.decisions.yours() ? 'giveBack' : 'hand'}
          strong={props.decisions.yours() || isOthers(hold())}
          busy={props.decisions.busy() === 'hold'}
          act={props.decisions.hold}
        />
        <Show when={props.decisions.active() && !props.decisions.yours() && task()?.state !== 'queued'}>
          <Decision
            id="pause"
            label={paused() ? t`Continue` : t`Pause`}
            sign={paused() ? 'goOn' : 'pause'}
            busy={props.decisions.busy() === 'pause'}
            act={props.decisions.pause}
          />
        </Show>
        <Show when={props.decisions.active()}>
          <Decision
            id="stop"
            label={t`Stop`}
            sign="stop"
            busy={props.decisions.busy() === 'stop'}
            act={props.decisions.stop}
          />
        </Show>
      </div>
    </div>
  );
}

function Decision(props: {
  id: ToolId;
  label: string;
  sign: SignName;
  strong?: boolean;
  busy: boolean;
  act: () => Promise<void>;
}): JSX.Element {
  return (
    <button
      type="button"
      class="button size-sm"
      classList={{ 'is-primary': props.strong ?? false, 'is-secondary': !props.strong }}
      data-decision={props.id}
      title={`${props.label} (${keysOf(props.id)})`}
      aria-keyshortcuts={ariaKeysOf(props.id)}
      aria-busy={props.busy}
      onClick={() => void props.act()}
    >
      <Sign name={props.sign} />
      <span class="button-label">{props.label}</span>
    </button>
  );
}
