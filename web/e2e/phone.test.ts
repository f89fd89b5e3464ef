// The phone in a window, on the real server with its built-in phone: seen, touched, typed on, taken over.

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { violations } from './axe';
import { openDesktop, personally, startBrowser, windowOf } from './browser';
import { Server } from './server';
import { startTask, stateOf } from './tasks';

let server: Server;
let browser: Browser;
let page: Page;
let trouble: string[];
let phone: Locator;
/** How many frames arrived over the phone's sockets of the page, and how often the page stopped them. */
let frames = 0;
let pauses = 0;

interface Tree {
  elements: { number: number; node: number; role: string; label: string }[];
  nodes: { bounds: { left: number; top: number; right: number; bottom: number } }[];
}

/** Opens the phone's window as the launcher does. */
async function openPhone(on: Page): Promise<Locator> {
  await personally(on, { type: 'desktop.open', what: 'part', id: 'phone', target: 'sim' });
  const window = windowOf(on, 'part-phone-sim');
  await window.locator('canvas[data-frame]').waitFor();
  return window;
}

async function tree(): Promise<Tree> {
  const answer = await server.request('GET', '/api/devices/sim/tree', server.token);
  return (await answer.json()) as Tree;
}
async function labels(): Promise<string[]> {
  return (await tree()).elements.map((element) => element.label);
}
/** Returns all text on the phone's screen. */
async function words(): Promise<string> {
  return (await labels()).join('\n');
}
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** Whether two lengths differ by rounding only. */
const near = (one: number, other: number): boolean => Math.abs(one - other) <= 3;
/** Returns the centre of an element, in the phone's pixels. */
async function middle(label: string): Promise<{ x: number; y: number }> {
  const { elements, nodes } = await tree();
  const bounds = nodes[elements.find((one) => one.label.startsWith(label))?.node ?? -1]?.bounds;
  if (!bounds) throw new Error(`there is no ${label}`);
  return { x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2 };
}
/** Returns where a pixel of the phone is in the page. */
async function place(at: { x: number; y: number }): Promise<{ x: number; y: number }> {
  const box = await phone.locator('canvas').boundingBox();
  if (!box) throw new Error('there is no picture');
  return { x: box.x + (at.x / 1080) * box.width, y: box.y + (at.y / 2400) * box.height };
}
async function click(label: string): Promise<void> {
  const { x, y } = await place(await middle(label));
  await page.mouse.click(x, y);
}
/** Returns a checksum of the canvas. */
function pixels(): Promise<number> {
  return phone.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let sum = 7;
    for (let at = 0; at < data.length; at += 1) sum = (Math.imul(sum, 31) + (data[at] ?? 0)) | 0;
    return sum;
  });
}
const line = (): Promise<string | null> => phone.locator('.phone-line').textContent();
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    return element?.ariaLabel ?? element?.textContent ?? '';
  });
