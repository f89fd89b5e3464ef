// The tests of the page's parts. Those that need a browser and a server stand in `e2e/`.

import solid from 'vite-plugin-solid';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [solid()],
  // The library's build for servers does not react to anything.
  resolve: { conditions: ['browser'] },
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    server: { deps: { inline: [/solid-js/] } },
  },
});
