// The real server, started for a test, and an agent that talks to it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { start, type Adb, type Binary } from './binary';

/** The server's answer to an action. */
export interface Answer {
  status: number;
  body: {
    seq?: number;
    results?: {
      ok: boolean;
      error?: { code: string; message: string };
      feedback?: Record<string, unknown>;
    }[];
  };
}

/** A running server with its own data folder. */
export class Server {
  private constructor(
    readonly folder: string,
    private child: Binary,
    /** The printed address with the token. */
    readonly link: string,
    readonly origin: string,
    readonly token: string,
  ) {}

  /** Starts one on a free port. Its desktop has a change already, so that a page is not its first visit. */
  static async start(): Promise<Server> {
    const server = await Server.startUntouched();
    await server.request('POST', '/api/actions', server.token, { type: 'desktop.refreshApps' });
    return server;
  }

  /** Starts one with an untouched desktop; with the phones of this adb server, or with none. */
  static async startUntouched(adb?: Adb): Promise<Server> {
    const folder = await mkdtemp(path.join(tmpdir(), 'fingertip-e2e-'));
    const { child, link } = await launch(folder, '127.0.0.1:0', adb);
    const url = new URL(link);
    return new Server(
      folder,
      child,
      link,
      url.origin,
      new URLSearchParams(url.hash.slice(1)).get('token') ?? '',
    );
  }

  get port(): number {
    return Number(new URL(this.origin).port);
  }

  /** Its process. */
  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Kills it as a crash would. */
  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  /** Starts it again on the same port with the same data. */
  async restart(): Promise<void> {
    ({ child: this.child } = await launch(this.folder, `127.0.0.1:${this.port}`));
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Creates an agent. */
  async agent(name: string): Promise<Agent> {
    const answer = await this.request('POST', '/api/agents', this.token, { name });
    if (!answer.ok) throw new Error(`no agent: ${answer.status} ${await answer.text()}`);
    const { token } = (await answer.json()) as { token: string };
    return new Agent(this, token);
  }

  /** Returns the events of a task from its first on. */
  async eventsOf(task: string): Promise<EventStream> {
    return this.stream(`/api/tasks/${task}/events`, this.token);
  }

  /** Returns the server-sent events of a route. */
  async stream(route: string, token: string): Promise<EventStream> {
    const stop = new AbortController();
    const answer = await fetch(this.origin + route, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    if (!answer.ok || !answer.body) throw new Error(`no events: ${answer.status}`);
    return new EventStream(answer.body, stop);
  }

  request(method: string, route: string, token: string, body?: unknown): Promise<Response> {
    return fetch(this.origin + route, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

/** One agent with its credential. */
export class Agent {
  constructor(
    private readonly server: Server,
    private readonly token: string,
  ) {}

  /** Sends an action or a batch, whatever the result. */
  async try(action: unknown): Promise<Answer> {
    const answer = await this.server.request('POST', '/api/actions', this.token, action);
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  }

  /** Sends an action that must succeed. */
  async act(action: unknown): Promise<Answer['body']> {
    const answer = await this.try(action);
    if (answer.status !== 200)
      throw new Error(`refused: ${JSON.stringify(answer)} for ${JSON.stringify(action)}`);
    return answer.body;
  }

  /** Opens a window with some Markdown. */
  open(windowId: string, more: Record<string, unknown> = {}): Promise<Answer['body']> {
    return this.act({
      type: 'window.create',
      windowId,
      title: windowId,
      bounds: { x: 60, y: 60, w: 400, h: 260 },
      content: { renderer: 'markdown', data: `Window ${windowId}` },
      ...more,
    });
  }

  /** Returns the events for this agent. */
  async events(): Promise<EventStream> {
    return this.server.stream('/api/agents/me/events', this.token);
  }
}

/** Server-sent events, read one at a time. */
export class EventStream {
  private text = '';
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly decoder = new TextDecoder();

  constructor(
    body: ReadableStream<Uint8Array>,
    private readonly abort: AbortController,
  ) {
    this.reader = body.getReader();
  }

  /**
   * Returns the next event of this type, of a desktop or of a task, with these fields. Fails with a message if it does
   * not arrive.
   */
  async next(type: string, fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const patience = setTimeout(() => this.abort.abort(new Error(`no ${type} came`)), 45_000);
    try {
      return await this.read(type, fields);
    } finally {
      clearTimeout(patience);
    }
  }

  private async read(type: string, fields: Record<string, unknown>): Promise<Record<string, unknown>> {
    for (;;) {
      const end = this.text.indexOf('\n\n');
      if (end < 0) {
        const { done, value } = await this.reader.read();
        if (done) throw new Error(`the events ended before a ${type}`);
        this.text += this.decoder.decode(value, { stream: true });
        continue;
      }
      const lines = this.text.slice(0, end).split('\n');
      this.text = this.text.slice(end + 2);
      const data = lines
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5))
        .join('\n');
      if (data === '') continue;
      const event = JSON.parse(data) as Record<string, unknown>;
      const fits = Object.entries(fields).every(([name, value]) => event[name] === value);
      if ((event.type === type || event.event === type) && fits) return event;
    }
  }

  close(): void {
    this.abort.abort();
  }
}

async function launch(folder: string, listen: string, adb?: Adb): Promise<{ child: Binary; link: string }> {
  const { child, said } = await start('Desktop', ['serve', '--listen', listen, '--data', folder], adb);
  return { child, link: said };
}
