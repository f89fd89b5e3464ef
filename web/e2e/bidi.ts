// The part of WebDriver BiDi that the tests need: one WebSocket, commands with typed answers, errors that name the
// request. The types are those of the specification, reduced to the members that are used.

/** An element of a page that the browser knows under an id. */
export interface NodeReference {
  sharedId: string;
}

/** How nodes are found: by accessibility role and name, or by a selector. */
export type Locator =
  | { type: 'accessibility'; value: { role?: string; name?: string } }
  | { type: 'css'; value: string };

/** One step of a keyboard. */
export type KeyStep = { type: 'keyDown' | 'keyUp'; value: string };

/** One step of a mouse. */
export type PointerStep =
  | { type: 'pointerMove'; x: number; y: number; duration?: number; origin?: { type: 'element'; element: NodeReference } }
  | { type: 'pointerDown' | 'pointerUp'; button: number };

/** The steps of one device. */
export type ActionSource =
  | { type: 'key'; id: string; actions: KeyStep[] }
  | {
      type: 'pointer';
      id: string;
      parameters: { pointerType: 'mouse' };
      actions: PointerStep[];
    };

/** A value of a page's script, if it is a text. */
export type EvaluateResult =
  | { type: 'success'; result: { type: string; value?: unknown } }
  | { type: 'exception'; exceptionDetails: { text: string } };

/** The commands that are used, with their parameters and results. */
interface Commands {
  'session.new': {
    params: { capabilities: Record<string, never> };
    result: { sessionId: string; capabilities: { browserVersion: string } };
  };
  'session.subscribe': { params: { events: string[] }; result: unknown };
  'browser.close': { params: Record<string, never>; result: unknown };
  'browser.createUserContext': { params: Record<string, never>; result: { userContext: string } };
  'browsingContext.create': {
    params: { type: 'tab'; userContext?: string };
    result: { context: string };
  };
  'browsingContext.navigate': {
    params: { context: string; url: string; wait: 'none' | 'interactive' | 'complete' };
    result: { url: string };
  };
  'browsingContext.setViewport': {
    params: { context: string; viewport: { width: number; height: number } };
    result: unknown;
  };
  'browsingContext.locateNodes': {
    params: { context: string; locator: Locator; maxNodeCount?: number };
    result: { nodes: NodeReference[] };
  };
  'browsingContext.captureScreenshot': { params: { context: string }; result: { data: string } };
  'browsingContext.activate': { params: { context: string }; result: unknown };
  'browsingContext.close': { params: { context: string }; result: unknown };
  'script.evaluate': {
    params: { expression: string; target: { context: string }; awaitPromise: boolean };
    result: EvaluateResult;
  };
  'script.callFunction': {
    params: {
      functionDeclaration: string;
      target: { context: string };
      arguments: NodeReference[];
      awaitPromise: boolean;
    };
    result: EvaluateResult;
  };
  'input.performActions': { params: { context: string; actions: ActionSource[] }; result: unknown };
}

/** An event of the browser. */
export interface BidiEvent {
  method: string;
  params: unknown;
}

/** How long one command may take; a navigation on a busy machine takes longest. */
const patience = 30_000;
/** A session begins when the browser's first window is there, so this is the whole start of a browser. */
const start = 120_000;

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/** One session over one socket. */
export class Bidi {
  private next = 0;
  private readonly waiting = new Map<number, Waiting>();

  private constructor(
    private readonly socket: WebSocket,
    private readonly heard: (event: BidiEvent) => void,
  ) {
    socket.onmessage = (message) => this.take(String(message.data));
    socket.onclose = () => this.fail(new Error('the browser closed the connection'));
  }

  /** Connects, and begins a session. `heard` receives the subscribed events. */
  static async connect(address: string, heard: (event: BidiEvent) => void): Promise<Bidi> {
    const socket = new WebSocket(`${address}/session`);
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve();
      socket.onerror = () => reject(new Error(`no connection to \`${address}\``));
    });
    const bidi = new Bidi(socket, heard);
    await bidi.send('session.new', { capabilities: {} }, start);
    return bidi;
  }

  /** Sends one command and returns its result. */
  send<C extends keyof Commands>(
    method: C,
    params: Commands[C]['params'],
    within = patience,
  ): Promise<Commands[C]['result']> {
    // A closed socket drops what is sent, and no answer would come.
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error(`${method}: the browser is gone`));
    this.next += 1;
    const id = this.next;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.waiting.delete(id);
        reject(new Error(`no answer to ${method} ${JSON.stringify(params).slice(0, 300)}`));
      }, within);
      this.waiting.set(id, {
        resolve: (result) => {
          clearTimeout(late);
          resolve(result as Commands[C]['result']);
        },
        reject: (error) => {
          clearTimeout(late);
          reject(new Error(`${method}: ${error.message}`));
        },
      });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  private take(text: string): void {
    const message = JSON.parse(text) as
      | { type: 'success'; id: number; result: unknown }
      | { type: 'error'; id: number | null; error: string; message: string }
      | ({ type: 'event' } & BidiEvent);
    if (message.type === 'event') return this.heard(message);
    const waiting = this.waiting.get(message.id ?? -1);
    this.waiting.delete(message.id ?? -1);
    if (message.type === 'success') waiting?.resolve(message.result);
    else waiting?.reject(new Error(`${message.error}: ${message.message}`));
  }

  private fail(error: Error): void {
    for (const one of this.waiting.values()) one.reject(error);
    this.waiting.clear();
  }
}
