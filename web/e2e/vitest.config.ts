// The tests that drive the real server with a real browser: `npm run e2e`, after `cargo build`.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    // Node 20 needs a switch for its WebSocket, which drives Firefox; later versions do not.
    poolOptions: { forks: { execArgv: ['--experimental-websocket', '--no-warnings'] } },
    // One server and a few pages at a time: browsers are large, and the order of the report is readable.
    fileParallelism: false,
    // The first failure ends the file: the following tests share its page, and would wait in vain.
    bail: 1,
    // Waiting may take a while on a busy machine.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
    hookTimeout: 60_000,
  },
});
