// A step's picture, enlarged, with the previous and the next one.

import { onCleanup, onMount, type JSX } from 'solid-js';

import { visible } from '../../bidi';
import { Icon } from '../../shell/icons';
import type { TakenStep } from '../../task/story';
import { t } from '../../words/say';

/** Returns the address of a task's picture. */
export function pictureOf(task: string, number: number): string {
  return `/api/tasks/${encodeURIComponent(task)}/screenshots/${number}`;
}

/** The picture. Arrow keys navigate, Escape closes. */
export function Picture(props: {
  task: string;
  steps: TakenStep[];
  step: TakenStep;
  onShow: (step: TakenStep) => void;
  onClose: () => void;
}): JSX.Element {
  let dialog!: HTMLDialogElement;
  const before = document.activeElement;
  const at = (): number => props.steps.findIndex((step) => step.step === props.step.step);
  const go = (by: number): void => {
    const next = props.steps[at() + by];
    if (next) props.onShow(next);
  };
  onMount(() => dialog.showModal());
  onCleanup(() => {
    dialog.close();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  return (
    <dialog
      ref={dialog}
      class="picture"
      aria-label={t`Step ${props.step.step}`}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'ArrowLeft') go(-1);
        if (event.key === 'ArrowRight') go(1);
      }}
    >
      <img
        src={pictureOf(props.task, props.step.picture ?? 0)}
        alt={t`The phone’s screen at step ${props.step.step}`}
      />
      <div class="picture-bar">
        <button
          type="button"
          class="button is-secondary size-sm"
          disabled={at() <= 0}
          aria-label={t`Step before`}
          onClick={() => go(-1)}
        >
          <Icon name="left" />
        </button>
        <p aria-live="polite" dir="auto">
          {props.step.step}. {visible(props.step.words)}
        </p>
        <button
          type="button"
          class="button is-secondary size-sm"
          disabled={at() >= props.steps.length - 1}
          aria-label={t`Step after`}
          onClick={() => go(1)}
        >
          <Icon name="right" />
        </button>
        <button type="button" class="button is-secondary size-sm" onClick={() => props.onClose()}>
          {t`Close`}
        </button>
      </div>
    </dialog>
  );
}
