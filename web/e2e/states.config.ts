// Takes a picture of every state of the page: `npm run states`, after `cargo build`.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/state-pictures.ts'],
    environment: 'node',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});
