// The icons of the phone's buttons, drawn on the same grid of 20 as the page's.

import type { JSX } from 'solid-js';

const drawings = {
  back: 'M12.5 4.5L6 10l6.5 5.5z',
  home: 'M10 4.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11',
  recents: 'M5 5h10v10H5z',
  louder: 'M3.5 8v4H6l4 3.5v-11L6 8zM13 10h5M15.5 7.5v5',
  quieter: 'M3.5 8v4H6l4 3.5v-11L6 8zM13 10h5',
  power: 'M10 3v6.5M6 5.4a6 6 0 1 0 8 0',
  rotate: 'M7 3.5H4.5a1 1 0 0 0-1 1V13M3.5 15.5h12a1 1 0 0 0 1-1v-6a1 1 0 0 0-1-1h-8a1 1 0 0 0-1 1v7M11 3a3.5 3.5 0 0 1 3.5 2.5M14.5 2.5v3h-3',
  camera: 'M3.5 6.5h3l1-2h5l1 2h3v9h-13zM10 8.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  file: 'M10 13V4M6.5 7L10 3.5 13.5 7M4 16.5h12',
  keyboard: 'M2.5 5.5h15v9h-15zM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 11.5h7',
  numbers: 'M3.5 4.5h13v11h-13zM8 8l1.5-1v6M8 13h3.5',
  list: 'M7.5 5.5h9M7.5 10h9M7.5 14.5h9M3.5 5.5h.01M3.5 10h.01M3.5 14.5h.01',
  hand: 'M7 10V5a1.2 1.2 0 0 1 2.4 0v4M9.4 9V4a1.2 1.2 0 0 1 2.4 0v5M11.8 9V5.2a1.2 1.2 0 0 1 2.4 0V12c0 3-1.8 5-4.4 5-2.2 0-3.3-1-4.3-2.7L4 11.4a1.2 1.2 0 0 1 2-1.2L7 11.5',
  giveBack: 'M7 5L3.5 8.5 7 12M3.8 8.5H12a4.25 4.25 0 0 1 0 8.5H9',
  pause: 'M7 5v10M13 5v10',
  goOn: 'M6.5 4.5l9 5.5-9 5.5z',
  stop: 'M5.5 5.5h9v9h-9z',
  help: 'M7.5 7.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M10 14.5h.01',
} as const;

/** The name of a sign. */
export type SignName = keyof typeof drawings;

/** A sign. It is silent for screen readers: the element it is on has a name. */
export function Sign(props: { name: SignName }): JSX.Element {
  return (
    <svg class="icon" data-icon={props.name} viewBox="0 0 20 20" aria-hidden="true">
      <path d={drawings[props.name]} />
    </svg>
  );
}
