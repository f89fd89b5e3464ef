// Whose a window is: what its frame shows, what a screen reader hears, and what an agent's styles reach.

import { describe, expect, it } from 'vitest';

import type { SafeWindow } from '../src/protocol/wire';
import { ownerOf, spokenName } from '../src/windows/owner-mark';
import { splitStyle } from '../src/windows/styling';

const text: SafeWindow['content'] = { kind: 'text', text: '' };
const part: SafeWindow['content'] = { kind: 'part', part: 'settings' };

function windowWith(more: Partial<SafeWindow>): SafeWindow {
  return {
    id: 'a',
    monitorId: 'monitor-0',
    title: 'A',
    bounds: { x: 0, y: 0, w: 300, h: 200 },
    variant: 'standard',
    minimized: false,
    maximized: false,
    content: text,
    ...more,
  };
}

describe('the owner of a window', () => {
  it.each<[string, Partial<SafeWindow>, string | undefined, string]>([
    ['an agent', { agent: 'weather' }, 'weather', 'Settings, window of weather'],
    ['a person', {}, undefined, 'Settings'],
    ['the desktop, whoever claims it', { agent: 'weather', content: part }, undefined, 'Settings'],
    [
      'the agent that filled a shared window',
      { agent: 'weather', sharedBy: 'news' },
      'weather',
      'Settings, window of weather',
    ],
    [
      'a name with a hidden character',
      { agent: 'wea\u200bther' },
      'wea\u200bther',
      'Settings, window of wea⟨U+200B⟩ther',
    ],
    [
      'a name from right to left',
      { agent: 'טקס' },
      'טקס',
      'Settings, window of \u2068טקס\u2069',
    ],
  ])('%s', (_name, more, owner, spoken) => {
    const window = windowWith(more);
    expect(ownerOf(window)).toBe(owner);
    expect(spokenName('Settings', window)).toBe(spoken);
  });
});

describe("an agent's styles", () => {
  it.each<[string, 'window' | 'content' | 'nowhere']>([
    ['background', 'window'],
    ['background-color', 'window'],
    ['backdrop-filter', 'window'],
    ['border-radius', 'window'],
    ['border-top-left-radius', 'window'],
    ['color', 'content'],
    ['opacity', 'content'],
    ['font-size', 'content'],
    ['letter-spacing', 'content'],
    ['text-transform', 'content'],
    ['padding', 'content'],
    ['border', 'content'],
    ['border-top-width', 'content'],
    ['color-scheme', 'content'],
    ['box-shadow', 'nowhere'],
  ])('%s applies to the %s', (property, place) => {
    const split = splitStyle({ [property]: 'x' });
    expect(split.window).toStrictEqual(place === 'window' ? { [property]: 'x' } : {});
    expect(split.content).toStrictEqual(place === 'content' ? { [property]: 'x' } : {});
  });
  it('may be absent', () => {
    expect(splitStyle(undefined)).toStrictEqual({ window: {}, content: {} });
  });
});
