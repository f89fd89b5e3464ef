// How the page is built. The result runs under a policy that allows no inline script and no inline style.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

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

/**
 * The report of a task: one document with its script, its styles and its letters in it, so that it works from a disk
 * without a network. The program adds the data. Its policy allows exactly this script and these styles.
 */
function reportPage(): Plugin {
  return {
    name: 'report-page',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        plugins: [solid()],
        build: {
          target: 'es2022',
          cssTarget: targets,
          write: false,
          copyPublicDir: false,
          assetsInlineLimit: 1 << 20,
          lib: { entry: 'src/report/main.tsx', formats: ['iife'], name: 'report', fileName: 'report', cssFileName: 'report' },
        },
      });
      const [first] = Array.isArray(built) ? built : [built];
      const output = first && 'output' in first ? first.output : [];
      const chunk = output.find((file) => file.type === 'chunk');
      const script = chunk?.type === 'chunk' ? chunk.code : undefined;
      const styles = output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
      if (!script || styles?.type !== 'asset') throw new Error('`src/report/main.tsx` gave no script or no styles');
      const template = await readFile('report.html', 'utf8');
      this.emitFile({ type: 'asset', fileName: 'report.html', source: filled(template, script, String(styles.source)) });
    },
  };
}

/** Puts a script and styles into the document, under a policy that names their hashes. */
function filled(template: string, script: string, styles: string): string {
  // Neither may end its element: in a script that is only possible within a text, where the escape means the same.
  const safe = script.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '\\x3c!--');
  const style = styles.trim();
  if (style.includes('</style')) throw new Error('the styles of the report end their element');
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${hash(safe)}`,
    `style-src-elem ${hash(style)}`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  // With functions, because a `$` in a text would have a meaning.
  return template
    .replace('%POLICY%', () => policy)
    .replace('%STYLE%', () => style)
    .replace('%SCRIPT%', () => safe);
}

const targets = ['chrome123', 'firefox120', 'safari17.5'];

export default defineConfig({
  plugins: [solid(), appScripts(), reportPage()],
  build: {
    target: 'es2022',
    cssTarget: targets,
    // A `data:` font or script would be refused by the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    // The desktop, and the page behind the link of a question.
    rollupOptions: { input: ['index.html', 'link.html'] },
  },
});
