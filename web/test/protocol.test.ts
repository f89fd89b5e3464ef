/**
 * The generated guards against `scenarios/guards.jsonl`, the same rows that `crates/action/tests/guards.rs`
 * puts before the Rust readers.
 */

import { describe, expect, test } from 'vitest';

import scenarios from '../../scenarios/guards.jsonl?raw';
import * as phone from '../src/protocol/phone';

interface Row {
  /** `isTap`, or `phone.isTap` where two modules have one of that name. */
  guard: string;
  value: unknown;
  ok: boolean;
  /** What the strict Rust reader says, where that is more than structure. */
  strict?: boolean;
  why: string;
}

const modules = import.meta.glob<Record<string, unknown>>('../src/protocol/*.ts', { eager: true });

function guard(name: string): (value: unknown) => boolean {
  const [local = name, module = ''] = name.split('.').reverse();
  const found = Object.entries(modules)
    .filter(([path]) => path.endsWith(`/${module}.ts`) || module === '')
    .map(([, exported]) => exported[local])
    .filter((exported) => typeof exported === 'function');
  const [only] = found;
  if (only === undefined || found.length > 1) {
    throw new Error(`there are ${found.length} guards \`${name}\``);
  }
  return only as (value: unknown) => boolean;
}

const rows = scenarios
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as Row);

describe('guards', () => {
  test('there are rows enough', () => {
    expect(rows.length).toBeGreaterThanOrEqual(60);
  });

  test.each(rows)('$guard: $why', ({ guard: name, value, ok }) => {
    expect(guard(name)(value)).toBe(ok);
  });

  test('a union takes what one of its members takes', () => {
    for (const { guard: name, value, ok } of rows) {
      const other = ['isModelStepOutput', 'isOsAction', 'isActionPlan'].includes(name);
      const action = ok && !other && /"type":/.test(JSON.stringify(value));
      if (action) expect(phone.isAgentAction(value), JSON.stringify(value)).toBe(true);
    }
  });

  test('the type of an action narrows it', () => {
    const value: unknown = JSON.parse('{"type":"tap","x":1,"y":2}');
    if (!phone.isAgentAction(value) || value.type !== 'tap') throw new Error('not a tap');
    expect(value.x + value.y).toBe(3);
  });
});
