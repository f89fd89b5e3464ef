// The overlay on the picture: the numbers of the elements, and the agent's touches.

import { For, Show, type JSX } from 'solid-js';

import type { PhoneElement } from '../../protocol/wire';
import type { Screen } from './stream';
import type { AgentTouch } from './touches';

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

/** The elements with their numbers. */
export function Numbers(props: { elements: PhoneElement[]; screen: Screen }): JSX.Element {
  return (
    <div class="phone-numbers" aria-hidden="true">
      <For each={props.elements}>
        {(element) => {
          const [left = 0, top = 0, right = 0, bottom = 0] = element.bounds;
          const { width, height } = props.screen;
          return (
            <span
              class="phone-box"
              style={{
                left: percent(left / width),
                top: percent(top / height),
                width: percent((right - left) / width),
                height: percent((bottom - top) / height),
              }}
            >
              <span class="phone-number">{element.index}</span>
            </span>
          );
        }}
      </For>
    </div>
  );
}

/** The agent's next touch, and its previous ones. */
export function Touches(props: { touches: AgentTouch[] }): JSX.Element {
  return (
    <div class="phone-touches" aria-hidden="true">
      <For each={props.touches}>
        {(touch) => (
          <Touch touch={touch} latest={touch === props.touches[props.touches.length - 1]} />
        )}
      </For>
    </div>
  );
}

function Touch(props: { touch: AgentTouch; latest: boolean }): JSX.Element {
  const from = () => props.touch.points[0] ?? { x: 0, y: 0 };
  const to = () => props.touch.points[1];
  return (
    <div class="phone-touch" classList={{ 'is-latest': props.latest }} data-touch={props.touch.n}>
      <Show when={to()}>
        {(end) => (
          <svg class="phone-path" viewBox="0 0 1 1" preserveAspectRatio="none">
            <line x1={from().x} y1={from().y} x2={end().x} y2={end().y} />
          </svg>
        )}
      </Show>
      <For each={props.touch.points}>
        {(point, nth) => (
          <span
            class="phone-ring"
            classList={{ 'is-end': nth() === 1 }}
            style={{ left: percent(point.x), top: percent(point.y) }}
          />
        )}
      </For>
      <Show when={props.latest}>
        <span
          class="phone-touch-label"
          classList={{
            'is-above': from().y > 0.5,
            'is-left': from().x < 0.35,
            'is-right': from().x > 0.65,
          }}
          style={{ left: percent(from().x), top: percent(from().y) }}
          dir="auto"
        >
          {props.touch.words}
        </span>
      </Show>
    </div>
  );
}
