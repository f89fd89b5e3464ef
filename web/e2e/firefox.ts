// Debian's Firefox, driven over WebDriver BiDi: its own profile, and tabs with keys and buttons to press.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';

import { Bidi, type ActionSource, type BidiEvent, type KeyStep, type NodeReference } from './bidi';
import { watch } from './children';

const binary = process.env.FIREFOX ?? 'firefox-esr';

/** The named keys, as WebDriver writes them. */
const keys = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  F6: '\uE036',
} as const;

/** A key by its name, or a character. */
export type Key = keyof typeof keys | (string & {});

/** Any role: a password field has none that BiDi could name. */
export const any = '';

const valueOf = (key: Key): string => (key in keys ? keys[key as keyof typeof keys] : key);

/** A running Firefox. */
export class Firefox {
  private ending = false;

  private constructor(
    private readonly child: ChildProcess,
    private readonly profile: string,
    private readonly bidi: Bidi,
    /** Script errors and policy violations. */
    readonly trouble: string[],
  ) {
    watch(child, 'Firefox', undefined, () => this.ending);
  }

  /** Starts one without a window. */
  static async start(): Promise<Firefox> {
    const profile = await mkdtemp(path.join(tmpdir(), 'fingertip-firefox-'));
    // Firefox itself sends nothing during a test, and every element can be reached by Tab.
    const settings = {
      'app.update.enabled': false,
      'datareporting.policy.dataSubmissionEnabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
      'services.settings.server': 'data:,#remote-settings-dummy/v1',
      'ui.prefersReducedMotion': 1,
    };
    await writeFile(
      path.join(profile, 'user.js'),
      Object.entries(settings)
        .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
        .join(''),
    );
    const child = spawn(
      binary,
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1' } },
    );
    const trouble: string[] = [];
    try {
      const bidi = await Bidi.connect(await addressOf(child), (event) => note(event, trouble));
      await bidi.send('session.subscribe', {
        events: ['log.entryAdded', 'browsingContext.userPromptOpened'],
      });
      return new Firefox(child, profile, bidi, trouble);
    } catch (error) {
      // A process that does not start properly would stay behind.
      child.kill('SIGKILL');
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      throw error;
    }
  }

  /** A new tab that shares nothing with the others. */
  async open(url: string, width = 1280, height = 772): Promise<Tab> {
    const { userContext } = await this.bidi.send('browser.createUserContext', {});
    const { context } = await this.bidi.send('browsingContext.create', { type: 'tab', userContext });
    await this.bidi.send('browsingContext.setViewport', { context, viewport: { width, height } });
    const tab = new Tab(this.bidi, context);
    await tab.goto(url);
    return tab;
  }

  async stop(): Promise<void> {
    this.ending = true;
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = new Promise((resolve) => this.child.once('exit', resolve));
      await this.bidi.send('browser.close', {}).catch(() => this.child.kill('SIGKILL'));
      await gone;
    }
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One tab. */
export class Tab {
  constructor(
    private readonly bidi: Bidi,
    private readonly context: string,
  ) {}

  async goto(url: string): Promise<void> {
    const { context } = this;
    await this.bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
  }

  /** Brings it to the front: a tab in the background gets no keys. */
  async activate(): Promise<void> {
    await this.bidi.send('browsingContext.activate', { context: this.context });
  }

  async close(): Promise<void> {
    await this.bidi.send('browsingContext.close', { context: this.context });
  }

  async resize(width: number, height: number): Promise<void> {
    const { context } = this;
    await this.bidi.send('browsingContext.setViewport', { context, viewport: { width, height } });
  }

  /** Returns the value of an expression. It travels as JSON. */
  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.bidi.send('script.evaluate', {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context: this.context },
      awaitPromise: true,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    const text = answer.result.value;
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined;
  }

  /** Returns how many nodes have this role and name in the accessibility tree. */
  async count(role: string, name?: string): Promise<number> {
    return (await this.locate(role, name)).length;
  }

  /** Returns the node with this role and name, as soon as it is there. */
  async find(role: string, name?: string): Promise<NodeReference> {
    let found: NodeReference | undefined;
    await expect
      .poll(
        async () => {
          [found] = await this.locate(role, name);
          return found !== undefined;
        },
        { message: `${role} “${name ?? ''}”` },
      )
      .toBe(true);
    return found as NodeReference;
  }

  /** Waits until no node has this role and name any more. */
  async gone(role: string, name?: string): Promise<void> {
    await expect.poll(() => this.count(role, name), { message: `no ${role}` }).toBe(0);
  }

