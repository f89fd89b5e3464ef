// The benchmark of the page in a real browser: `npm run bench`, after `cargo build --release`. It measures and prints; it
// is no test, and says nothing on a machine that is busy with other things.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['bench/**/*.measure.ts'],
    environment: 'node',
    poolOptions: { forks: { execArgv: ['--experimental-websocket', '--no-warnings'] } },
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
});
