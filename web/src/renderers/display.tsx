// Components that only display: text, badges, progress, pictures.

import { createUniqueId, Match, Show, Switch, type JSX } from 'solid-js';

import type {
  BadgeComponent,
  ImageComponent,
  Length,
  ProgressComponent,
  TextComponent,
} from '../protocol/os';
import { percent } from '../words/numbers';
import { t } from '../words/say';

/** A text in its role. */
export function Words(props: { text: TextComponent }): JSX.Element {
  const look = (): string =>
    `words is-${props.text.variant ?? 'body'} color-${props.text.color ?? 'default'} align-${props.text.textAlign ?? 'start'}`;
  return (
    <Switch fallback={<p class={look()} dir="auto">{props.text.content}</p>}>
      <Match when={props.text.variant === 'heading'}>
        <h3 class={look()} dir="auto">
          {props.text.content}
        </h3>
      </Match>
      <Match when={props.text.variant === 'subheading'}>
        <p class={look()} dir="auto">
          {props.text.content}
        </p>
      </Match>
      <Match when={props.text.variant === 'code'}>
        <pre class={look()} tabindex="0">
          <code>{props.text.content}</code>
        </pre>
      </Match>
    </Switch>
  );
}

/** A short word on a coloured background. */
export function Badge(props: { badge: BadgeComponent }): JSX.Element {
  return (
    <p class="badge-line">
      <bdi class={`badge is-${props.badge.variant ?? 'default'}`}>{props.badge.label}</bdi>
    </p>
  );
}

/** A progress bar. */
export function Progress(props: { progress: ProgressComponent }): JSX.Element {
  const id = createUniqueId();
  const part = (): number => Math.round(Math.max(0, Math.min(100, props.progress.value)));
  return (
    <div class={`progress is-${props.progress.variant ?? 'default'}`}>
      <Show when={props.progress.label || props.progress.showValue}>
        <div class="progress-words">
          <bdi id={id}>{props.progress.label}</bdi>
          <Show when={props.progress.showValue}>
            <span class="progress-value">{percent(part() / 100)}</span>
          </Show>
        </div>
      </Show>
      <div
        class="progress-track"
        role="progressbar"
        aria-valuemin="0"
        aria-valuemax="100"
        aria-valuenow={part()}
        {...(props.progress.label ? { 'aria-labelledby': id } : { 'aria-label': t`Progress` })}
      >
        <div class="progress-bar" style={{ '--part': `${part()}%` }} />
      </div>
    </div>
  );
}

function length(value: Length | undefined): string | undefined {
  return typeof value === 'number' ? `${value}px` : value;
}

/** A picture. The vocabulary has no description for it, so its file name serves as one. */
export function Picture(props: { image: ImageComponent }): JSX.Element {
  const name = (): string => {
    const { src } = props.image;
    if (src.startsWith('data:')) return t`Picture`;
    return t`Picture ${src.split(/[?#]/)[0]?.split('/').pop() ?? ''}`.trim();
  };
  return (
    <img
      class="picture"
      src={props.image.src}
      alt={name()}
      loading="lazy"
      referrerpolicy="no-referrer"
      style={{
        width: length(props.image.width),
        height: length(props.image.height),
        'object-fit': props.image.fit ?? 'contain',
      }}
    />
  );
}
