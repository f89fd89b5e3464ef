// The report of a task that a worker of a fleet did, made from the worker's own record and opened from the disk.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

import { startBrowser, violations } from './browser';
import { Firefox } from './firefox';
import { Fleet } from './fleet';
import { makeReport, openReport } from './report';

const actions = [
  { type: 'open_app', name: 'Settings' },
  { type: 'tap', x: 540, y: 535 },
  { type: 'finish', message: 'The network settings are open.' },
];

it('the report of a run of a fleet shows its steps in both browsers', async () => {
  const fleet = await Fleet.start();
  const browser = await startBrowser();
  const firefox = await Firefox.start();
  try {
    const data = await fleet.data();
    const script = path.join(data, 'script.jsonl');
    await writeFile(script, actions.map((action) => JSON.stringify({ raw: { thought: 'I go on.', action } })).join('\n'));
    const { file } = makeReport(data, fleet.submit('Open the network settings', `script:${script}`));

    const { page, context, requests, trouble } = await openReport(browser, file, {}, '#step-2');
    const top = page.getByRole('banner');
    for (const text of ['Done', 'Open the network settings', 'The network settings are open.'])
      await top.getByText(text).first().waitFor({ state: 'visible' });
    const screen = page.getByRole('img', { name: 'The screen before step 2' });
    await expect.poll(() => screen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
    expect(await page.locator('.stage .touch').count()).toBeGreaterThan(0);
    expect(await violations(page)).toStrictEqual([]);
    expect([...requests, ...trouble]).toStrictEqual([]);
    await context.close();

    const tab = await firefox.open(`file://${file}`);
    await tab.says('The network settings are open.');
    await tab.find('option');
    expect(firefox.trouble).toStrictEqual([]);
  } finally {
    await firefox.stop();
    await browser.close();
    await fleet.stop();
  }
}, 120_000);
