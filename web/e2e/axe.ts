// Checks a page with axe: the rules of WCAG 2.2 AA and its best practices.

import type { Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The rules for every page. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let source: Promise<string> | undefined;

/** Returns the violations on the current page, without those of the rules in `except`. */
export async function violations(page: Page, except: readonly string[] = []): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    // Evaluated by the debugger, because the page's policy rightly allows no injected script.
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
    // Colours in the middle of a transition are nobody's to read.
    await evaluate(`Promise.all(document.getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
      .map((one) => one.finished.catch(() => undefined))).then(() => true)`);
    const options = {
      runOnly: { type: 'tag', values: rules },
      rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
      resultTypes: ['violations'],
      iframes: false,
    };
    const found = await evaluate(`axe.run(document, ${JSON.stringify(options)})
      .then((found) => JSON.stringify(found.violations.map((one) =>
        one.id + ' (' + one.nodes.length + '): ' + one.nodes.slice(0, 3).map((node) =>
          node.html.slice(0, 200) + ' ' + node.failureSummary).join(' | '))))`);
    return JSON.parse(String(found)) as string[];
  } finally {
    await session.detach();
  }
}
