// The suggestions of the command bar: commands and earlier requests. Pure.

import { commands, type Command } from './commands';

/** A suggestion. */
export type Offer =
  | { kind: 'command'; text: string; hint: string; command: Command }
  | { kind: 'past'; text: string };

/** The most suggestions at a time. */
const most = 6;

/** Returns the suggestions for this text. `past` has the earlier requests, the latest first. */
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
  // After the name comes the argument, for which there are no suggestions.
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
