// Tasks. To be built.

import type { JSX } from 'solid-js';

import type { PartProps } from '../parts';

/** The part. */
export default function Tasks(_props: PartProps): JSX.Element {
  return <p class="nothing">Tasks</p>;
}
