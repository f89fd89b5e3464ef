// A page of its own in a sandboxed frame, and the report of how it loaded.

import { createEffect, createSignal, on, onCleanup, Show, type JSX } from 'solid-js';

import { AppFrame } from '../apps/app-frame';
import { moveIn } from '../apps/neighbours';
import { usePage } from '../desktop/page';
import { Icon } from '../shell/icons';
import { Nothing } from './content';

interface Props {
  key: string;
  url: string;
  sandbox: string;
  blocked: string | undefined;
  /** The app of the data folder that it is. */
  app: string | undefined;
  requestId: string | undefined;
  title: string;
}

/** A frame that has said nothing by then has not loaded. Shorter than an agent waits. */
const patience = 9_000;

/**
 * What is wrong with an address of our own, if something is. A frame says that it has loaded whatever came,
 * and what came for a foreign address no page may know.
 */
async function wrongWith(address: string): Promise<string | undefined> {
  const url = URL.parse(address, location.href);
  if (url?.origin !== location.origin) return undefined;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patience) });
    void answer.body?.cancel();
    return answer.ok ? undefined : `the server answered ${answer.status} for \`${address}\``;
  } catch {
    return `the server did not answer for \`${address}\``;
  }
}

/** The frame, or why it is not shown. */
export function Frame(props: Props): JSX.Element {
  return (
    <Show when={props.blocked === undefined && props.url !== ''} fallback={<Unshown {...props} />}>
      <Show when={props.app} fallback={<Loaded {...props} />}>
        {(app) => <App {...props} app={app()} />}
      </Show>
    </Show>
  );
}

/** What the server is told of a load, if somebody asked. */
function told(props: Props): (error?: string) => void {
  const { person } = usePage();
  return (error) => {
    const { key, requestId } = props;
    if (requestId === undefined) return;
    const failed = error === undefined ? {} : { error };
    void person.feedback({ type: 'RENDERING_FEEDBACK', requestId, key, ok: error === undefined, ...failed });
  };
}

function App(props: Props & { app: string }): JSX.Element {
  const report = told(props);
  return <AppFrame {...props} onSettled={report} check={wrongWith} />;
}

function Loaded(props: Props): JSX.Element {
  const report = told(props);
  const [state, setState] = createSignal<'loading' | 'loaded' | 'failed'>('loading');
  const [away, setAway] = createSignal(false);
  let settle: ((error?: string) => void) | undefined;
  let frame!: HTMLIFrameElement;
  let box!: HTMLDivElement;
  // A document of our own server shares its process with the apps, and hangs when one of them does.
  createEffect(() => {
    if (URL.parse(props.url, location.href)?.origin !== location.origin) return;
    const answers = (): Promise<boolean> => Promise.resolve(false);
    onCleanup(moveIn({ answers, leave: () => setAway(true), comeBack: () => setAway(false) }));
  });

  // A new address or a new request is a new load. The sandbox has to stand before the address does.
  createEffect(
    on(
      () => [props.url, props.sandbox, props.requestId, away()] as const,
      ([url, sandbox, , gone]) => {
        if (gone) return frame.remove();
        if (!frame.isConnected) box.prepend(frame);
        setState('loading');
        frame.setAttribute('sandbox', sandbox);
        frame.src = url;
        let told = false;
        const tell = (error?: string): void => {
          if (told) return;
          told = true;
          clearTimeout(timer);
          setState(error === undefined ? 'loaded' : 'failed');
          report(error);
        };
        const timer = setTimeout(
          () => tell(`the frame did not load \`${url}\` in ${patience} ms`),
          patience,
        );
        settle = tell;
        onCleanup(() => clearTimeout(timer));
      },
    ),
  );

  return (
    <div class="frame-box" ref={box}>
      <iframe
        ref={frame}
        class="frame"
        title={props.title || 'Embedded page'}
        referrerpolicy="no-referrer"
        loading="eager"
        onLoad={() => {
          const tell = settle;
          void wrongWith(props.url).then((error) => tell?.(error));
        }}
        on:error={() => settle?.(`the frame could not load \`${props.url}\``)}
      />
      <Show when={state() === 'loading'}>
        <p class="frame-note">Loading…</p>
      </Show>
      <Show when={state() === 'failed'}>
        <p class="frame-note">This page has not loaded: {props.url}</p>
      </Show>
    </div>
  );
}

function Unshown(props: Props): JSX.Element {
  const report = told(props);
  createEffect(() => report(props.blocked ?? 'there is no address to load'));
  return (
    <Show when={props.blocked} fallback={<Nothing>No page is shown here yet.</Nothing>}>
      {(why) => (
        <div class="blocked">
          <Icon name="warning" />
          <p>
            <strong>This page is not shown:</strong> {why()}
          </p>
        </div>
      )}
    </Show>
  );
}
