// The desktop at several sizes: every icon can be pressed, next to the greeting and next to a phone, and with two
// phones the command bar keeps the chosen one and leaves room for text.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDesktop, startBrowser } from './browser';
import { LoosePhone, openPhone } from './phone';
import { Server, type Agent, type EventStream } from './server';

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** Fills a desktop up to this many icons. Each sends its id to the agent when pressed. */
async function fill(agent: Agent, from: number, to: number): Promise<void> {
  const actions = Array.from({ length: to - from }, (_, at) => ({
    type: 'desktop.createShortcut',
    shortcut: {
      id: `i${from + at}`,
      label: `Icon ${from + at}`,
      icon: '📁',
      type: 'action',
      target: 'press',
      createdAt: 1,
    },
  }));
  await agent.act({ agentId: 'icons', actions });
}

/** Returns the icons whose centre is covered, or that are outside the page. */
function covered(page: Page): Promise<string[]> {
  return page.locator('.desk .desk-item').evaluateAll((icons) =>
    icons.flatMap((icon) => {
      icon.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, top, width, height } = icon.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return found && icon.contains(found) ? [] : [`${icon.textContent}: ${found?.className ?? 'outside'}`];
    }),
  );
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 900, height: 600 },
  { width: 700, height: 800 },
  { width: 390, height: 844 },
];

describe.sequential.each([
  { name: 'the greeting', phone: false },
  { name: 'a phone', phone: true },
])('every icon can be pressed beside $name', ({ phone }) => {
  let server: Server;
  let agent: Agent;
  let events: EventStream;
  beforeAll(async () => {
    server = await Server.start();
    agent = await server.agent('icons');
    events = await agent.events();
    if (!phone) return;
    const { page, context } = await openDesktop(browser, server.link, { viewport: { width: 1440, height: 900 } });
    await openPhone(page);
    await context.close();
  });
  afterAll(async () => {
    events?.close();
    await server?.stop();
  });

  it.each([
    [0, 3],
    [3, 12],
    [12, 40],
  ])('%i to %i icons', async (from, to) => {
    await fill(agent, from, to);
    for (const viewport of sizes) {
      const size = `${viewport.width}x${viewport.height}`;
      const { page, context } = await openDesktop(browser, server.link, { viewport });
      await expect.poll(() => page.locator('.desk [data-shortcut]').count()).toBe(to);
      await expect.poll(() => covered(page), { message: size, timeout: 5_000 }).toStrictEqual([]);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/${phone ? 'phone' : 'greeting'}-${to}-${size}.png` });
      for (const id of [`i0`, `i${to - 1}`]) {
        await page.locator(`[data-shortcut="${id}"]`).click();
        await events.next('SHORTCUT_ACTION', { id });
      }
      await context.close();
    }
  });
});

describe.sequential('with two phones', () => {
  let server: Server;
  let loose: LoosePhone;
  beforeAll(async () => {
    server = await Server.start();
    loose = await LoosePhone.start();
    const added = await server.request('POST', '/api/phones', server.token, { address: loose.address });
    expect(added.status, await added.clone().text()).toBeLessThan(300);
  });
  afterAll(async () => {
    await server?.stop();
    await loose?.vanish();
  });
  const choices = (page: Page) => page.getByLabel('On which phone');
  const big = (page: Page) => page.getByRole('form', { name: 'Ask', exact: true });

  it('the command bar shows the chosen one while a task runs and after it', async () => {
    const { page, context } = await openDesktop(browser, server.link);
    await big(page).getByLabel('On which phone').selectOption(loose.address);
    // Records what the two selects show, at every change of the page.
    await page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const look = (): void => {
        for (const select of document.querySelectorAll<HTMLSelectElement>('.ask-phone')) seen.add(select.value);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await big(page).getByRole('combobox', { name: 'What should I do?' }).fill('set a timer for 5 minutes');
    await page.keyboard.press('Enter');
    await page.locator('.ask-reply .task-card[data-state="success"]').waitFor();
    const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    expect(seen).toStrictEqual([loose.address]);
    expect(await choices(page).evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))).toStrictEqual([
      loose.address,
      loose.address,
    ]);
    await context.close();
  });

  /** Measures the command bars that can be seen. */
  const roomIn = async (page: Page, count: number): Promise<void> => {
    const seen = page.locator('.ask-bar').filter({ visible: true });
    await expect.poll(() => choices(page).filter({ visible: true }).count()).toBe(count);
    const bars = await seen.evaluateAll((all) =>
      all.map((bar) => {
        const box = (name: string) => bar.querySelector(name)?.getBoundingClientRect();
        const own = bar.getBoundingClientRect();
        const [field, choice] = [box('.ask-field'), box('.ask-phone')];
        return {
          name: bar.getAttribute('aria-label'),
          field: Math.round(field?.width ?? 0),
          choice: Math.round(choice?.width ?? 0),
          inside: (choice?.right ?? 0) <= own.right && own.right <= innerWidth && own.left >= 0,
        };
      }),
    );
    expect(bars).toHaveLength(count);
    for (const { name, field, choice, inside } of bars) {
      expect(field, `${name}: the field`).toBeGreaterThanOrEqual(150);
      expect(choice, `${name}: the phone`).toBeGreaterThanOrEqual(70);
      expect(inside, `${name}: inside`).toBe(true);
    }
  };

  it.each([1440, 1024, 700, 390, 320])('at %i px the field has room for words', async (width) => {
    const height = width < 641 ? 740 : 860;
    const { page, context } = await openDesktop(browser, server.link, { viewport: { width, height } });
    if (width < 641) {
      // At home, Ask leads to the greeting's own field; elsewhere it shows one.
      const ask = page.getByRole('button', { name: /^Ask/ });
      await ask.click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.matches('.home .ask-field'))).toBe(true);
      await roomIn(page, 1);
      await page.getByRole('button', { name: /^Windows/ }).click();
      await ask.click();
      await roomIn(page, 1);
    } else {
      await roomIn(page, 2);
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/bar-${width}.png` });
    await context.close();
  });
});
