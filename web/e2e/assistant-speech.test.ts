// What tasks say: always to screen readers; aloud and with sounds if turned on; and dictation. The browser's own voice
// and recogniser are replaced by ones that record.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { askBar, openIn, personally, startBrowser, violations } from './browser';
import { fetchSaid, startRecorder } from './recorder';
import { Server } from './server';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = await Server.start();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const visible = { state: 'visible' } as const;

/** What the page did with the voice, the sounds and the recogniser. */
interface Record {
  spoken: string[];
  langs: string[];
  loud: number[];
  hushed: number;
  tones: number;
  volumes: number[];
  ear?: { lang: string; onresult: (event: unknown) => void; onend: () => void };
}

/** Opens a page in a browser that records what it is made to say. */
async function open(wanted: { [name: string]: string }, locale = 'en-US'): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale });
  await context.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(`fingertip.${name}`, value);
    const record: Record = { spoken: [], langs: [], loud: [], hushed: 0, tones: 0, volumes: [] };
    const voice = {
      speaking: false,
      pending: false,
      getVoices: () => [],
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      speak: (words: { text: string; lang: string; volume: number; onstart: () => void }) => {
        record.spoken.push(words.text);
        record.langs.push(words.lang);
        record.volumes.push(words.volume);
        voice.speaking = true;
        words.onstart();
      },
      cancel: () => {
        record.hushed += 1;
        voice.speaking = false;
      },
    };
    class Ear {
      lang = '';
      onresult: unknown;
      onend: unknown;
      start(): void {
        record.ear = this as unknown as NonNullable<Record['ear']>;
      }
      stop(): void {
        (this.onend as () => void)();
      }
    }
    Object.defineProperty(window, 'speechSynthesis', { value: voice });
    // Some browsers have it under both names.
    Object.defineProperty(window, 'SpeechRecognition', { value: Ear });
    Object.defineProperty(window, 'webkitSpeechRecognition', { value: Ear });
    Object.defineProperty(window, 'record', { value: record });
    const { linearRampToValueAtTime } = AudioParam.prototype;
    AudioParam.prototype.linearRampToValueAtTime = function heard(this: AudioParam, value: number, at: number) {
      record.loud.push(value);
      return linearRampToValueAtTime.call(this, value, at);
    };
    const { createOscillator } = AudioContext.prototype;
    AudioContext.prototype.createOscillator = function counted(this: AudioContext) {
      record.tones += 1;
      return createOscillator.call(this);
    };
  }, wanted);
  const { page } = await openIn(context, server.link);
  return { page, context };
}

const recordOf = (page: Page): Promise<Record> =>
  page.evaluate(() => {
    const { spoken, langs, loud, hushed, tones, volumes } = (window as unknown as { record: Record }).record;
    return { spoken, langs, loud, hushed, tones, volumes };
  });

async function ask(page: Page, words: string, end: string): Promise<void> {
  await askBar(page).fill(words);
  await page.keyboard.press('Enter');
  await page.locator('.ask-reply').getByText(end).first().waitFor(visible);
}

it('is silent until it is switched on, and screen readers hear the plan', async () => {
  const { page, context } = await open({});
  await startRecorder(page);
  await ask(page, 'turn on the dark theme', 'The dark theme is on.');
  // The end comes soon after the plan, in the same region.
  const said: string[] = [];
  await expect
    .poll(async () => {
      said.push(...(await fetchSaid(page)));
      return said;
    })
    .toEqual(expect.arrayContaining(['Turn dark mode on.', 'Done: The dark theme is on.']));
  expect(await recordOf(page)).toStrictEqual({ spoken: [], langs: [], loud: [], hushed: 0, tones: 0, volumes: [] });
  await context.close();
});

it('speaks and sounds once it is switched on, and Escape hushes it', async () => {
  const { page, context } = await open({ voice: 'on', sounds: 'on', volume: '0.5' });
  await ask(page, 'turn off the dark theme', 'The dark theme is off.');
  await expect
    .poll(async () => (await recordOf(page)).spoken)
    .toStrictEqual(['Turn dark mode off.', 'The dark theme is off.']);
  expect((await recordOf(page)).tones).toBeGreaterThan(3);
  expect((await recordOf(page)).volumes).toStrictEqual([0.5, 0.5]);
  // What is spoken is written too, until it is hushed.
  const caption = page.locator('.caption');
  expect(await caption.textContent()).toBe('The dark theme is off.');
  await page.keyboard.press('Escape');
  expect((await recordOf(page)).hushed).toBe(1);
  await caption.waitFor({ state: 'detached' });
  await context.close();
});

