// The page as a screen reader has it: Chromium's accessibility tree, and nothing else. Elements are found by role and
// name, and operated by focus and keys; announcements are recorded inside the page (see `recorder.ts`).

import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';

import { fetchSaid, startRecorder } from './recorder';

/** A node of the tree that is not ignored. */
export interface AxNode {
  role: string;
  name: string;
  value: string;
  /** States such as `checked`, `expanded`, `focused`, `disabled`, if set. */
  states: Record<string, unknown>;
  /** The element behind it. */
  backend: number | undefined;
  /** The roles and names of its ancestors, nearest first. */
  inside: string[];
}

/** Whether a node has this role and a name like this. */
function matching(role: string, name: RegExp | string): (node: AxNode) => boolean {
  return (node) => node.role === role && (typeof name === 'string' ? node.name === name : name.test(node.name));
}

/** One page's tree. */
export class Tree {
  /** Everything announced so far, in order. */
  readonly announced: string[] = [];

  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async of(page: Page): Promise<Tree> {
    const session = await page.context().newCDPSession(page);
    await session.send('Accessibility.enable');
    await session.send('DOM.enable');
    await startRecorder(page);
    return new Tree(page, session);
  }

  /** Returns all nodes, in reading order. */
  async nodes(): Promise<AxNode[]> {
    await this.listen();
    const { nodes } = await this.session.send('Accessibility.getFullAXTree');
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const text = (value: { value?: unknown } | undefined): string => String(value?.value ?? '');
    const label = (node: (typeof nodes)[number]): string => `${text(node.role)} ${text(node.name)}`;
    const read: AxNode[] = [];
    const walk = (id: string, inside: string[]): void => {
      const node = byId.get(id);
      if (!node) return;
      const within = node.ignored ? inside : [label(node), ...inside];
      if (!node.ignored) {
        read.push({
          role: text(node.role),
          name: text(node.name),
          value: text(node.value),
          states: Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value])),
          backend: node.backendDOMNodeId,
          inside,
        });
      }
      for (const child of node.childIds ?? []) walk(child, within);
    };
    const root = nodes.find((node) => node.parentId === undefined);
    if (root) walk(root.nodeId, []);
    return read;
  }

  /** Collects announcements. */
  private async listen(): Promise<void> {
    this.announced.push(...(await fetchSaid(this.page)));
  }

  /** Returns the first node with this role and a name like this, as soon as it is there. */
  async find(role: string, name: RegExp | string): Promise<AxNode> {
    let found: AxNode | undefined;
    let heard: string[] = [];
    const fits = matching(role, name);
    try {
      await expect
        .poll(async () => {
          const nodes = await this.nodes();
          heard = nodes.filter((node) => node.role === role).map((node) => node.name);
          found = nodes.find(fits);
          return found !== undefined;
        })
        .toBe(true);
    } catch {
      throw new Error(`no ${role} ${String(name)}; there are: ${heard.join(' | ').slice(0, 1_000)}`);
    }
    return found as AxNode;
  }

  /** Waits until this text can be read. */
  async hears(text: RegExp): Promise<void> {
    await expect
      .poll(async () => (await this.nodes()).some((node) => text.test(node.name) || text.test(node.value)), {
        message: `nobody hears ${String(text)}`,
      })
      .toBe(true);
  }

  /** Waits until this is announced, after index `since` of `announced`. */
  async announces(text: RegExp, since = 0): Promise<void> {
    try {
      await expect
        .poll(
          async () => {
            await this.listen();
            return this.announced.slice(since).some((words) => text.test(words));
          },
          { interval: 20 },
        )
        .toBe(true);
    } catch {
      throw new Error(`nobody announces ${String(text)}; announced was: ${this.announced.slice(since).join(' | ')}`);
    }
  }

  /** Waits until no node has this role and a name like this. */
  async gone(role: string, name: RegExp): Promise<void> {
    await expect
      .poll(async () => (await this.nodes()).some((node) => node.role === role && name.test(node.name)), {
        message: `${role} ${String(name)} stays`,
      })
      .toBe(false);
  }

  /** Moves the focus there, as screen readers do, and checks it. */
  async focus(role: string, name: RegExp | string): Promise<AxNode> {
    await expect
      .poll(async () => {
        const node = await this.find(role, name);
        await this.session.send('DOM.focus', { backendNodeId: node.backend! }).catch(() => undefined);
        return (await this.find(role, name)).states.focused === true;
      }, { message: `${role} ${String(name)} takes no focus` })
      .toBe(true);
    return this.find(role, name);
  }

  /** Returns the focused nodes, the document first. */
  async inFocus(): Promise<AxNode[]> {
    return (await this.nodes()).filter((node) => node.states.focused === true);
  }

  /** Waits until this has the focus without the test moving it. */
  async focused(role: string, name: RegExp | string): Promise<void> {
    let there = '';
    const fits = matching(role, name);
    try {
      await expect
        .poll(async () => {
          const last = (await this.inFocus()).at(-1);
          there = `${last?.role} ${last?.name}`;
          return last !== undefined && fits(last);
        })
        .toBe(true);
    } catch {
      throw new Error(`the focus is not on ${role} ${String(name)}, but on ${there}`);
    }
  }

  /** Presses keys, one after the other, wherever the focus is. */
  async keys(...chords: string[]): Promise<void> {
    for (const chord of chords) await this.page.keyboard.press(chord);
  }

  /** Types a text wherever the focus is. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
  }

  /** Focuses it and presses a key. */
  async press(role: string, name: RegExp | string, key = 'Enter'): Promise<void> {
    await this.focus(role, name);
    await this.page.keyboard.press(key);
  }

  /** Presses until it is gone: presses in the first moment do not count. */
  async pressAway(role: string, name: RegExp, key = 'Enter'): Promise<void> {
    await expect
      .poll(async () => {
        const node = (await this.nodes()).find((one) => one.role === role && name.test(one.name));
        if (!node) return true;
        await this.session.send('DOM.focus', { backendNodeId: node.backend! }).catch(() => undefined);
        await this.page.keyboard.press(key);
        return false;
      }, { message: `${role} ${String(name)} stays` })
      .toBe(true);
  }

  /** Writes into a field. */
  async write(role: string, name: RegExp | string, text: string): Promise<void> {
    await this.focus(role, name);
    await this.page.keyboard.insertText(text);
  }

  /** Returns operable elements without a name, which screen readers cannot announce. */
  async nameless(): Promise<string[]> {
    const operable = new Set(['button', 'link', 'textbox', 'checkbox', 'combobox', 'menuitem', 'switch', 'slider', 'tab']);
    return (await this.nodes())
      .filter((node) => operable.has(node.role) && node.name.trim() === '')
      .map((node) => `${node.role} in ${node.inside.slice(0, 3).join(' < ')}`);
  }
}
