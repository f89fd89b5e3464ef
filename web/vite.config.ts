// How the page is built. The result runs under a policy that allows no inline script and no inline style.

import { defineConfig } from 'vite';
import solid from 'vite-plugin-solid';

export default defineConfig({
  plugins: [solid()],
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A `data:` font or script would be refused by the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    // The desktop, and the page behind the link of a question.
    rollupOptions: { input: ['index.html', 'link.html'] },
  },
});