  /** Puts the keyboard focus on it. */
  async focus(role: string, name?: string): Promise<void> {
    await this.call(await this.find(role, name), '(node) => { node.focus(); }');
  }

  /** Clicks its centre. */
  async click(role: string, name?: string): Promise<void> {
    const element = await this.find(role, name);
    await this.perform({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  /** Clicks a point of the page. */
  async clickAt(x: number, y: number): Promise<void> {
    await this.perform({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  /** Presses at the first point, and moves along the others, one for each frame of a fast screen. */
  async drag([start, ...path]: { x: number; y: number }[]): Promise<void> {
    const to = ({ x, y }: { x: number; y: number }, duration: number) =>
      ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration }) as const;
    await this.perform({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        ...(start ? [to(start, 0)] : []),
        { type: 'pointerDown', button: 0 },
        ...path.map((point) => to(point, 16)),
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  /** Repeats an action until no node has this role and name: presses in the first moment do not count. */
  async until(role: string, name: string, press: () => Promise<void>): Promise<void> {
    await expect
      .poll(
        async () => {
          if ((await this.count(role, name)) > 0) await press().catch(() => undefined);
          return this.count(role, name);
        },
        { message: `${role} “${name}” stays` },
      )
      .toBe(0);
  }

  /** Waits until this text is on the page. */
  async says(text: string): Promise<void> {
    await expect
      .poll(() => this.evaluate('document.body.innerText'), { message: `“${text}”` })
      .toContain(text);
  }

  /** Returns its position and size. */
  async boundsOf(role: string, name?: string): Promise<number[]> {
    return (await this.call(
      await this.find(role, name),
      '(node) => { const box = node.getBoundingClientRect(); return [box.x, box.y, box.width, box.height].map(Math.round); }',
    )) as number[];
  }

  /** Presses one key, with modifiers as in `Shift+ArrowDown`. */
  async press(chord: string): Promise<void> {
    const held = chord === '+' ? ['+'] : chord.split('+').map(valueOf);
    const down: KeyStep[] = held.map((value) => ({ type: 'keyDown', value }));
    const up: KeyStep[] = held.toReversed().map((value) => ({ type: 'keyUp', value }));
    await this.perform({ type: 'key', id: 'keyboard', actions: [...down, ...up] });
  }

  /** Types a text, character by character. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value): KeyStep[] => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.perform({ type: 'key', id: 'keyboard', actions });
  }

  /** Returns a screenshot as PNG. */
  async screenshot(): Promise<Buffer> {
    const { context } = this;
    const { data } = await this.bidi.send('browsingContext.captureScreenshot', { context });
    return Buffer.from(data, 'base64');
  }

  private async locate(role: string, name?: string): Promise<NodeReference[]> {
    const { nodes } = await this.bidi.send('browsingContext.locateNodes', {
      context: this.context,
      locator: {
        type: 'accessibility',
        value: { ...(role === any ? {} : { role }), ...(name === undefined ? {} : { name }) },
      },
    });
    return nodes;
  }

  private async call(node: NodeReference, declaration: string): Promise<unknown> {
    const answer = await this.bidi.send('script.callFunction', {
      functionDeclaration: `(node) => JSON.stringify((${declaration})(node) ?? null)`,
      target: { context: this.context },
      arguments: [node],
      awaitPromise: false,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return JSON.parse(String(answer.result.value)) as unknown;
  }

  private async perform(source: ActionSource): Promise<void> {
    const { context } = this;
    await this.bidi.send('input.performActions', { context, actions: [source] });
  }
}

/** Records forbidden actions of the page. */
function note(event: BidiEvent, trouble: string[]): void {
  const { level, text } = event.params as { level?: string; text?: string };
  if (event.method === 'browsingContext.userPromptOpened') trouble.push('a dialog of the browser');
  if (event.method !== 'log.entryAdded' || level !== 'error') return;
  // A server that rejects requests without a session is no fault of the page.
  if (/establish a connection to the server at wss?:/.test(text ?? '')) return;
  trouble.push(text ?? 'an error');
}

/** Returns the address that Firefox prints when it is ready. */
function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (data: Buffer) => {
      said = (said + data.toString()).slice(-8_000);
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said);
      if (found?.[1]) resolve(found[1]);
    });
    child.once('error', (error) => reject(new Error(`\`${binary}\`: ${error.message}`)));
    child.once('exit', () => reject(new Error(`Firefox ended before it was ready\n${said}`)));
  });
}