it('says where speech goes before the first dictation, writes it down, and starts nothing by itself', async () => {
  const { page, context } = await open({});
  const form = page.getByRole('form', { name: 'Ask from anywhere' });
  await form.getByRole('button', { name: 'Dictate', exact: true }).click();
  const notice = page.getByRole('group', { name: 'Before you dictate' });
  await notice.getByText('send your speech to their maker').waitFor(visible);
  expect(await violations(page)).toStrictEqual([]);
  await notice.getByRole('button', { name: 'Dictate' }).click();
  await form.getByRole('button', { name: 'Stop dictation' }).waitFor(visible);
  await page.evaluate(() => {
    const { ear } = (window as unknown as { record: Record }).record;
    ear?.onresult({ results: [[{ transcript: 'set a timer ' }], [{ transcript: 'for 5 minutes' }]] });
    ear?.onend();
  });
  expect(await askBar(page).inputValue()).toBe('set a timer for 5 minutes');
  // The notice appears once: the next time the microphone starts at once.
  await form.getByRole('button', { name: 'Dictate', exact: true }).click();
  await form.getByRole('button', { name: 'Stop dictation' }).click();
  expect(await notice.count()).toBe(0);
  await context.close();
});

it('listens and speaks in the reader’s language, and a request’s own is spoken as such', async () => {
  const { page, context } = await open({ voice: 'on', dictation: 'yes' }, 'de-AT');
  const form = page.getByRole('form', { name: 'Von überall fragen' });
  await form.getByRole('button', { name: 'Diktieren', exact: true }).click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { record: Record }).record.ear?.lang)).toBe('de-AT');
  await form.getByRole('button', { name: /Diktat/ }).click();
  const field = form.getByRole('combobox');
  await field.fill('turn on the dark theme');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await recordOf(page)).spoken).toContain('The dark theme is on.');
  await field.fill('schalte den dunklen Modus aus');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await recordOf(page)).spoken.length).toBeGreaterThan(3);
  const { spoken, langs } = await recordOf(page);
  expect(langs[spoken.indexOf('The dark theme is on.')]).toBe('en');
  expect(langs.at(-1)).toBe('de-AT');
  await context.close();
});

it('the sound for a question is as loud as Settings say, and silent at none', async () => {
  for (const [volume, most] of [['0.5', 0.06], ['0', 0]] as const) {
    const { page, context } = await open({ volume, attention: JSON.stringify({ sound: true }) });
    await page.mouse.click(5, 5);
    await server.request('POST', '/api/tasks', server.token, { goal: 'call Samm' });
    await page.getByRole('alertdialog').waitFor(visible);
    const { loud } = await recordOf(page);
    expect(Math.max(0, ...loud)).toBeCloseTo(most, 5);
    expect(loud.length > 0).toBe(most > 0);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop the task' }).waitFor();
    const listed = await server.request('GET', '/api/tasks', server.token);
    const [task] = ((await listed.json()) as { tasks: { id: string }[] }).tasks;
    await server.request('POST', `/api/tasks/${task?.id}/cancel`, server.token);
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await context.close();
  }
});

it('the volume is set where only sounds are on, and is heard at once', async () => {
  const { page, context } = await open({ sounds: 'on' }, 'de-DE');
  await personally(page, { type: 'desktop.open', what: 'part', id: 'settings' });
  const settings = page.locator('[data-window="monitor-0/part-settings"]');
  const slider = settings.getByRole('slider', { name: /^Lautstärke:/ });
  await slider.waitFor(visible);
  expect(await settings.getByRole('slider', { name: /^Geschwindigkeit|^Tempo/ }).count()).toBe(0);
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await slider.boundingBox())!;
  await page.mouse.click(x + width * 0.5, y + height / 2);
  await expect.poll(() => slider.inputValue()).toBe('0.5');
  expect(await slider.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)).toMatch(/^Lautstärke: 50\s%$/);
  const { loud } = await recordOf(page);
  expect(Math.max(0, ...loud)).toBeCloseTo(0.04, 5);
  // None at all is silent, and stays so for the next visit.
  await page.mouse.click(x + 1, y + height / 2);
  await expect.poll(() => slider.inputValue()).toBe('0');
  expect((await recordOf(page)).loud).toHaveLength(loud.length);
  expect(await page.evaluate(() => localStorage.getItem('fingertip.volume'))).toBe('0');
  // The speed belongs to the voice, and is written as the reader writes numbers.
  await settings.getByRole('checkbox', { name: /^Vorlesen/ }).check();
  await settings.getByText(/: 1,0$/).waitFor(visible);
  await context.close();
});
