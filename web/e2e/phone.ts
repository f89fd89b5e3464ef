// The phone in its window: opens it, checks its picture, and a second phone that can be unplugged.

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { start, type Binary } from './binary';
import { personally, windowOf } from './browser';
import type { Server } from './server';

/** Opens a phone's window; returns its content. */
export async function openPhone(page: Page, id = 'sim'): Promise<Locator> {
  await personally(page, { type: 'desktop.open', what: 'part', id: 'phone', target: id });
  const phone = page.locator(`[data-phone="${id}"]`);
  await phone.waitFor();
  return phone;
}

/** Waits until its picture is more than a single colour. */
export async function painted(phone: Locator): Promise<void> {
  const colours = (): Promise<number> =>
    phone.locator('canvas').first().evaluate((canvas: HTMLCanvasElement) => {
      const context = canvas.getContext('2d');
      if (!context || canvas.width < 2) return 0;
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const found = new Set<number>();
      for (let at = 0; at < data.length && found.size < 9; at += 4 * 97)
        found.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
      return found.size;
    });
  await expect.poll(colours, { message: 'the phone shows nothing' }).toBeGreaterThan(3);
}

/** Returns the phone's holder and its trouble, if any. */
export async function phoneOf(server: Server, id = 'sim'): Promise<Record<string, unknown> | undefined> {
  const answer = await server.request('GET', '/api/devices', server.token);
  const body = (await answer.json()) as { devices?: Record<string, unknown>[] };
  return (body.devices ?? []).find((one) => one.id === id);
}

/** A simulated phone on its own socket, which can be unplugged. */
export class LoosePhone {
  private constructor(
    private readonly child: Binary,
    readonly address: string,
  ) {}

  static async start(listen = '127.0.0.1:0'): Promise<LoosePhone> {
    const { child, said } = await start('Phone', ['sim', '--listen', listen, '--seed', '7']);
    return new LoosePhone(child, said);
  }

  /** Unplugs it. */
  async vanish(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }
}

/** Returns the window of a phone. */
export function phoneWindow(page: Page, id = 'sim'): Locator {
  return windowOf(page, `part-phone-${id}`);
}
