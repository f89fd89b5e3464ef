// An app that tries WebRTC: it gets no camera and no microphone, and `docs/apps.md` is right about the rest. No page's
// policy stops a peer connection in today's browsers; the browser's own switch does.

import type { Browser } from 'playwright-core';
import { createSocket, type Socket } from 'node:dgram';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, windowOf } from './browser';
import { Server, type Agent } from './server';

const browsers: Browser[] = [];
let server: Server;
let agent: Agent;
/** A listener outside for each app: how many packets it got. */
const outside = new Map<string, { socket: Socket; packets: number }>();

beforeAll(async () => {
  server = await Server.start();
  agent = await server.agent('maker');
});
// Every open page shows every app, so each browser gets its own.
afterEach(async () => {
  await Promise.all(browsers.splice(0).map((browser) => browser.close()));
});
afterAll(async () => {
  for (const { socket } of outside.values()) socket.close();
  await server?.stop();
});

/** Opens an app that asks an outside server for its own address over UDP; returns what the app shows. */
async function attempt(id: string, ...flags: string[]): Promise<() => Promise<string>> {
  const socket = createSocket('udp4');
  const listener = { socket, packets: 0 };
  outside.set(id, listener);
  socket.on('message', () => (listener.packets += 1));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const script = `
    const said = [];
    const say = (words) => { said.push(words); out.textContent = said.join(' '); };
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${socket.address().port}' }] });
    peer.onicecandidate = ({ candidate }) => say(candidate ? 'candidate' : 'end');
    peer.createDataChannel('x');
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    for (const kind of ['audio', 'video'])
      navigator.mediaDevices.getUserMedia({ [kind]: true }).then(() => say(kind), (error) => say(kind + ':' + error.name));`;
  const folder = path.join(server.folder, 'apps', id);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'app.json'), JSON.stringify({ name: id, agent: 'maker' }));
  await writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en"><title>x</title><p id="out"></p><script>${script}</script></html>`,
  );
  const browser = await startBrowser('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', ...flags);
  browsers.push(browser);
  const { page } = await openDesktop(browser, server.link);
  await agent.open(id, { content: { renderer: 'iframe', data: { url: `/apps/${id}/index.html` } } });
  const app = windowOf(page, id).frameLocator('iframe').frameLocator('iframe');
  return async () => (await app.locator('#out').textContent()) ?? '';
}

it('neither camera nor microphone, and a policy for browsers that keep to it', async () => {
  const said = await attempt('peer');
  await expect.poll(said).toMatch(/audio:(NotAllowed|Security)Error/);
  await expect.poll(said).toMatch(/video:(NotAllowed|Security)Error/);
  const answer = await server.request('GET', '/apps/peer/index.html', server.token);
  expect(answer.headers.get('content-security-policy')).toContain("webrtc 'block'");
  // When nothing arrives here any more, browsers have begun to enforce it, and `docs/apps.md` must say so.
  await expect.poll(() => outside.get('peer')?.packets).toBeGreaterThan(0);
});

it('a browser that was told so lets nothing out', async () => {
  const said = await attempt('told', '--webrtc-ip-handling-policy=disable_non_proxied_udp');
  await expect.poll(said).toMatch(/\bend\b/);
  expect(await said()).not.toContain('candidate');
  expect(outside.get('told')?.packets).toBe(0);
});
