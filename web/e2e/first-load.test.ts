// The page is small: its first load fits into 120 kB, and into 160 kB with its font.

import { afterAll, beforeAll, expect, it } from 'vitest';

import { firstLoad } from './first-load';
import { Server } from './server';

let server: Server;

beforeAll(async () => {
  server = await Server.start();
});
afterAll(async () => {
  await server?.stop();
});

it('the first load is under 120 kB', async () => {
  const { code, font, files } = await firstLoad(server.origin);
  expect(files.length).toBeGreaterThanOrEqual(5);
  expect(code, files.join('\n')).toBeLessThan(120_000);
  expect(code + font, files.join('\n')).toBeLessThan(160_000);
});
