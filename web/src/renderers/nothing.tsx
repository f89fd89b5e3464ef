// What stands where content is missing.

import type { JSX } from 'solid-js';

/** The placeholder for missing content. */
export function Nothing(props: { children: JSX.Element }): JSX.Element {
  return <p class="nothing">{props.children}</p>;
}
