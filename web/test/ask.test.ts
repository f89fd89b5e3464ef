// The command bar's pure parts, as data: what it offers, which command is meant, which keys lead to it.

import { describe, expect, it } from 'vitest';

import { commandIn, commands } from '../src/ask/commands';
import { offersFor } from '../src/ask/offers';
import { callIt } from '../src/guides/model-places';
import { snippets } from '../src/guides/snippets';
import { placeBeside } from '../src/home/first-visit';

const past = ['Take a photo', 'call Mom', 'Call mom', 'Send Mom a text', '', 'Take a photo'];

describe('offers', () => {
  it.each<[string, string[]]>([
    ['', ['Take a photo', 'call Mom', 'Send Mom a text']],
    ['mom', ['call Mom', 'Send Mom a text']],
    ['mom text', ['Send Mom a text']],
    // What is typed already is not offered again.
    ['CALL MOM', []],
    ['nothing of the kind', []],
    ['/st', ['/stop']],
    ['/P', ['/phone', '/pause', '/phones', '/permissions']],
    ['  /help', ['/help']],
    ['/message hello', []],
    ['/nothing', []],
  ])('for %j', (text, expected) => {
    expect(offersFor(text, past).map((offer) => offer.text)).toStrictEqual(expected);
  });
  it('are few', () => {
    const many = Array.from({ length: 50 }, (_, index) => `request ${index}`);
    expect(offersFor('', many)).toHaveLength(6);
  });
});

describe('commands', () => {
  it.each<[string, string | undefined, string]>([
    ['/stop', 'stop', ''],
    ['/STOP', 'stop', ''],
    ['/message  hello\nthere ', 'message', 'hello\nthere'],
    ['/', undefined, ''],
    ['/constructor', undefined, ''],
    ['/stopping', undefined, ''],
  ])('in %j', (text, name, argument) => {
    const found = commandIn(text);
    expect([found.command?.name, found.argument]).toStrictEqual([name, argument]);
  });
  it('have one name each and say what they do', () => {
    expect(new Set(commands.map((command) => command.name)).size).toBe(commands.length);
    for (const command of commands) expect(command.does).not.toBe('');
  });
});

it('the phone stands on the left, inside of what is seen, and leaves room for the greeting', () => {
  for (const [w, h] of [
    [1440, 848],
    [1024, 600],
    [900, 400],
  ] as const) {
    const place = placeBeside({ x: 0, y: 40, w, h });
    expect(place.x).toBeGreaterThan(0);
    expect(w - place.x - place.w).toBeGreaterThanOrEqual(480);
    expect(place.y).toBeGreaterThanOrEqual(40);
    expect(place.y + place.h).toBeLessThanOrEqual(40 + h);
  }
});

it('a model gets a short name that can stand in an address', () => {
  expect(['qwen2.5vl:7b', 'org/some model', '', 'a/b/c:latest'].map(callIt)).toStrictEqual([
    'qwen2.5vl',
    'some-model',
    'model',
    'c',
  ]);
});

it('what an agent gets has its key once and the address', () => {
  for (const snippet of Object.values(snippets)) {
    const text = snippet.text('http://127.0.0.1:1', 'KEY_1');
    expect(text.split('KEY_1')).toHaveLength(2);
    expect(text).toContain('http://127.0.0.1:1');
  }
});
