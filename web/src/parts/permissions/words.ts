// A remembered choice in plain words. Pure.

import type { RememberedChoice } from '../../protocol/http';
import { cut } from '../../task/words';

/** The gate's name of an action (`kind text`), and its plain wording. */
const kinds: readonly [string, (text: string) => string][] = [
  ['shell ', (text) => `run commands on the phone that begin with “${text}”`],
  ['script ', (text) => `run this script: “${text}”`],
  ['tool ', (text) => `use the tool “${text}”`],
  ['what cannot be seen in ', (text) => `press what cannot be seen in ${text}`],
  ['sending to ', (text) => `send to “${text}”`],
  ['calling or writing to ', (text) => `call or write to ${text}`],
  ['pressing ', (text) => `press “${text}”`],
];

/** How much of a script or command is shown. */
const most = 160;

/** Says who may or may not do what. */
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
