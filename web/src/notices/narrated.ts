// What the server tells about tasks, in the reader's language. The desktop's notices are the same for everybody, so the
// server writes them in English; each page translates those of the runtime. An agent's texts stay as they are.

import { t, translated } from '../words/say';
import { narrator } from './narrator';

type Sentence = [pattern: RegExp, say: (...parts: string[]) => string];

const steps: Sentence[] = [
  [/^taps$/, () => t`taps`],
  [/^taps twice$/, () => t`taps twice`],
  [/^presses and holds$/, () => t`presses and holds`],
  [/^swipes$/, () => t`swipes`],
  [/^drags$/, () => t`drags`],
  [/^types “(.*)”$/s, (text) => t`types “${text}”`],
  [/^clears the field$/, () => t`clears the field`],
  [/^presses (.*)$/s, (key) => t`presses ${key}`],
  [/^opens an app$/, () => t`opens an app`],
  [/^opens (.*)$/s, (what) => t`opens ${what}`],
  [/^asks Android for it$/, () => t`asks Android for it`],
  [/^runs a script$/, () => t`runs a script`],
  [/^uses the tool (.*)$/s, (tool) => t`uses the tool ${tool}`],
  [/^waits for your answer$/, () => t`waits for your answer`],
  [/^waits a moment$/, () => t`waits a moment`],
  [/^looks again$/, () => t`looks again`],
  [/^notes “(.*)”$/s, (text) => t`notes “${text}”`],
  [/^is done$/, () => t`is done`],
  [/^gives up$/, () => t`gives up`],
];

const sentences: Sentence[] = [
  [/^Step (\d+) of (\d+): (.*)$/s, (step, of, what) => t`Step ${step} of ${of}: ${said(steps, what ?? '')}`],
  [/^Step (\d+) of (\d+)$/, (step, of) => t`Step ${step} of ${of}`],
  [/^Step (\d+): retrying \((.*)\)$/s, (step, why) => t`Step ${step}: retrying (${why})`],
  [
    /^Lost the phone \((.*)\); waiting up to (\d+) s for it$/s,
    (why, seconds) => t`Lost the phone (${why}); waiting up to ${seconds} s for it`,
  ],
  [/^The phone is back$/, () => t`The phone is back`],
  [/^Paused: a person took over the phone$/, () => t`Paused: a person took over the phone`],
  [/^Paused$/, () => t`Paused`],
  [/^Goes on$/, () => t`Goes on`],
  [/^Starts$/, () => t`Starts`],
  [/^Continues$/, () => t`Continues`],
  [/^A script made (.*)$/s, (file) => t`A script made ${file}`],
  [/^Done: (.*)$/s, (what) => t`Done: ${what}`],
  [/^Failed: (.*)$/s, (why) => t`Failed: ${why}`],
  [/^Stopped at a limit: (.*)$/s, (why) => t`Stopped at a limit: ${why}`],
  [/^Stopped: (.*)\. It can go on\.$/s, (why) => t`Stopped: ${why}. It can go on.`],
  [/^Stopped: (.*)$/s, (what) => t`Stopped: ${what}`],
  [/^Stopped$/, () => t`Stopped`],
  [/^Old runs will be deleted$/, () => t`Old runs will be deleted`],
  [
    /^1 run \((\d+) kB\) in (\d+) minutes, as the configuration says\. “Keep” in a task’s details keeps it\.$/,
    (size, minutes) =>
      t`1 run (${size} kB) in ${minutes} minutes, as the configuration says. “Keep” in a task’s details keeps it.`,
  ],
  [
    /^(\d+) runs \((\d+) kB\) in (\d+) minutes, as the configuration says\. “Keep” in a task’s details keeps it\.$/,
    (count, size, minutes) =>
      t`${count} runs (${size} kB) in ${minutes} minutes, as the configuration says. “Keep” in a task’s details keeps it.`,
  ],
  [/^The app offers to undo the last action: “(.*)”$/s, (label) => t`The app offers to undo the last action: “${label}”`],
  [/^You can undo the last action on the phone: “(.*)”$/s, (label) => t`You can undo the last action on the phone: “${label}”`],
];

function said(known: readonly Sentence[], text: string): string {
  for (const [pattern, say] of known) {
    const found = pattern.exec(text);
    if (found) return say(...found.slice(1));
  }
  return translated(text);
}

/** Returns a text of a notice in the reader's language, if it is the runtime's. */
export function narrated(from: string, text: string): string {
  return from === narrator ? said(sentences, text) : text;
}