/** Presses the button with this label and waits until it has the other one. */
async function decide(now: string, then: string): Promise<void> {
  await phone.getByRole('button', { name: now }).click();
  await phone.getByRole('button', { name: then }).waitFor();
}
/** Waits until no frame has arrived for this long; the clock on the phone's screen changes once a minute. */
async function quiet(milliseconds: number): Promise<void> {
  await expect
    .poll(async () => {
      const before = frames;
      await page.waitForTimeout(milliseconds);
      return frames - before;
    })
    .toBe(0);
}
/** Waits until the last decision is done: until then the buttons are busy. */
async function settled(): Promise<void> {
  await expect.poll(() => phone.locator('[data-decision][aria-busy="true"]').count()).toBe(0);
}

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
  ({ page, trouble } = await openDesktop(browser, server.link, {
    viewport: { width: 1280, height: 860 },
  }));
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/ws/phone/')) return;
    socket.on('framereceived', ({ payload }) => (frames += typeof payload === 'string' ? 0 : 1));
    socket.on('framesent', ({ payload }) => (pauses += payload.includes('"PAUSE"') ? 1 : 0));
  });
  phone = await openPhone(page);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe.sequential('the phone in a window', () => {
  it('shows the phone, and costs nothing while it is idle', async () => {
    expect(await line()).toBe('The phone is free');
    await quiet(1_500);
    expect(frames).toBeGreaterThan(0);
  });

  it('a click taps exactly there, and the pixels change', async () => {
    const before = await pixels();
    await click('Settings');
    await expect.poll(pixels).not.toBe(before);
    await expect.poll(words).toContain('Network & internet');
    await expect.poll(line).toBe('You have the phone');
  });

  it('the wheel and a drag scroll, a right click goes back', async () => {
    const first = await words();
    const at = await place({ x: 540, y: 1_500 });
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, 300);
    await expect.poll(words).not.toBe(first);
    const top = await words();
    await page.mouse.down();
    await page.mouse.move(at.x, at.y + 60, { steps: 4 });
    await page.mouse.move(at.x, at.y + 160, { steps: 6 });
    await page.mouse.up();
    await expect.poll(words).not.toBe(top);
    await page.mouse.click(at.x, at.y, { button: 'right' });
    await expect.poll(words).toContain('WhatsApp');
  });

  it('types what is typed, composed and pasted, and Tab leaves', async () => {
    // The search field of the home screen.
    const field = await place({ x: 500, y: 2_183 });
    await page.mouse.click(field.x, field.y);
    await expect.poll(async () => (await tree()).elements.some((one) => one.role === 'field')).toBe(true);
    await page.keyboard.type('hullo');
    for (let nth = 0; nth < 4; nth += 1) await page.keyboard.press('Backspace');
    await page.keyboard.insertText('é日');
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ' 👋🏽 ﷽');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect.poll(words).toContain('hé日 👋🏽 ﷽');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Back');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toContain('Type on');
  });

  it('the buttons work by keys, from anywhere in the window', async () => {
    await page.keyboard.press('Alt+Shift+H');
    await expect.poll(words).toContain('WhatsApp');
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await phone.getByRole('region', { name: 'Keys and gestures of the phone' }).waitFor();
    expect(await violations(page)).toStrictEqual([]);
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('Keys and gestures');
  });

  it('the screen as a list is used by keyboard alone', async () => {
    await page.keyboard.press('Alt+Shift+V');
    await phone.getByRole('button', { name: 'Settings', exact: true }).waitFor();
    expect(await focused()).toBe('On the screen');
    expect(await violations(page)).toStrictEqual([]);
    await phone.getByRole('button', { name: 'Settings', exact: true }).focus();
    await page.keyboard.press('Enter');
    await phone.getByRole('button', { name: /^Network & internet/ }).waitFor();
    // The focused element is gone, but the focus is still in the list.
    await expect.poll(focused).toBe('On the screen');
    await page.keyboard.press('Alt+Shift+H');
    await phone.getByRole('button', { name: 'WhatsApp' }).waitFor();
    await page.keyboard.press('Alt+Shift+N');
    await phone.locator('.phone-number').first().waitFor();
    expect(await violations(page)).toStrictEqual([]);
    await page.keyboard.press('Alt+Shift+N');
    await page.keyboard.press('Alt+Shift+V');
    expect(await focused()).toBe('Show as list');
  });

  it('the window turns with the phone, and the picture keeps its size', async () => {
    const sizes = async (): Promise<{ window: Box; picture: Box }> => ({
      window: (await phone.boundingBox())!,
      picture: (await phone.locator('canvas.phone-canvas').boundingBox())!,
    });
    const before = await sizes();
    await phone.getByRole('button', { name: 'Rotate the screen' }).click();
    await expect.poll(async () => near((await sizes()).picture.width, before.picture.height)).toBe(true);
    const turned = await sizes();
    expect(near(turned.picture.height, before.picture.width)).toBe(true);
    expect(turned.window.width).toBeGreaterThan(turned.window.height);
    await phone.getByRole('button', { name: 'Rotate the screen' }).click();
    await expect.poll(async () => near((await sizes()).picture.width, before.picture.width)).toBe(true);
    const back = await sizes();
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(near(back.window[side], before.window[side]), side).toBe(true);
  });

  it('a saved picture is the phone’s, pixel by pixel as large', async () => {
    const coming = page.waitForEvent('download');
    await page.keyboard.press('Alt+Shift+C');
    const stream = await (await coming).createReadStream();
    const [head] = (await stream.take(1).toArray()) as Buffer[];
    expect([head?.readUInt32BE(16), head?.readUInt32BE(20)]).toEqual([1080, 2400]);
    stream.destroy();
  });

  it('a file that is dropped is on the phone', async () => {
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['hello'], 'a note ü.txt', { type: 'text/plain' }));
      return transfer;
    });
    await phone.locator('.phone').dispatchEvent('drop', { dataTransfer: data });
    await phone.getByText(/a note ü\.txt is on the phone: \/sdcard\/Download\//).waitFor();
    await phone.getByRole('button', { name: /^Close the line about/ }).click();
  });

  it('a task has it: nothing is sent until the person takes over, and it goes on afterwards', async () => {
    await decide('Give back', 'Take over');
    const wait = { type: 'wait', durationMs: 400 };
    const task = await startTask(server, 'Wait a while', 'Waiting', Array(60).fill(wait));
    await expect.poll(line).toContain('Wait a while');
    const before = await labels();
    await click('Settings');
    await phone.getByText('A task is using the phone.').waitFor();
    expect(await labels()).toEqual(before);
    expect(await violations(page)).toStrictEqual([]);
    await phone.locator('.phone-ask').getByRole('button', { name: 'Take over' }).click();
    await expect.poll(line).toBe('You have the phone');
    await expect.poll(() => stateOf(server, task)).toBe('paused');
    await click('Settings');
    await expect.poll(words).toContain('Network & internet');
    await page.keyboard.press('Alt+Shift+O');
    await expect.poll(() => stateOf(server, task)).toBe('running');
    await expect.poll(line).toMatch(/^“Wait a while”/);
    await settled();
    await page.keyboard.press('Alt+Shift+P');
    await expect.poll(() => stateOf(server, task)).toBe('paused');
    await settled();
    await decide('Continue', 'Pause');
    await expect.poll(() => stateOf(server, task)).toBe('running');
    await settled();
    // Stop works while something else is still under way.
    await page.keyboard.press('Alt+Shift+P');
    await page.keyboard.press('Alt+Shift+S');
    await expect.poll(() => stateOf(server, task)).toBe('interrupted');
    await expect.poll(line).toBe('The phone is free');
  });

  it('shows where a task touches', async () => {
    const at = await middle('Network & internet');
    const wait = { type: 'wait', durationMs: 600 };
    const task = await startTask(server, 'Touch it', 'Touching', [{ type: 'tap', ...at }, wait, wait]);
    const ring = phone.locator('.phone-touch.is-latest .phone-ring');
    await ring.waitFor();
    const [box, wanted] = [await ring.boundingBox(), await place(at)];
    expect(Math.abs((box?.x ?? 0) + 22 - wanted.x)).toBeLessThan(2);
    expect(Math.abs((box?.y ?? 0) + 22 - wanted.y)).toBeLessThan(2);
    await server.request('POST', `/api/tasks/${task}/cancel`, server.token);
    await expect.poll(line).toBe('The phone is free');
  });

  it('is not looked at while nobody sees it, and is up to date afterwards', async () => {
    await phone.getByRole('button', { name: /^Minimi[sz]e/ }).click();
    await expect.poll(() => pauses).toBe(1);
    // A frame in the making still arrives.
    await quiet(300);
    const before = frames;
    await server.request('POST', '/api/devices/sim/input', server.token, {
      type: 'keyevent',
      keycode: 'KEYCODE_HOME',
    });
    await expect.poll(words).toContain('WhatsApp');
    await page.waitForTimeout(500);
    expect(frames).toBe(before);
    await openPhone(page);
    await expect.poll(() => frames).toBeGreaterThan(before);
    expect(trouble).toStrictEqual([]);
  });

  it('comes back by itself when the server does', async () => {
    await server.kill();
    await phone.getByText('Connection lost').waitFor();
    await server.restart();
    await phone.locator('[data-standing="live"]').waitFor({ timeout: 40_000 });
  });
});
