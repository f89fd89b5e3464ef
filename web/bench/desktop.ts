// The desktop as the benchmark opens it. A release build holds the page that it was built with: `FINGERTIP_PAGE` names
// the folder of another one (`dist`), whose scripts and styles are then measured with that server.

import type { Browser } from 'playwright-core';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { openIn, type Watched } from '../e2e/browser';

const folder = process.env.FINGERTIP_PAGE;

/** Opens the desktop and waits until it is connected. */
export async function openMeasured(browser: Browser, link: string): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { origin } = new URL(link);
  if (folder) {
    await context.route(
      (url) => url.origin === origin && url.pathname.startsWith('/assets/'),
      (route) => {
        const file = fileFor(folder, new URL(route.request().url()).pathname);
        return file ? route.fulfill({ path: file }) : route.fallback();
      },
    );
  }
  return openIn(context, link);
}

/** The file of this name in another build, or the one whose name differs only in the hash of what is in it. */
function fileFor(folder: string, pathname: string): string | undefined {
  const exact = path.join(folder, pathname);
  if (existsSync(exact)) return exact;
  const plain = (name: string): string => name.replace(/-[\w-]{8}(\.\w+)$/, '$1');
  const wanted = plain(path.basename(pathname));
  const found = readdirSync(path.dirname(exact)).find((name) => plain(name) === wanted);
  return found && path.join(path.dirname(exact), found);
}
