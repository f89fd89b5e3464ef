// Starts the binary for every test and benchmark of the page; nothing else does.
//
// A test must not see the phones of the machine's own adb server, so the binary gets the address of an adb server that
// does not run. The address is not `127.0.0.1`, so the binary does not start one there either.

import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import { watch } from './children';

/** The binary that `cargo build` made, or another one. */
const binary =
  process.env.FINGERTIP_BINARY ?? path.resolve(import.meta.dirname, '../../target/debug/fingertip');

/** The adb server that the binary asks for phones. */
export interface Adb {
  host: string;
  port: number;
}

/** No program listens on this port. */
const nobody: Adb = { host: '0.0.0.0', port: 1 };

/** The environment of the binary: this process's own, without the variables that select phones. */
export function environment(adb: Adb = nobody): NodeJS.ProcessEnv {
  const { ADB_SERVER_SOCKET: _socket, ANDROID_SERIAL: _serial, FINGERTIP_DATA: _data, ...rest } = process.env;
  return { ...rest, ANDROID_ADB_SERVER_ADDRESS: adb.host, ANDROID_ADB_SERVER_PORT: String(adb.port) };
}

/** A started binary. */
export type Binary = ChildProcessByStdio<null, Readable, Readable>;

/** Starts the binary; returns the process and the text after `name` in the line that begins with it. */
export async function start(name: string, args: string[], adb?: Adb): Promise<{ child: Binary; said: string }> {
  if (!existsSync(binary)) throw new Error(`\`${binary}\` is missing: run \`cargo build\` first`);
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment(adb) });
  let complaints = '';
  let started = false;
  watch(child, `\`fingertip ${args[0]}\``, () => complaints, () => !started);
  child.stderr.on('data', (data: Buffer) => {
    complaints = (complaints + data.toString()).slice(-4_000);
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith(`${name}: `)) continue;
    // Whatever it still prints must not fill the pipe.
    child.stdout.resume();
    started = true;
    return { child, said: line.slice(name.length + 2) };
  }
  throw new Error(`\`fingertip ${args[0]}\` ended without a line that begins with \`${name}:\`\n${complaints}`);
}

/** Runs the binary to its end. */
export function run(args: string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(binary, args, { input, env: environment(), encoding: 'utf8', maxBuffer: 64 << 20 });
}
