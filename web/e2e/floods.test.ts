// Too much of everything: megabytes of Markdown, a thousand toasts, an agent that never stops. The desktop reports what
// it rejects, and stays usable.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, windowOf, type Watched } from './browser';
import { Server, type Agent } from './server';

let server: Server;
let browser: Browser;
let agent: Agent;
let seen: Watched;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent('flooder');
  seen = await openDesktop(browser, server.link, { reducedMotion: 'reduce' });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Measures a simple action, in milliseconds of the page's thread: a menu that opens and closes. */
async function effort(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
  };
  const before = await spent();
  await page.getByRole('button', { name: 'Menu of calm' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  const after = await spent();
  await session.detach();
  return after - before;
}

/** Above this, a person notices that the page is busy. */
const noticed = 1_000;

it('megabytes of Markdown are shown, and more than a window holds is refused', async () => {
  const { page } = seen;
  await agent.open('calm', { bounds: { x: 800, y: 400, w: 300, h: 200 } });
  const paragraph = '- a **line** of a [list](https://example.org/) with `code` and words enough to fill it\n';
  const data = `# Begin\n\n${paragraph.repeat(Math.ceil(2_000_000 / paragraph.length))}\nThe very end`;
  await agent.open('large', { content: { renderer: 'markdown', data } });
  await windowOf(page, 'large').getByText('The very end').waitFor({ state: 'attached' });
  expect(await effort(page)).toBeLessThan(noticed);
  await agent.act({ type: 'window.close', windowId: 'large' });

  // Rejected for its size with a message, and nothing of it is left.
  const content = { renderer: 'text', data: 'x'.repeat(17 << 20) };
  const answer = await agent
    .try({ type: 'window.create', windowId: 'huge', title: 'huge', bounds: { x: 0, y: 0, w: 200, h: 200 }, content })
    .catch(() => undefined);
  expect(answer?.status ?? 413).toBeGreaterThanOrEqual(400);
  expect(await windowOf(page, 'huge').count()).toBe(0);
  expect(await effort(page)).toBeLessThan(noticed);
});

it('a thousand toasts leave room for work, and can be looked up', async () => {
  const { page } = seen;
  const numbers = Array.from({ length: 1_000 }, (_, index) => index);
  const answers: number[] = [];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
        // They stay for as long as the test may take.
        const toast = { type: 'toast.show', id: `t${number}`, message: `Toast ${number}`, duration: 60_000 };
        answers.push((await agent.try(toast)).status);
      }
    }),
  );
  expect(new Set(answers)).toStrictEqual(new Set([200]));
  expect(await effort(page)).toBeLessThan(noticed);
  // A person sees a handful, not a wall.
  const shown = await page.locator('[data-toast]:visible').count();
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThanOrEqual(12);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const centre = page.getByRole('complementary');
  await centre.getByText(/^Toast \d+$/).first().waitFor();
  await page.keyboard.press('Escape');
});

it('did nothing that no page of ours does', () => {
  expect(seen.foreign).toStrictEqual([]);
  expect(seen.trouble).toStrictEqual([]);
});
