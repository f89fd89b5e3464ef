// Every way to answer a question on the desktop, with Chromium's fake camera and microphone, and with refused ones.

import type { Browser, Locator } from 'playwright-core';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDesktop, startBrowser, violations, type Watched } from './browser';
import { png, says, y4m } from './qr';
import { Server } from './server';
import { startTask, stateOf, until } from './tasks';

let server: Server;
let browser: Browser;
let one: Watched;
let dialog: Locator;

const visible = { state: 'visible' } as const;
const finish = { type: 'finish', message: 'All done' };
const camera = path.join(tmpdir(), `fingertip-camera-${process.pid}.y4m`);

beforeAll(async () => {
  await writeFile(camera, y4m());
  server = await Server.start();
  browser = await startBrowser(
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${camera}`,
  );
  one = await openDesktop(browser, server.link, {
    reducedMotion: 'reduce',
    geolocation: { latitude: 48.2082, longitude: 16.3738, accuracy: 25 },
  });
  dialog = one.page.getByRole('alertdialog');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Starts a task that asks for this, and waits for the question. */
async function asked(capability: string, instruction: string, name: string): Promise<string> {
  const action = { type: 'request_human_auth', capability, instruction, timeoutSec: 90 };
  const task = await startTask(server, instruction, 'next', [action, finish]);
  await dialog.getByRole('heading', { name }).waitFor(visible);
  expect(await dialog.innerText()).not.toMatch(/oauth|2fa|capability|biometric/i);
  return task;
}

/** Presses a question's first button until its effect appears: presses in the first moment do not count. */
async function press(where: Locator, label: string, does: Locator): Promise<void> {
  const button = where.getByRole('button', { name: label, exact: true, disabled: false });
  await expect
    .poll(async () => {
      if (await does.isVisible()) return true;
      if ((await button.count()) > 0) await button.click({ timeout: 1_000 }).catch(() => undefined);
      return does.isVisible();
    })
    .toBe(true);
}

/** Presses the send button until the question is gone and the task is done. */
async function sent(task: string, label: string): Promise<void> {
  const button = dialog.getByRole('button', { name: label, exact: true });
  await expect.poll(() => button.isEnabled()).toBe(true);
  expect(await violations(one.page)).toStrictEqual([]);
  await until(dialog, () => button.click({ timeout: 1_000 }));
  await expect.poll(() => stateOf(server, task)).toBe('success');
}

const journal = async (task: string): Promise<string> => {
  const answer = await server.request('GET', `/api/tasks/${task}`, server.token);
  return JSON.stringify(await answer.json());
};

it('a photo is taken with the camera, looked at and taken again', async () => {
  const task = await asked('camera', 'Photograph the form', 'A photo is needed');
  const send = dialog.getByRole('button', { name: 'Send the photo' });
  expect(await send.isDisabled()).toBe(true);
  await press(dialog, 'Open the camera', dialog.getByLabel('What the camera sees'));
  await dialog.getByRole('button', { name: 'Take the photo' }).click();
  await dialog.getByRole('img', { name: 'The photo to send' }).waitFor(visible);
  expect(await dialog.getByLabel('What the camera sees').count()).toBe(0);
  // Another try.
  await dialog.getByRole('button', { name: 'Open the camera again' }).click();
  await dialog.getByRole('button', { name: 'Take the photo' }).click();
  await sent(task, 'Send the photo');
  expect(await journal(task)).toContain('success');
});

it('a QR code is read from the camera, and from a picture', async () => {
  const seen = await asked('qr', 'Show the code of the network', 'A QR code is needed');
  await press(dialog, 'Open the camera', dialog.getByText(says));
  await sent(seen, 'Send its text');

  const chosen = await asked('qr', 'Give the code as a picture', 'A QR code is needed');
  const chooser = dialog.getByLabel('Or choose a picture of it');
  await chooser.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no') });
  await dialog.getByText('This browser cannot read this file as a picture.').waitFor(visible);
  await chooser.setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: png() });
  await dialog.getByText(says).waitFor(visible);
  await sent(chosen, 'Send its text');
});

it('a recording shows how loud it is, can be heard and made again', async () => {
  const task = await asked('microphone', 'Say the sentence', 'A recording is needed');
  const level = dialog.getByRole('meter', { name: 'Loudness' });
  await press(dialog, 'Record', level);
  await expect
    .poll(() => level.evaluate((meter) => (meter as HTMLMeterElement).value), { interval: 50 })
    .toBeGreaterThan(0);
  expect(await violations(one.page)).toStrictEqual([]);
  await dialog.getByRole('button', { name: 'Stop recording' }).click();
  const heard = dialog.getByLabel('Your recording');
  await heard.waitFor(visible);
  await expect
    .poll(() => heard.evaluate((audio) => (audio as HTMLAudioElement).readyState))
    .toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Record again' }).click();
  await dialog.getByRole('button', { name: 'Stop recording' }).click();
  await sent(task, 'Send the recording');
});

it('a place is found with its accuracy, or named', async () => {
  await one.context.grantPermissions(['geolocation'], { origin: server.origin });
  const task = await asked('location', 'Say where to meet', 'Where are you?');
  await press(dialog, 'Use my location', dialog.getByText('accurate to about 25 m'));
  expect(await dialog.getByLabel(/^The place/).inputValue()).toBe('48.20820,16.37380');
  await sent(task, 'Send the place');
  await one.context.clearPermissions();
});

it('a drawing is made with a pointer, or a name typed instead', async () => {
  const task = await asked('files', 'Sign the form', 'A file is needed');
  await dialog.getByLabel('Drawing').check();
  const area = dialog.getByRole('img', { name: /Draw here/ });
  const box = await area.boundingBox();
  if (!box) throw new Error('the area to draw on is not shown');
  await one.page.mouse.move(box.x + 20, box.y + 20);
  await one.page.mouse.down();
  await one.page.mouse.move(box.x + 120, box.y + 60, { steps: 5 });
  await one.page.mouse.up();
  await dialog.getByRole('img', { name: 'Your drawing' }).waitFor(visible);
  await press(dialog, 'Start over', area);
  await dialog.getByLabel('Or type your name').fill('Ada Lovelace');
  await dialog.getByRole('img', { name: 'Your name as a signature' }).waitFor(visible);
  await sent(task, 'Send the drawing');
});

it('a code is pasted out of its message, and shown only on demand', async () => {
  const task = await asked('sms', 'Type the code', 'A code from a text message');
  const field = dialog.getByLabel('The code');
  await field.evaluate((input) => {
    const clipboard = new DataTransfer();
    clipboard.setData('text', 'Your code is 829 113. Tell nobody.');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: clipboard, cancelable: true }));
  });
  expect(await field.inputValue()).toBe('829113');
  expect(await field.getAttribute('type')).toBe('password');
  await press(dialog, 'Show', dialog.getByRole('button', { name: 'Hide', exact: true }));
  expect(await field.getAttribute('type')).toBe('text');
  await sent(task, 'Send the code');
  const kept = await one.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept + one.page.url()).not.toContain('829113');
});

it('what was done on the phone is simply done', async () => {
  const task = await asked('oauth', 'Sign in to the shop', 'Please sign in');
  await sent(task, 'It is done');
});

it('a camera that is refused is said, and there are other ways', async () => {
  const strict = await startBrowser('--use-fake-device-for-media-stream', '--deny-permission-prompts');
  try {
    const two = await openDesktop(strict, server.link, { reducedMotion: 'reduce' });
    const task = await startTask(server, 'Refused', 'next', [
      { type: 'request_human_auth', capability: 'files', instruction: 'Give it', timeoutSec: 90 },
      finish,
    ]);
    const there = two.page.getByRole('alertdialog');
    await there.getByRole('heading', { name: 'A file is needed' }).waitFor(visible);
    await there.getByLabel('Photo', { exact: true }).check();
    await press(there, 'Open the camera', there.getByText('This page is not allowed to use the camera.'));
    await there.getByLabel('Recording').check();
    await there.getByRole('button', { name: 'Record', exact: true }).click();
    await there.getByText('This page is not allowed to use the microphone.').waitFor(visible);
    expect(await violations(two.page)).toStrictEqual([]);
    await there.getByLabel('File', { exact: true }).check();
    const file = { name: 'form.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
    await there.getByLabel('A picture or another file').setInputFiles(file);
    await until(there, () =>
      there.getByRole('button', { name: 'Send the file' }).click({ timeout: 1_000 }),
    );
    await expect.poll(() => stateOf(server, task)).toBe('success');
    expect(two.trouble).toStrictEqual([]);
  } finally {
    await strict.close();
  }
});

it('did nothing that no page of ours does', () => {
  expect(one.foreign).toStrictEqual([]);
  expect(one.trouble).toStrictEqual([]);
});
