// The film strip: the screens of the run, one after the other.

import { createMemo, Show, type JSX } from 'solid-js';

import type { ReportIndex } from '../protocol/report';
import { createPicture } from './pictures';
import { Windowed } from './windowed';
import { stepWords } from './words';

/** How wide a frame is, with its gap. */
const width = 48;

/** The strip. For a screen reader it is a slider over the steps. */
export function Strip(props: {
  index: ReportIndex;
  places: readonly number[];
  at: number;
  onChoose: (place: number) => void;
  onKey: (event: KeyboardEvent) => void;
}): JSX.Element {
  const here = createMemo(() => props.places.indexOf(props.at));
  const line = () => props.index.steps[props.at];
  return (
    <Windowed
      class="strip"
      across
      size={width}
      count={props.places.length}
      at={here()}
      attributes={{
        role: 'slider',
        tabindex: 0,
        'aria-label': 'Film strip',
        'aria-orientation': 'horizontal',
        'aria-valuemin': props.places.length > 0 ? 1 : 0,
        'aria-valuemax': props.places.length,
        'aria-valuenow': here() + 1,
        'aria-valuetext': line() ? `Step ${line()?.step}: ${stepWords(line()!)}` : 'No step',
        onKeyDown: (event) => props.onKey(event),
      }}
    >
      {(order, style) => {
        const place = (): number => props.places[order] ?? 0;
        const one = () => props.index.steps[place()];
        const shown = createPicture(() => one()?.before ?? one()?.after);
        const url = (): string | undefined => {
          const state = shown();
          return typeof state === 'object' ? state.url : undefined;
        };
        return (
          <div class="frame-slot" style={style} aria-hidden="true">
            <div
              class="film"
              classList={{
                'is-now': place() === props.at,
                'is-error': one()?.marks?.includes('error') ?? false,
                'is-question': one()?.marks?.includes('question') ?? false,
              }}
              title={one() ? `Step ${one()?.step}: ${stepWords(one()!)}` : ''}
              onClick={() => props.onChoose(place())}
            >
              <Show when={url()} fallback={<span class="film-none" />}>
                {(address) => <img src={address()} alt="" decoding="async" draggable={false} />}
              </Show>
              <span class="film-number">{one()?.step}</span>
            </div>
          </div>
        );
      }}
    </Windowed>
  );
}
