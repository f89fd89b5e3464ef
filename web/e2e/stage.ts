// A desktop with content: every renderer, every component, every kind of notice, and tasks that ask.

import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

import type { Agent, Server } from './server';
import { startTask, stateOf } from './tasks';

/** What a state of the desktop is built with. */
export interface Stage {
  server: Server;
  browser: Browser;
  agent: Agent;
}

const variants = ['default', 'success', 'warning', 'error', 'info'];

/** Every component in every variant. */
export const components = [
  ...['primary', 'secondary', 'ghost', 'danger'].map((variant) => ({
    type: 'button',
    label: variant,
    action: 'x',
    variant,
  })),
  { type: 'button', label: 'Disabled', action: 'x', disabled: true },
  { type: 'input', name: 'a', label: 'Labelled' },
  { type: 'input', name: 'b', placeholder: 'Only a placeholder' },
  { type: 'input', name: 'c' },
  { type: 'input', name: 'd', label: 'Long', rows: 3 },
  { type: 'select', name: 'e', options: [{ value: '1', label: 'One' }] },
  ...variants.map((variant) => ({ type: 'badge', label: variant, variant })),
  ...['default', 'muted', 'accent', 'success', 'warning', 'error'].map((color) => ({
    type: 'text',
    content: color,
    color,
  })),
  ...['body', 'heading', 'subheading', 'caption', 'code'].map((variant) => ({
    type: 'text',
    content: variant,
    variant,
  })),
  { type: 'progress', value: 30, label: 'Loading', showValue: true },
  { type: 'progress', value: 30 },
  { type: 'image', src: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=' },
  { type: 'image', src: 'https://outside.example/x.png' },
];

const at = (x: number, y: number, w = 300, h = 220) => ({ bounds: { x, y, w, h } });

/**
 * Opens a window of every renderer and every variant, one of them locked; returns a function that closes all but one.
 */
export async function openWindows({ agent }: Stage): Promise<() => Promise<void>> {
  await agent.open('components', {
    ...at(10, 10, 420, 560),
    content: { renderer: 'component', data: { components, cols: 2 } },
  });
  await agent.open('markdown', {
    ...at(440, 10),
    content: {
      renderer: 'markdown',
      data: '# One\n\nText with a [link](https://example.org) and `code`.\n\n```\ncode\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done',
    },
  });
  await agent.open('html', {
    ...at(200, 300),
    content: { renderer: 'html', data: '<h2>Two</h2><p>Some <em>words</em>.</p><hr><ul><li>one</ul>' },
  });
  await agent.open('text', { ...at(750, 10), content: { renderer: 'text', data: 'line\n'.repeat(60) } });
  await agent.open('table', {
    ...at(440, 240),
    content: { renderer: 'table', data: { headers: ['A', ''], rows: [['1', '2']] } },
  });
  await agent.open('blocked', {
    ...at(750, 240),
    content: { renderer: 'iframe', data: 'javascript:1' },
  });
  await agent.open('lost', {
    ...at(440, 470),
    content: { renderer: 'iframe', data: '/apps/none/index.html' },
  });
  await agent.open('widget', { ...at(1060, 10, 200, 120), variant: 'widget' });
  await agent.open('empty', {
    ...at(1060, 240, 200, 120),
    content: { renderer: 'markdown', data: '' },
  });
  await agent.open('frameless', { ...at(1060, 400, 200, 120), frameless: true });
  await agent.open('panel', {
    ...at(0, 0, 10, 56),
    variant: 'panel',
    content: { renderer: 'text', data: 'A panel' },
  });
  await agent.open('elsewhere', { monitorId: 'monitor-1' });
  await agent.act({ type: 'window.lock', windowId: 'table', agentId: 'painter' });
  await agent.act({
    type: 'desktop.createShortcut',
    shortcut: { id: 's', label: 'Reports', icon: '📁', type: 'file', target: 'x', createdAt: 1 },
  });
  const opened = ['components', 'html', 'text', 'table', 'blocked', 'lost', 'widget', 'empty', 'frameless', 'panel'];
  return async () => {
    for (const windowId of opened) await agent.act({ type: 'window.close', windowId });
  };
}

/** A toast of every kind with a button, and a notification. */
export async function say({ agent }: Stage): Promise<void> {
  for (const variant of variants.slice(1)) {
    await agent.act({
      type: 'toast.show',
      id: variant,
      message: `A toast: ${variant}`,
      variant,
      action: { label: 'Do it', eventId: 'x' },
    });
  }
  await agent.act({
    type: 'notification.show',
    id: 'n',
    title: 'A notification',
    body: 'With a body',
  });
}

/** Removes the notices. */
export async function hush({ agent }: Stage): Promise<void> {
  for (const id of variants.slice(1)) await agent.act({ type: 'toast.dismiss', id });
  await agent.act({ type: 'notification.dismiss', id: 'n' });
}

/** Ends every task, and dismisses every notice: the next state begins without leftovers of this one. */
export async function tidyUp({ server }: Stage, pages: Iterable<Page>): Promise<void> {
  const live = async (): Promise<string[]> => {
    const answer = await server.request('GET', '/api/tasks?limit=100', server.token);
    const { tasks } = (await answer.json()) as { tasks: { id: string; state: string }[] };
    return tasks.filter(({ state }) => /queued|running|paused|waiting/.test(state)).map(({ id }) => id);
  };
  for (const id of await live()) await server.request('POST', `/api/tasks/${id}/cancel`, server.token);
  await expect.poll(live).toStrictEqual([]);
  const dismiss = async (page: Page): Promise<void> => {
    // The page's own remarks are known to no server; the others are dismissed for everyone.
    const left = async (): Promise<number> =>
      page.evaluate(() => {
        const close = '.toast-close, .notification-close, [data-notification] button[aria-label="Dismiss"]';
        const buttons = [...document.querySelectorAll<HTMLElement>(close)];
        for (const button of buttons) button.click();
        return buttons.length + document.querySelectorAll('dialog[open]').length;
      });
    await expect
      .poll(async () => {
        if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape');
        return left();
      })
      .toBe(0);
  };
  for (const page of pages) await dismiss(page);
}

/** Ends a task, which would keep the phone from what comes next. */
export async function endTask(server: Server, task: string): Promise<void> {
  await server.request('POST', `/api/tasks/${task}/cancel`, server.token);
  await expect.poll(() => stateOf(server, task)).not.toMatch(/running|waiting|paused|queued/);
}

/** Makes a task ask a question; returns a function that ends it. */
export async function ask(stage: Stage, question: Record<string, unknown>): Promise<() => Promise<void>> {
  const { server } = stage;
  const task = await startTask(server, 'Book a table for two', 'They know the place', [
    question,
    { type: 'finish', message: 'All done' },
  ]);
  return () => endTask(server, task);
}
