// A test never sees the phones of the machine's own adb server.

import { createServer, type AddressInfo, type Server as Listener } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Server } from './server';

/** An adb server that lists one phone. */
let adb: Listener;
let port: number;
let asked = 0;

beforeAll(async () => {
  adb = createServer((socket) => {
    asked += 1;
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      const list = 'PLUGGEDIN device model:Pixel_8\n';
      socket.end(`OKAY${list.length.toString(16).padStart(4, '0')}${list}`);
    });
  });
  await new Promise<void>((resolve) => adb.listen(0, '127.0.0.1', resolve));
  ({ port } = adb.address() as AddressInfo);
});
afterAll(() => {
  adb?.close();
});

async function phones(server: Server): Promise<string[]> {
  const answer = await server.request('GET', '/api/devices', server.token);
  const { devices } = (await answer.json()) as { devices: { id: string }[] };
  await server.stop();
  return devices.map(({ id }) => id);
}

it('not even where the environment names it', async () => {
  const before = { ...process.env };
  Object.assign(process.env, {
    ADB_SERVER_SOCKET: `tcp:127.0.0.1:${port}`,
    ANDROID_ADB_SERVER_PORT: String(port),
    ANDROID_SERIAL: 'PLUGGEDIN',
  });
  try {
    expect(await phones(await Server.start())).toStrictEqual(['sim']);
    expect(asked).toBe(0);
  } finally {
    process.env = before;
  }
});

it('but those of an adb server that it brings itself', async () => {
  const server = await Server.startUntouched({ host: '127.0.0.1', port });
  expect(await phones(server)).toStrictEqual(['sim', 'PLUGGEDIN']);
});
