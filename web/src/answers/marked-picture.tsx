// The phone's picture with a ring around the element to be touched; also described in words for people who cannot see
// it.

import { createSignal, For, Show, type JSX } from 'solid-js';

import { isolated, visible } from '../bidi';
import type { MarkedElement, PictureRef } from '../protocol/wire';
import { t } from '../words/say';

/** Describes an element, as in `the button “Delete”, at the bottom right`. */
export function inWords(element: MarkedElement): string {
  const { label, role, place } = element;
  return label === ''
    ? t`a ${role} without a name, ${place}`
    : t`the ${role} “${isolated(visible(label))}”, ${place}`;
}

/** The picture of a task's screen. */
export function MarkedPicture(props: {
  /** The address of the picture. */
  address: string;
  picture: PictureRef;
  elements: MarkedElement[];
}): JSX.Element {
  const said = (): string =>
    [t`The phone’s screen`, ...props.elements.map((one) => `marked: ${inWords(one)}`)].join('; ');
  const [missing, setMissing] = createSignal(false);
  return (
    <Show when={!missing()} fallback={<p class="picture-missing">{t`The picture is not available.`}</p>}>
      <svg
        class="marked-picture"
        viewBox={`0 0 ${props.picture.width} ${props.picture.height}`}
        role="img"
        aria-label={said()}
      >
        <image
          href={props.address}
          width={props.picture.width}
          height={props.picture.height}
          on:error={() => setMissing(true)}
        />
        <For each={props.elements}>
          {(element) => (
            <>
              <Ring element={element} width={props.picture.width} class="ring-halo" />
              <Ring element={element} width={props.picture.width} class="ring" />
            </>
          )}
        </For>
      </svg>
    </Show>
  );
}

/** The ring around the element, with some space: it must not hide what it marks. */
function Ring(props: { element: MarkedElement; width: number; class: string }): JSX.Element {
  const air = (): number => Math.round(props.width / 54);
  return (
    <rect
      class={props.class}
      x={props.element.area.x - air()}
      y={props.element.area.y - air()}
      width={props.element.area.w + 2 * air()}
      height={props.element.area.h + 2 * air()}
      rx={air()}
    />
  );
}
