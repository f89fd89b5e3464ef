// Whether the page is narrow: then it is a phone's interface, one window at a time, without dragging.

import { createSignal } from 'solid-js';

/** Up to this width. The styles use the same number. */
const query = matchMedia('(max-width: 640px)');

const [narrow, setNarrow] = createSignal(query.matches);
query.addEventListener('change', () => setNarrow(query.matches));
/** Whether the page is narrow. */
export { narrow };
