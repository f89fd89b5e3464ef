// A remembered choice in plain words. Pure.

import type { RememberedChoice } from '../../protocol/http';
import { cut } from '../../task/words';
import { t } from '../../words/say';

/** The gate's name of an action (`kind text`), and its plain wording. */
const kinds: readonly [string, (text: string, allow: boolean) => string][] = [
  ['shell ', (text, allow) => pick(allow, t`Tasks may run commands on the phone that begin with “${text}” without asking you.`, t`Tasks may not run commands on the phone that begin with “${text}”.`)],
  ['script ', (text, allow) => pick(allow, t`Tasks may run this script without asking you: “${text}”`, t`Tasks may not run this script: “${text}”`)],
  ['tool ', (text, allow) => pick(allow, t`Tasks may use the tool “${text}” without asking you.`, t`Tasks may not use the tool “${text}”.`)],
  ['what cannot be seen in ', (text, allow) => pick(allow, t`Tasks may press what cannot be seen in ${text} without asking you.`, t`Tasks may not press what cannot be seen in ${text}.`)],
  ['sending to ', (text, allow) => pick(allow, t`Tasks may send to “${text}” without asking you.`, t`Tasks may not send to “${text}”.`)],
  ['calling or writing to ', (text, allow) => pick(allow, t`Tasks may call or write to ${text} without asking you.`, t`Tasks may not call or write to ${text}.`)],
  ['pressing ', (text, allow) => pick(allow, t`Tasks may press “${text}” without asking you.`, t`Tasks may not press “${text}”.`)],
  ['', (text, allow) => pick(allow, t`Tasks may do this without asking you: ${text}`, t`Tasks may not do this: ${text}`)],
];

const pick = (allow: boolean, may: string, mayNot: string): string => (allow ? may : mayNot);

/** How much of a script or command is shown. */
const most = 160;

/** Says who may or may not do what. */
export function choiceWords(choice: RememberedChoice): string {
  const agent = choice.who.startsWith('agent:') ? choice.who.slice('agent:'.length) : undefined;
  if (agent !== undefined) {
    const what = cut(choice.what, most);
    const where = choice.context === undefined ? '' : ` (${cut(choice.context, most)})`;
    return pick(
      choice.allow,
      t`${agent} may use “${what}”${where} without asking you.`,
      t`${agent} may not use “${what}”${where}.`,
    );
  }
  for (const [start, words] of kinds)
    if (choice.what.startsWith(start)) return words(cut(choice.what.slice(start.length), most), choice.allow);
  return '';
}
