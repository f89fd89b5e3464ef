// What axe finds wrong with a page: the rules of WCAG 2.2 AA and its best practices.

import type { Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The rules that every page keeps to. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let source: Promise<string> | undefined;

/** What axe finds wrong with the page as it is now. */
export async function violations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    // Evaluated by the debugger: the page's policy, rightly, lets no script in.
    const evaluate = async (expression: string): Promise<unknown> => {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'axe failed');
      return result.value;
    };
    if ((await evaluate('typeof axe')) !== 'object') {
      source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      await evaluate(await source);
    }
    const options = {
      runOnly: { type: 'tag', values: rules },
      // Agents write the headings of their windows, and windows come in any order.
      rules: { 'heading-order': { enabled: false } },
      resultTypes: ['violations'],
      iframes: false,
      elementRef: true,
    };
    // A window or a toast may lie over half a button and can be moved away: the size of the button itself counts. Where
    // the system's colours are forced, axe still reads the author's; what opted out of them counts.
    const excused = `(one, node) => {
      const box = node.element?.getBoundingClientRect();
      const covered = /partially obscured/.test(node.failureSummary) && box?.width >= 24 && box.height >= 24;
      const forced = matchMedia('(forced-colors: active)').matches && getComputedStyle(node.element).forcedColorAdjust === 'auto';
      return (one.id === 'target-size' && covered) || (one.id === 'color-contrast' && forced);
    }`;
    const found = await evaluate(`axe.run(document, ${JSON.stringify(options)})
      .then((found) => JSON.stringify(found.violations.map((one) =>
        ({ ...one, nodes: one.nodes.filter((node) => !(${excused})(one, node)) }))
      .filter((one) => one.nodes.length > 0).map((one) =>
        one.id + ' (' + one.nodes.length + '): ' + one.nodes.slice(0, 3).map((node) =>
          node.html.slice(0, 200) + ' ' + node.failureSummary).join(' | '))))`);
    return JSON.parse(String(found)) as string[];
  } finally {
    await session.detach();
  }
}
