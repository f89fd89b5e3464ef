// Shows a page that was built elsewhere (`FINGERTIP_PAGE`, as for the build of the server) in place of the binary's own:
// a change of the page can be tried without building the server. The server's headers stay, and with them its policy.

import type { BrowserContext } from 'playwright-core';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const folder = process.env.FINGERTIP_PAGE;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A page that is not from the server itself may not call it without this. */
export const pageFlags = folder ? ['--disable-features=LocalNetworkAccessChecks'] : [];

/** Serves the files of that page to this context, if there is one. */
export async function usePageOf(context: BrowserContext, origin: string): Promise<void> {
  if (!folder) return;
  let headers: Record<string, string> | undefined;
  await context.route(
    (url) => url.origin === origin && (url.pathname === '/' || /^\/(?:assets|apps\/[^/]+\.js)/.test(url.pathname)),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const file = path.join(folder, pathname === '/' ? 'index.html' : pathname);
      if (!existsSync(file)) return route.fallback();
      if (pathname === '/') headers = (await route.fetch()).headers();
      const { 'content-length': _length, 'content-encoding': _encoding, etag: _etag, ...kept } = headers ?? {};
      const type = types[path.extname(file)] ?? 'application/octet-stream';
      return route.fulfill({ body: await readFile(file), headers: { ...(pathname === '/' ? kept : {}), 'content-type': type } });
    },
  );
}
