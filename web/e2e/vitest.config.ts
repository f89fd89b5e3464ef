// The tests that drive the real server with a real browser: `npm run e2e`, after `cargo build`.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    // Node 20 has its WebSocket, which drives Firefox, behind a switch; later ones have it anyway.
    poolOptions: { forks: { execArgv: ['--experimental-websocket', '--no-warnings'] } },
    // One server and a few pages at a time: browsers are large, and the order of the report is readable.
    fileParallelism: false,
    // The first failure ends the file: what follows it shares its page, and would wait in vain.
    bail: 1,
    // What is waited for comes when it comes: on a busy machine that takes a while.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
    hookTimeout: 60_000,
  },
});
