// The page is small: the first load fits into 150 kB, font included.

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

it('the first load is under 150 kB', async () => {
  const { code, font, files } = await firstLoad(server.origin);
  expect(files.length).toBeGreaterThanOrEqual(4);
  expect(code + font, files.join('\n')).toBeLessThan(150_000);
});
