// The phone in its window: how long a change takes to the pixels of the page, what an idle phone costs, how many frames
// come, and what ten windows on one phone cost more than one.

import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';

import { startBrowser } from '../e2e/browser';
import { openPhone, painted } from '../e2e/phone';
import { Server } from '../e2e/server';
import { openMeasured } from './desktop';
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
  ({ page } = await openMeasured(browser, server.link));
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

it('the phone is shown', async () => {
  await painted(await openPhone(page));
});

/** How old the last picture was when it was painted, by the clock of the server, which is this machine's too. */
const ageOfPicture = async (): Promise<number> =>
  Number(await page.locator('[data-phone] canvas').first().getAttribute('data-age'));

it('from a change to the pixels', async () => {
  const times: number[] = [];
  const ages: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    times.push(await untilPixels({ type: 'open_app', name: 'Settings' }));
    ages.push(await ageOfPicture());
    times.push(await untilPixels({ type: 'keyevent', keycode: 'KEYCODE_HOME' }));
    ages.push(await ageOfPicture());
  }
  figure('an action to its pixels, median', percentile(times, 0.5), 'ms', 100);
  figure('an action to its pixels, 95th percentile', percentile(times, 0.95), 'ms');
  figure('of that, from the capture to the pixels, median', percentile(ages, 0.5), 'ms');
});

it('an idle phone', async () => {
  // What the last change brought has come by then, and the phone's own clock shows no new minute meanwhile.
  await page.waitForTimeout(2_000);
  const second = new Date().getSeconds();
  if (second > 45) await page.waitForTimeout((62 - second) * 1_000);
  const before = { ...came };
  await page.waitForTimeout(10_000);
  figure('idle phone, ten seconds: bytes', came.bytes - before.bytes, 'B', 1);
  figure('idle phone, ten seconds: messages', came.messages - before.messages, '', 1);
});

/** Pulls the list up and down with a finger on the picture for so long. */
async function scroll(milliseconds: number): Promise<void> {
  const box = (await page.locator('[data-phone] canvas').first().boundingBox())!;
  const x = box.x + box.width / 2;
  const y = (share: number): number => box.y + box.height * (0.5 + 0.25 * share);
  await page.mouse.move(x, y(1));
  await page.mouse.down();
  const begin = performance.now();
  for (let passed = 0; passed < milliseconds; passed = performance.now() - begin) {
    await page.mouse.move(x, y(Math.cos(passed / 300)));
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  }
  await page.mouse.up();
}

it('frames while it scrolls', async () => {
  await untilPixels({ type: 'open_app', name: 'Settings' });
  const before = { ...came };
  const begin = performance.now();
  await scroll(4_000);
  const seconds = (performance.now() - begin) / 1_000;
  figure('frames a second while it scrolls', (came.messages - before.messages) / seconds, '');
  figure('traffic while it scrolls', (came.bytes - before.bytes) / seconds / 1_000, 'kB/s');
});

/** Watches the phone with so many sockets of the page's session while it scrolls; the captures that each one got. */
async function capturesSeenBy(watchers: number): Promise<number[][]> {
  await page.evaluate((watchers) => {
    const seen = Array.from({ length: watchers }, () => new Set<number>());
    const sockets = seen.map((captures) => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws/phone/sim`);
      socket.binaryType = 'arraybuffer';
      socket.onmessage = ({ data }) => {
        if (!(data instanceof ArrayBuffer)) return;
        const view = new DataView(data);
        captures.add(Number(view.getBigUint64(8, true)));
        socket.send(JSON.stringify({ type: 'SHOWN', frame: view.getUint32(4, true) }));
      };
      return socket;
    });
    Object.assign(window, {
      watched: () => {
        for (const socket of sockets) socket.close();
        return seen.map((captures) => [...captures]);
      },
    });
  }, watchers);
  // Each has its first picture; what is counted comes after it.
  await page.waitForTimeout(1_000);
  await scroll(2_000);
  await page.waitForTimeout(500);
  return page.evaluate(() => (window as unknown as { watched: () => number[][] }).watched());
}

it('ten windows on one phone', async () => {
  await untilPixels({ type: 'keyevent', keycode: 'KEYCODE_HOME' });
  await untilPixels({ type: 'open_app', name: 'Settings' });
  const seen = await capturesSeenBy(10);
  const most = Math.max(...seen.map((captures) => captures.length));
  const all = new Set(seen.flat()).size;
  figure('ten windows on one phone: pictures that the busiest one got', most, '');
  figure('ten windows on one phone: captures for all ten', all, '');
  // Each of the ten capturing for itself would make it ten; a slow one may miss what the others saw.
  figure('ten windows on one phone: captures for each one picture', all / most, '', 1.5);
});
