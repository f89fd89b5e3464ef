// What holds for every test in a browser: one place starts the binary, without the machine's phones, and nothing is
// tried twice.

import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const files = ['e2e', 'bench'].flatMap((folder) =>
  readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
);
const holding = (words: RegExp): string[] =>
  files.filter((file) => words.test(readFileSync(path.join(root, file), 'utf8')));

it('only one file starts the binary', () => {
  // The others start a browser and a NATS server.
  expect(holding(/child_process/)).toStrictEqual(['e2e/binary.ts', 'e2e/firefox.ts', 'e2e/fleet.ts']);
  expect(holding(/FINGERTIP_BINARY|target\/(?:debug|release)/)).toStrictEqual(['e2e/binary.ts']);
});

it('it starts it without the adb server that the machine has', async () => {
  vi.stubEnv('ADB_SERVER_SOCKET', 'tcp:5037');
  vi.stubEnv('ANDROID_ADB_SERVER_PORT', '5037');
  vi.stubEnv('ANDROID_SERIAL', 'PLUGGEDIN');
  const { environment } = await import('../e2e/binary');
  const { ADB_SERVER_SOCKET, ANDROID_SERIAL, ANDROID_ADB_SERVER_ADDRESS, ANDROID_ADB_SERVER_PORT } = environment();
  vi.unstubAllEnvs();
  expect([ADB_SERVER_SOCKET, ANDROID_SERIAL]).toStrictEqual([undefined, undefined]);
  // Whatever is not this machine's usual address is never started by the binary.
  expect([ANDROID_ADB_SERVER_ADDRESS, ANDROID_ADB_SERVER_PORT]).toStrictEqual(['0.0.0.0', '1']);
});

it('a process that ends by itself is an error of the run, and its browser closes', async () => {
  const { onLoss, watch } = await import('../e2e/children');
  const child = (killed: boolean) => Object.assign(new EventEmitter(), { killed, kill: () => true });
  let losses = 0;
  onLoss(() => (losses += 1));
  const [lost, ended, starting] = [child(false), child(true), child(false)];
  watch(lost, 'the server', () => 'its last words');
  watch(ended, 'the server');
  watch(starting, 'the server', undefined, () => true);
  ended.emit('exit', null, 'SIGKILL');
  starting.emit('exit', 1, null);
  expect(losses).toBe(0);
  expect(() => lost.emit('exit', 101, null)).toThrow('the server ended during a test with exit code 101\nits last words');
  expect(losses).toBe(1);
});

it.each(['', '1'])('no test is tried twice, with CI=%j', async (ci) => {
  vi.stubEnv('CI', ci);
  vi.resetModules();
  const configs = ['../e2e/vitest.config', '../e2e/pictures.config', '../bench/vitest.config', '../vitest.config'];
  for (const config of configs) {
    const { default: value } = (await import(config)) as { default: { test?: { retry?: number } } };
    expect(value.test?.retry ?? 0, config).toBe(0);
  }
  vi.unstubAllEnvs();
  // Nor by a test of its own.
  expect(holding(/\bretry\s*:|\.retry\(/)).toStrictEqual([]);
});
