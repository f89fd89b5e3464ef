// Which windows stand on the task bar one by one and which together. Pure.
//
// While there is room every window has its own button; when there is none the largest groups are put together
// first, and what still finds no room stands in a list at the end.

/** The windows of one agent, or (without a name) those that people opened. */
export interface Group {
  agent: string | undefined;
  keys: string[];
}

/** What stands on the bar. */
export type BarEntry =
  | { kind: 'window'; key: string }
  | { kind: 'group'; group: Group }
  | { kind: 'more'; keys: string[] };

/** The windows by agent, in the order in which each group's first one came. */
export function groupsOf(
  keys: readonly string[],
  agentOf: (key: string) => string | undefined,
): Group[] {
  const groups = new Map<string | undefined, Group>();
  for (const key of keys) {
    const agent = agentOf(key);
    const group = groups.get(agent);
    if (group) group.keys.push(key);
    else groups.set(agent, { agent, keys: [key] });
  }
  return [...groups.values()];
}

/** What stands on a bar that has room for so many buttons. */
export function layOut(groups: readonly Group[], room: number): BarEntry[] {
  const together = new Set<Group>();
  const count = (): number =>
    groups.reduce((sum, group) => sum + (together.has(group) ? 1 : group.keys.length), 0);
  const largestFirst = groups
    .filter((group) => group.keys.length > 1)
    .sort((a, b) => b.keys.length - a.keys.length);
  for (const group of largestFirst) {
    if (count() <= room) break;
    together.add(group);
  }
  const entries = groups.flatMap((group): BarEntry[] =>
    together.has(group)
      ? [{ kind: 'group', group }]
      : group.keys.map((key) => ({ kind: 'window', key })),
  );
  if (entries.length <= room) return entries;
  const shown = entries.slice(0, Math.max(0, room - 1));
  const rest = entries.slice(shown.length).flatMap(keysIn);
  return rest.length > 0 ? [...shown, { kind: 'more', keys: rest }] : shown;
}

function keysIn(entry: BarEntry): string[] {
  if (entry.kind === 'window') return [entry.key];
  return entry.kind === 'group' ? entry.group.keys : entry.keys;
}

/** The hue of an agent's sign, from its name: the same wherever and whenever it is seen. */
export function hueOf(name: string): number {
  // FNV-1a, 32 bits.
  let hash = 0x811c9dc5;
  for (const character of name) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash % 360;
}

/** The letter of an agent's sign. */
export function letterOf(name: string): string {
  const first = /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0];
  return first?.toLocaleUpperCase() ?? '•';
}
