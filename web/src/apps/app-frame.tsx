// An app of the data folder in its wrapper frame, and the messages when it does not load, hangs or was stopped.

import { createEffect, createSignal, Match, onCleanup, Show, Switch, untrack, type JSX } from 'solid-js';

import { usePage } from '../desktop/page';
import { t } from '../words/say';
import { Host, type AppState } from './host';
import { readMail } from './mail';
import { loadAgain, moveIn, type Neighbour } from './neighbours';
import { createAppTheme } from './theme';

interface Props {
  key: string;
  app: string;
  url: string;
  sandbox: string;
  requestId: string | undefined;
  title: string;
  /** Called once per load with its result. */
  onSettled: (error?: string) => void;
  /** Returns what is wrong with the address, if anything. */
  check: (url: string) => Promise<string | undefined>;
}

/** An app that has reported nothing by then has not loaded. Shorter than an agent waits. */
const patience = 9_000;
/** An app that does not hang answers within this time, even on a busy machine. */
const soon = 2_000;

/** Why an app is stopped, in the reader's language. Its agent is told in English. */
const reasons = new Map([
  ['it sent too many messages', t`it sent too many messages`],
  ['it tried to open another page', t`it tried to open another page`],
]);

/** The app, or an error with a way to reload it. */
export function AppFrame(props: Props): JSX.Element {
  const { person } = usePage();
  const theme = createAppTheme();
  const [round, setRound] = createSignal(0);
  const [shown, setShown] = createSignal(true);
  const [state, setState] = createSignal<AppState>({ kind: 'loading' });
  const [failed, setFailed] = createSignal<string>();
  const [error, setError] = createSignal<string>();
  let host: Host | undefined;

  const message = async (data: string): Promise<string | undefined> => {
    const outcome = await person.tellAgent(props.key, data);
    return outcome.ok ? undefined : (outcome.errors[0]?.message ?? 'the server gave no reason');
  };
  const open = (frame: HTMLIFrameElement): void => {
    const { url, sandbox } = props;
    let settled = false;
    const settle = (why?: string): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      setFailed(why);
      if (why === undefined) setState({ kind: 'running' });
      props.onSettled(why);
    };
    const timer = setTimeout(() => settle(`the app did not load in ${patience} ms`), patience);
    // An app never gets a window outside its own; the wrapper itself needs its script.
    const flags = sandbox.split(' ').filter((flag) => flag !== '' && flag !== 'allow-popups');
    frame.setAttribute('sandbox', [...new Set([...flags, 'allow-scripts'])].join(' '));
    frame.addEventListener('load', () => {
      host?.close();
      const wrapper = frame.contentWindow;
      if (!wrapper) return;
      host = new Host(wrapper, {
        state: (next) => {
          if (untrack(() => state().kind) === 'stopped') return;
          setState(next);
          // Reports the end of the load to its listener; a load that is still being checked does not bring the app back.
          if (next.kind === 'stopped') settle(`it was stopped: ${next.why}`);
        },
        loaded: () => void props.check(url).then(settle),
        error: setError,
        message,
      });
      host.send({ kind: 'theme', theme: untrack(theme) });
    });
    frame.src = `${url}#${encodeURIComponent(flags.join(' '))}`;
    onCleanup(() => {
      clearTimeout(timer);
      host?.close();
      host = undefined;
    });
  };

  createEffect(() => {
    const next = theme();
    host?.send({ kind: 'theme', theme: next });
  });
  createEffect(() => {
    const read = (data: string): void => host?.send({ kind: 'message', data });
    onCleanup(readMail({ key: props.key, app: props.app, read }));
  });
  const frame: Neighbour = {
    answers: () => host?.answers(soon) ?? Promise.resolve(false),
    leave: () => {
      host?.close();
      setShown(false);
      setFailed(undefined);
      setError(undefined);
      setState({ kind: 'loading' });
    },
    comeBack: () => {
      setRound((count) => count + 1);
      setShown(true);
    },
  };
  onCleanup(moveIn(frame));
  // An app that has not loaded may be in a process that hangs.
  const reload = (): void =>
    void loadAgain(frame, state().kind === 'silent' || failed() !== undefined);
  const wrong = (): string | undefined => {
    const now = state();
    if (now.kind === 'stopped') return t`This app was stopped: ${reasons.get(now.why) ?? now.why}.`;
    if (failed() !== undefined) return t`This app did not load: ${failed()}.`;
    return now.kind === 'silent' ? t`This app is not responding. It may be busy or stuck.` : undefined;
  };

  return (
    <div class="frame-box">
      <Show when={shown() && state().kind !== 'stopped'}>
        <Show when={[props.url, props.sandbox, props.requestId, round()].join('\n')} keyed>
          {(_load) => (
            <iframe
              ref={(frame) => open(frame)}
              class="frame"
              title={props.title || t`App`}
              referrerpolicy="no-referrer"
            />
          )}
        </Show>
      </Show>
      <Switch>
        <Match when={wrong()}>
          {(why) => (
            <div class="frame-note app-note" role="alert">
              <p>{why()}</p>
              <Show when={error()}>{(text) => <p class="app-error">{t`It reported: ${text()}`}</p>}</Show>
              <button type="button" class="button is-primary size-sm" onClick={reload}>
                {t`Reload the app`}
              </button>
            </div>
          )}
        </Match>
        <Match when={state().kind === 'loading'}>
          <p class="frame-note">{t`Loading…`}</p>
        </Match>
        <Match when={error()}>
          {(text) => (
            <div class="app-report" role="status">
              <p>{t`The app reported an error: ${text()}`}</p>
              <button type="button" class="button is-secondary size-sm" onClick={reload}>
                {t`Reload`}
              </button>
              <button type="button" class="button is-secondary size-sm" onClick={() => setError(undefined)}>
                {t`Dismiss`}
              </button>
            </div>
          )}
        </Match>
      </Switch>
    </div>
  );
}
