// What stands on an empty desktop: how to make the first window.

import { createSignal, type JSX } from 'solid-js';

import { Icon } from './icons';

/** A command that makes a window on this desktop. */
export function firstCommand(origin: string): string {
  return [
    `curl ${origin}/api/actions \\`,
    `  -H 'Authorization: Bearer TOKEN' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"type": "window.create", "windowId": "hello", "title": "Hello",`,
    `       "bounds": {"x": 120, "y": 80, "w": 460, "h": 280},`,
    `       "content": {"renderer": "markdown", "data": "# Hello, desktop"}}'`,
  ].join('\n');
}

/** The hint. It goes away with the first window. */
export function Welcome(): JSX.Element {
  const [copied, setCopied] = createSignal(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(firstCommand(location.origin));
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <section class="welcome" aria-labelledby="welcome-title">
      <img class="welcome-mark" src="/assets/icon.svg" alt="" width="48" height="48" />
      <h2 id="welcome-title">Nothing is open yet</h2>
      <p>
        Windows appear here when an agent makes them. Try it from a terminal; <code>TOKEN</code> is
        what stands behind <code>#token=</code> in the link that you came with.
      </p>
      <div class="command">
        <pre tabindex="0" role="group" aria-label="Command that makes a window">
          {firstCommand(location.origin)}
        </pre>
        <button type="button" class="button is-secondary size-sm" onClick={() => void copy()}>
          <Icon name={copied() ? 'check' : 'copy'} />
          <span aria-live="polite">{copied() ? 'Copied' : 'Copy'}</span>
        </button>
      </div>
    </section>
  );
}
