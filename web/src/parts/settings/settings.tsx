// Settings. To be built.

import type { JSX } from 'solid-js';

import type { PartProps } from '../parts';

/** The part. */
export default function Settings(_props: PartProps): JSX.Element {
  return <p class="nothing">Settings</p>;
}
