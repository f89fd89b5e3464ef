// How the page is built. The result runs under a policy that allows no inline script and no inline style.

import { build, defineConfig, type Plugin } from 'vite';
import solid from 'vite-plugin-solid';

/**
 * The scripts of apps and of their wrapper: each one file under a name that stays, because they run in frames that can
 * load nothing else of ours.
 */
function appScripts(): Plugin {
  return {
    name: 'app-scripts',
    apply: 'build',
    async generateBundle() {
      for (const name of ['wrapper', 'fingertip']) {
        const built = await build({
          configFile: false,
          logLevel: 'warn',
          build: {
            target: 'es2022',
            write: false,
            copyPublicDir: false,
            lib: { entry: `src/apps/${name}.ts`, formats: ['iife'], name: 'app', fileName: name },
          },
        });
        const [first] = Array.isArray(built) ? built : [built];
        const chunk = first && 'output' in first ? first.output[0] : undefined;
        if (!chunk) throw new Error(`\`src/apps/${name}.ts\` gave no script`);
        this.emitFile({ type: 'asset', fileName: `apps/${name}.js`, source: chunk.code });
      }
    },
  };
}

export default defineConfig({
  plugins: [solid(), appScripts()],
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
