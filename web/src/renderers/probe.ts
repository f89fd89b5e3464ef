// Checks whether a foreign address can be shown in a frame.
//
// A frame also fires `load` for the browser's error page, and a page cannot look into a foreign frame. An `<object>`
// fires `error` instead: when the connection is refused, when the server answers with an error, when the site forbids
// framing. So the address is loaded once more in a document of our server that runs no script.

import { t } from '../words/say';

/** The document with the `<object>`, see `crates/server/src/routes/probe.rs`. */
const place = '/frames/probe.html';

/**
 * Loads an address; returns why it cannot be shown, or `undefined` if it can. An address that neither loads nor fails
 * never resolves, so the caller has to abort.
 */
export async function probe(address: string, signal: AbortSignal): Promise<string | undefined> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.className = 'probe';
  frame.src = place;
  try {
    const ready = heard(frame, signal);
    document.body.append(frame);
    await ready;
    const object = frame.contentDocument?.querySelector('object');
    if (!object) return t`the server did not answer`;
    const loaded = heard(object, signal);
    object.data = address;
    return (await loaded) === 'load' ? undefined : t`“${address}” could not be reached or cannot be shown in a frame`;
  } finally {
    frame.remove();
  }
}

/** Waits for an element to load or to fail. */
function heard(element: Element, signal: AbortSignal): Promise<'load' | 'error'> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    element.addEventListener('load', () => resolve('load'), { once: true });
    element.addEventListener('error', () => resolve('error'), { once: true });
  });
}
