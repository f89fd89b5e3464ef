// Measures what a browser loads before anything is shown: the page, its static imports, and the font of its language.
// Parts that are loaded on demand do not count.

import { gzipSync } from 'node:zlib';

/** The bytes of the first load, compressed. */
export async function firstLoad(origin: string): Promise<{ code: number; font: number; files: string[] }> {
  const files = new Map<string, number>();
  const load = async (address: string): Promise<string> => {
    const answer = await fetch(origin + address);
    if (!answer.ok) throw new Error(`\`${address}\` answered ${answer.status}`);
    const body = Buffer.from(await answer.arrayBuffer());
    files.set(address, address.endsWith('.woff2') ? body.length : gzipSync(body).length);
    return body.toString();
  };
  const html = await load('/');
  const waiting = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, one]) => one!);
  let font: string | undefined;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (files.has(next)) continue;
    const text = await load(next);
    // Static imports, and the page itself, which waits for its language; every other `import(…)` comes later.
    for (const [, one] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) waiting.push(`/assets/${one}`);
    for (const [, one] of text.matchAll(/import\("\.\/(start-[^"]+\.js)"\)/g)) waiting.push(`/assets/${one}`);
    font ??= /\/assets\/[\w-]*-latin-wght[\w-]*\.woff2/.exec(text)?.[0];
  }
  const code = [...files.values()].reduce((sum, one) => sum + one, 0);
  if (font !== undefined) await load(font);
  return { code, font: files.get(font ?? '') ?? 0, files: [...files].map(([name, size]) => `${name} ${size}`) };
}
