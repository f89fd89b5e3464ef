// What the command bar offers while somebody types: commands, and what was asked for before. Pure.

import { commands, type Command } from './commands';

/** Something to choose. */
export type Offer =
  | { kind: 'command'; text: string; hint: string; command: Command }
  | { kind: 'past'; text: string };

/** So many are offered at a time. */
const most = 6;

/** What to offer for this text. `past` is what was asked for before, the latest first. */
export function offersFor(text: string, past: readonly string[]): Offer[] {
  const typed = text.trimStart();
  if (typed.startsWith('/')) return commandsFor(typed);
  const words = typed.toLocaleLowerCase().split(/\s+/).filter((word) => word !== '');
  const seen = new Set<string>([typed.trim().toLocaleLowerCase()]);
  const offers: Offer[] = [];
  for (const goal of past) {
    const low = goal.trim().toLocaleLowerCase();
    if (low === '' || seen.has(low) || !words.every((word) => low.includes(word))) continue;
    seen.add(low);
    offers.push({ kind: 'past', text: goal.trim() });
    if (offers.length === most) break;
  }
  return offers;
}

function commandsFor(typed: string): Offer[] {
  // Behind the name comes what is meant by it: nothing is offered there.
  if (/\s/.test(typed)) return [];
  const start = typed.slice(1).toLocaleLowerCase();
  return commands
    .filter((command) => command.name.startsWith(start))
    .map((command) => ({
      kind: 'command',
      text: `/${command.name}`,
      hint: command.does,
      command,
    }));
}
