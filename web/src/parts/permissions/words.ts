// A remembered choice in plain words. Pure.

import type { RememberedChoice } from '../../protocol/http';
import { cut } from '../../task/words';

/** What the gate calls a thing (`kind text`), and how a person says it. */
const kinds: readonly [string, (text: string) => string][] = [
  ['shell ', (text) => `run commands on the phone that begin with “${text}”`],
  ['script ', (text) => `run this script: “${text}”`],
  ['tool ', (text) => `use the tool “${text}”`],
  ['what cannot be seen in ', (text) => `press what cannot be seen in ${text}`],
  ['sending to ', (text) => `send to “${text}”`],
  ['calling or writing to ', (text) => `call or write to ${text}`],
  ['pressing ', (text) => `press “${text}”`],
];

/** The most of a script or command that is shown. */
const most = 160;

/** Who may do what, or may not. */
export function choiceWords(choice: RememberedChoice): string {
  const agent = choice.who.startsWith('agent:') ? choice.who.slice('agent:'.length) : undefined;
  const may = choice.allow ? 'may' : 'may not';
  if (agent !== undefined) {
    const where = choice.context === undefined ? '' : ` (${cut(choice.context, most)})`;
    return `${agent} ${may} use “${cut(choice.what, most)}”${where} without asking you.`;
  }
  const kind = kinds.find(([start]) => choice.what.startsWith(start));
  const text = kind ? kind[1](cut(choice.what.slice(kind[0].length), most)) : cut(choice.what, most);
  return `Tasks ${may} ${text} without asking you.`;
}
