// The phone in its window: how long a change takes to the pixels of the page, what an idle phone costs, how many frames
// come.

import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';

import { openDesktop, startBrowser } from '../e2e/browser';
import { openPhone, painted } from '../e2e/phone';
import { Server } from '../e2e/server';
import { figure, percentile, table } from './figures';

let server: Server;
let browser: Browser;
let page: Page;
let session: CDPSession;
/** Bytes and messages that came over the sockets of phones. */
const came = { bytes: 0, messages: 0 };

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  ({ page } = await openDesktop(browser, server.link, { viewport: { width: 1440, height: 900 } }));
  session = await page.context().newCDPSession(page);
  const sockets = new Set<string>();
  session.on('Network.webSocketCreated', ({ requestId, url }) => {
    if (url.includes('/ws/phone/')) sockets.add(requestId);
  });
  session.on('Network.webSocketFrameReceived', ({ requestId, response }) => {
    if (!sockets.has(requestId)) return;
    came.messages += 1;
    came.bytes += response.opcode === 2 ? (response.payloadData.length * 3) / 4 : response.payloadData.length;
  });
  await session.send('Network.enable');
  const phone = await openPhone(page);
  await painted(phone);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  console.log(`\n${table()}\n`);
});

/** Does something on the phone, and says how long the page's picture took to change, in milliseconds. */
async function untilPixels(action: unknown): Promise<number> {
  const changed = page.evaluate(
    () =>
      new Promise<number>((done, fail) => {
        const canvas = document.querySelector<HTMLCanvasElement>('[data-phone] canvas');
        if (!canvas) return fail(new Error('no picture'));
        const small = new OffscreenCanvas(27, 60).getContext('2d', { willReadFrequently: true })!;
        const read = (): string => {
          small.drawImage(canvas, 0, 0, 27, 60);
          return small.getImageData(0, 0, 27, 60).data.join();
        };
        const before = read();
        const end = performance.now() + 5_000;
        const look = (): void => {
          if (read() !== before) done(Date.now());
          else if (performance.now() > end) fail(new Error('the picture did not change'));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
        document.documentElement.dataset.looking = 'yes';
      }),
  );
  await page.waitForSelector('[data-looking]', { state: 'attached' });
  await page.evaluate(() => delete document.documentElement.dataset.looking);
  const begin = Date.now();
  const answer = await server.request('POST', '/api/devices/sim/input', server.token, action);
  if (!answer.ok) throw new Error(await answer.text());
  return (await changed) - begin;
}

it('from a change to the pixels', async () => {
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    times.push(await untilPixels({ type: 'open_app', name: 'Settings' }));
    times.push(await untilPixels({ type: 'keyevent', keycode: 'KEYCODE_HOME' }));
  }
  figure('a deed to its pixels, median', percentile(times, 0.5), 'ms', 100);
  figure('a deed to its pixels, 95th percentile', percentile(times, 0.95), 'ms');
});

it('an idle phone', async () => {
  // What the last change brought has come by then.
  await page.waitForTimeout(2_000);
  const before = { ...came };
  await page.waitForTimeout(10_000);
  figure('idle phone, ten seconds: bytes', came.bytes - before.bytes, 'B', 1);
  figure('idle phone, ten seconds: messages', came.messages - before.messages, '', 1);
});

it('frames while it scrolls', async () => {
  await untilPixels({ type: 'open_app', name: 'Settings' });
  const before = { ...came };
  const begin = performance.now();
  for (let round = 0; round < 10; round += 1) {
    const [from, to] = round % 2 === 0 ? [1600, 600] : [600, 1600];
    const swipe = { type: 'swipe', x1: 540, y1: from, x2: 540, y2: to, durationMs: 400 };
    const answer = await server.request('POST', '/api/devices/sim/input', server.token, swipe);
    if (!answer.ok) throw new Error(await answer.text());
  }
  const seconds = (performance.now() - begin) / 1_000;
  figure('frames a second while it scrolls', (came.messages - before.messages) / seconds, '');
  figure('traffic while it scrolls', (came.bytes - before.bytes) / seconds / 1_000, 'kB/s');
});
