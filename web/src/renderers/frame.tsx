// An embedded page in a sandboxed frame, and the report of its load.

import { createEffect, createSignal, on, onCleanup, Show, type JSX } from 'solid-js';

import { AppFrame } from '../apps/app-frame';
import { moveIn } from '../apps/neighbours';
import { usePage } from '../desktop/page';
import { Icon } from '../shell/icons';
import { t } from '../words/say';
import { Nothing } from './nothing';
import { probe } from './probe';

interface Props {
  key: string;
  url: string;
  sandbox: string;
  blocked: string | undefined;
  /** Its app in the data folder. */
  app: string | undefined;
  requestId: string | undefined;
  title: string;
}

/** A frame that has reported nothing by then has not loaded. Shorter than an agent waits. */
const patience = 9_000;

/** Whether an address belongs to our own server. */
function isOwn(address: string): boolean {
  return URL.parse(address, location.href)?.origin === location.origin;
}

/** Returns what is wrong with an address of our own, if anything: a frame reports `load` for any response. */
async function wrongWith(address: string): Promise<string | undefined> {
  const url = URL.parse(address, location.href);
  if (!url || !isOwn(address)) return undefined;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patience) });
    void answer.body?.cancel();
    return answer.ok ? undefined : t`the server answered ${answer.status} for “${address}”`;
  } catch {
    return t`the server did not answer for “${address}”`;
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

/** Reports a load to the server, if requested. */
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
    if (!isOwn(props.url)) return;
    const answers = (): Promise<boolean> => Promise.resolve(false);
    onCleanup(moveIn({ answers, leave: () => setAway(true), comeBack: () => setAway(false) }));
  });

  // A new address or request is a new load. The sandbox must be set before the address.
  createEffect(
    on(
      () => [props.url, props.sandbox, props.requestId, away()] as const,
      ([url, sandbox, requestId, gone]) => {
        if (gone) return frame.remove();
        if (!frame.isConnected) box.prepend(frame);
        setState('loading');
        frame.setAttribute('sandbox', sandbox);
        frame.src = url;
        const stop = new AbortController();
        const tell = (error?: string): void => {
          if (stop.signal.aborted) return;
          stop.abort();
          clearTimeout(timer);
          setState(error === undefined ? 'loaded' : 'failed');
          report(error);
        };
        const timer = setTimeout(
          () => tell(`the frame did not load \`${url}\` in ${patience} ms`),
          patience,
        );
        // Foreign addresses are only probed for an agent that asked, because it costs another request.
        const foreign = requestId !== undefined && !isOwn(url);
        const wrong = foreign ? probe(url, stop.signal) : undefined;
        wrong?.then((error) => error !== undefined && tell(error)).catch(() => undefined);
        settle = (error) => {
          if (error !== undefined) return tell(error);
          (wrong ?? wrongWith(url)).then(tell).catch(() => undefined);
        };
        onCleanup(() => {
          clearTimeout(timer);
          stop.abort();
        });
      },
    ),
  );

  return (
    <div class="frame-box" ref={box}>
      <iframe
        ref={frame}
        class="frame"
        title={props.title || t`Embedded page`}
        referrerpolicy="no-referrer"
        loading="eager"
        onLoad={() => settle?.()}
        on:error={() => settle?.(t`the frame could not load “${props.url}”`)}
      />
      <Show when={state() === 'loading'}>
        <p class="frame-note">{t`Loading…`}</p>
      </Show>
      <Show when={state() === 'failed'}>
        <p class="frame-note">{t`This page has not loaded: ${props.url}`}</p>
      </Show>
    </div>
  );
}

function Unshown(props: Props): JSX.Element {
  const report = told(props);
  createEffect(() => report(props.blocked ?? t`there is no address to load`));
  return (
    <Show when={props.blocked} fallback={<Nothing>{t`No page is shown here yet.`}</Nothing>}>
      {(why) => (
        <div class="blocked">
          <Icon name="warning" />
          <p>
            <strong>{t`This page is not shown:`}</strong> {why()}
          </p>
        </div>
      )}
    </Show>
  );
}
