// A fleet of one worker with a simulated phone on a NATS server of its own.

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { run, start, type Binary } from './binary';
import { watch } from './children';

/** The server that `cargo xtask setup` installs. */
const nats = path.resolve(import.meta.dirname, '../../target/clients/bin/nats-server');

/** Starts the server on a free port and returns its address. */
async function startNats(folder: string): Promise<{ child: ChildProcess; url: string }> {
  if (!existsSync(nats)) throw new Error(`\`${nats}\` is missing: run \`cargo xtask setup\` first`);
  const child = spawn(nats, ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', '-1'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let listens = false;
  watch(child, 'the NATS server', undefined, () => !listens);
  for await (const line of createInterface({ input: child.stderr })) {
    const port = /Listening for client connections on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port) {
      child.stderr.resume();
      listens = true;
      return { child, url: `nats://127.0.0.1:${port}` };
    }
  }
  throw new Error('the NATS server ended before it listened');
}

/** A running fleet. */
export class Fleet {
  private constructor(
    private readonly folder: string,
    private readonly nats: ChildProcess,
    private readonly url: string,
    private readonly worker: Binary,
  ) {}

  static async start(): Promise<Fleet> {
    const folder = await mkdtemp(path.join(tmpdir(), 'fingertip-fleet-'));
    const { child, url } = await startNats(path.join(folder, 'nats'));
    const { child: worker } = await start('Worker', ['worker', '--nats', url, '--sim', '1', '--data', folder, '--name', 'one']);
    return new Fleet(folder, child, url, worker);
  }

  /** Has the fleet do a task with this model; returns its id. */
  submit(goal: string, model: string): string {
    const ran = run(['submit', goal, '--model', model, '--nats', this.url, '--wait', '--json']);
    if (ran.status !== 0) throw new Error(ran.stderr);
    return (JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '') as { task_id: string }).task_id;
  }

  /** The data folder of the worker that did the tasks. */
  async data(): Promise<string> {
    const workers = path.join(this.folder, 'workers');
    return path.join(workers, (await readdir(workers))[0] ?? '');
  }

  async stop(): Promise<void> {
    this.worker.kill('SIGKILL');
    this.nats.kill('SIGKILL');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
