// The tests of the page's parts. Those that need a browser and a server stand in `e2e/`.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/**/*.test.ts'], environment: 'node' },
});
