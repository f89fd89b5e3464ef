// The ways to answer one question: its choices, and a form for each other way, one of which the person picks.

import { createEffect, createSignal, For, lazy, on, Show, Suspense, type Component, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';

import { visible } from '../bidi';
import type { AnswerForm, Question } from '../protocol/wire';
import { t } from '../words/say';
import { FileForm } from './file';
import { waysOf, words } from './forms';
import type { FormProps, Given } from './given';
import { CodeForm, TextForm } from './text';

/** Forms that need the camera and similar devices are loaded on demand. */
const views: Record<AnswerForm, Component<FormProps> | undefined> = {
  yes: undefined,
  choice: undefined,
  text: TextForm,
  code: CodeForm,
  file: FileForm,
  photo: lazy(async () => ({ default: (await import('./photo')).PhotoForm })),
  qr: lazy(async () => ({ default: (await import('./qr')).QrForm })),
  recording: lazy(async () => ({ default: (await import('./recording')).RecordingForm })),
  place: lazy(async () => ({ default: (await import('./place')).PlaceForm })),
  drawing: lazy(async () => ({ default: (await import('./drawing')).DrawingForm })),
};

/** All the ways. `onWay` and `onGive` report which one is picked and what it would send. */
export function Ways(props: {
  name: string;
  question: Question;
  onWay: (way: AnswerForm) => void;
  onGive: (given: Given | undefined) => void;
  onChoice: (choice: string) => void;
}): JSX.Element {
  const ways = (): AnswerForm[] => waysOf(props.question);
  const [way, setWay] = createSignal<AnswerForm>(ways()[0] ?? 'yes');
  createEffect(
    on(way, (picked) => {
      props.onWay(picked);
      // A yes needs nothing else.
      props.onGive(picked === 'yes' ? { kind: 'nothing' } : undefined);
    }),
  );
  return (
    <>
      <Show when={props.question.choices?.length}>
        <div class="choices" role="group" aria-label={t`Answers`}>
          <For each={props.question.choices}>
            {(choice) => (
              <button
                type="button"
                class="button is-secondary size-md"
                onClick={() => props.onChoice(choice)}
              >
                <bdi>{visible(choice)}</bdi>
              </button>
            )}
          </For>
        </div>
      </Show>
      <Show when={ways().length > 1}>
        <fieldset class="ways">
          <legend class="label">{t`How do you want to answer?`}</legend>
          <For each={ways()}>
            {(one) => (
              <label class="way">
                <input
                  type="radio"
                  name={`${props.name}-way`}
                  value={one}
                  checked={way() === one}
                  onChange={() => setWay(one)}
                />
                <span>{one === 'yes' ? t`I did it on the phone` : words[one].name}</span>
              </label>
            )}
          </For>
        </fieldset>
      </Show>
      <Show when={views[way()]} keyed>
        {(view) => (
          <Suspense fallback={<p class="fine">{t`Loading…`}</p>}>
            <Dynamic component={view} question={props.question} give={props.onGive} />
          </Suspense>
        )}
      </Show>
    </>
  );
}
