// Frames of foreign sites: the agent that asked learns the result of the load, whatever the browser shows in the frame.

import type { Browser, Page } from 'playwright-core';
import { createServer, type Server as Site } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { connected, startBrowser, windowOf } from './browser';
import { Server, type Agent } from './server';

let server: Server;
let browser: Browser;
let page: Page;
let agent: Agent;
let site: Site;
let there: string;
let nowhere: string;
const asked: string[] = [];

/** Listens on a free port and returns the address. */
function listen(one: Site): Promise<string> {
  return new Promise((resolve) => {
    one.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(one.address() as AddressInfo).port}`));
  });
}

const headers: Record<string, Record<string, string>> = {
  '/deny': { 'x-frame-options': 'DENY' },
  '/ancestors': { 'content-security-policy': "frame-ancestors 'none'" },
  '/reserved': { 'cross-origin-resource-policy': 'same-origin' },
};

beforeAll(async () => {
  site = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/reset') return void request.socket.destroy();
    response.writeHead(Number(/^\/(\d{3})$/.exec(path)?.[1] ?? 200), {
      'content-type': 'text/html',
      ...headers[path],
    });
    response.end('<!doctype html><title>There</title><h1>There</h1><script>fetch("/script")</script>');
  });
  there = await listen(site);
  const gone = createServer();
  nowhere = await listen(gone);
  await new Promise((resolve) => gone.close(resolve));
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent('painter');
  // Its own context: those of `openDesktop` block every outgoing request.
  page = await browser.newPage();
  await page.goto(server.link);
  await connected(page);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  site?.close();
});

const rows: { name: string; address: () => string; ok: boolean }[] = [
  { name: 'a page that loads', address: () => `${there}/`, ok: true },
  { name: 'a page that only its own site may load as a resource', address: () => `${there}/reserved`, ok: true },
  { name: 'a refused connection', address: () => nowhere, ok: false },
  { name: 'a name that nobody has', address: () => 'http://nobody.invalid/', ok: false },
  { name: 'a connection that breaks', address: () => `${there}/reset`, ok: false },
  { name: 'a page that is not there', address: () => `${there}/404`, ok: false },
  { name: 'a server in trouble', address: () => `${there}/503`, ok: false },
  { name: 'a page that is never framed', address: () => `${there}/deny`, ok: false },
  { name: 'a page with no ancestors', address: () => `${there}/ancestors`, ok: false },
];

it.each(rows)('$name: ok is $ok', async ({ name, address, ok }) => {
  const id = name.replaceAll(' ', '-');
  const { results } = await agent.open(id, {
    requestId: `load-${id}`,
    content: { renderer: 'iframe', data: address() },
  });
  expect(results?.[0]).toMatchObject({ ok, feedback: { ok } });
  if (!ok) {
    expect(results?.[0]).toMatchObject({ applied: true, error: { code: 'rendering_failed' } });
    expect(String(results?.[0]?.feedback?.error)).toContain(address());
    await windowOf(page, id).getByText('This page has not loaded').waitFor();
  }
  // The probe leaves nothing behind.
  expect(await page.locator('.probe').count()).toBe(0);
  await agent.act({ type: 'window.close', windowId: id });
});

it('the trial runs no script, and is made for nobody who did not ask', async () => {
  const path = `${there}/counted`;
  const loads = (): number => asked.filter((one) => one === '/counted').length;
  asked.length = 0;
  const { results } = await agent.open('counted', {
    requestId: 'load-counted',
    content: { renderer: 'iframe', data: { url: path, sandbox: '' } },
  });
  expect(results?.[0]).toMatchObject({ ok: true });
  expect(loads()).toBe(2);
  expect(asked).not.toContain('/script');
  await agent.act({ type: 'window.close', windowId: 'counted' });
  asked.length = 0;
  await agent.open('plain', { content: { renderer: 'iframe', data: `${there}/counted` } });
  await windowOf(page, 'plain').frameLocator('iframe').getByRole('heading', { name: 'There' }).waitFor();
  await windowOf(page, 'plain').getByText('Loading…').waitFor({ state: 'detached' });
  expect(loads()).toBe(1);
});
