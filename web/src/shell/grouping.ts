// Decides which windows have their own button on the task bar and which share one. Pure.
//
// While there is room, every window has its own button; then the largest groups are combined first, and the rest goes
// into a list at the end. A group that would leave most of the bar empty keeps as many buttons as fit.

/** The windows of one agent, or (without a name) those that people opened. */
export interface Group {
  agent: string | undefined;
  keys: string[];
}

/** An entry of the bar. */
export type BarEntry =
  | { kind: 'window'; key: string }
  | { kind: 'group'; group: Group }
  | { kind: 'more'; keys: string[] };

/** Groups the windows by agent, in the order of each group's first window. */
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

/** Returns the entries of a bar with room for this many buttons. */
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
  const largest = largestFirst[0];
  if (largest && together.has(largest) && entries.length <= room / 2) {
    const own = room - entries.length;
    const at = entries.findIndex((entry) => entry.kind === 'group' && entry.group === largest);
    const shown = largest.keys.slice(0, own).map((key): BarEntry => ({ kind: 'window', key }));
    return [...entries.slice(0, at), ...shown, { kind: 'more', keys: largest.keys.slice(own) }, ...entries.slice(at + 1)];
  }
  if (entries.length <= room) return entries;
  const shown = entries.slice(0, Math.max(0, room - 1));
  const rest = entries.slice(shown.length).flatMap(keysIn);
  return rest.length > 0 ? [...shown, { kind: 'more', keys: rest }] : shown;
}

function keysIn(entry: BarEntry): string[] {
  if (entry.kind === 'window') return [entry.key];
  return entry.kind === 'group' ? entry.group.keys : entry.keys;
}

/** Returns the hue of an agent's sign, from its name: always the same. */
export function hueOf(name: string): number {
  // FNV-1a, 32 bits.
  let hash = 0x811c9dc5;
  for (const character of name) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash % 360;
}

/** Returns the letter of an agent's sign. */
export function letterOf(name: string): string {
  const first = /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0];
  return first?.toLocaleUpperCase() ?? '•';
}
