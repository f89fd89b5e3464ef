// Takes the pictures of the documentation: `npm run pictures`, after `cargo build`.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/pictures.ts', 'e2e/report-pictures.ts'],
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 40_000, interval: 50 } },
  },
});
