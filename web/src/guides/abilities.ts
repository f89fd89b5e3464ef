// What can be asked for without a model, in groups: every line is a request that the planner understands, in every
// language of the page; a test plans each. To add a line, add it here and its translation.

import type { IconName } from '../shell/icons';
import { t } from '../words/say';

/** Requests of one kind. */
export interface Ability {
  name: string;
  icon: IconName;
  requests: readonly string[];
}

/** Everything, grouped as people look for it. */
export const abilities: readonly Ability[] = [
  {
    name: t`Messages and calls`,
    icon: 'send',
    requests: [
      t`Text Mom that I am late`,
      t`Send Mom a WhatsApp that I am on my way`,
      t`Read my messages`,
      t`Call Mom`,
      t`Who called me?`,
      t`What is Mom's number?`,
    ],
  },
  {
    name: t`Time and calendar`,
    icon: 'clock',
    requests: [
      t`Set an alarm for 7 am`,
      t`Set a timer for 5 minutes`,
      t`Remind me to water the plants tomorrow at 9`,
      t`What is on my calendar today?`,
      t`What time is it in Tokyo?`,
    ],
  },
  {
    name: t`Camera, music and notes`,
    icon: 'camera',
    requests: [t`Take a photo`, t`Play some music`, t`Pause the music`, t`Write a note: buy milk`],
  },
  {
    name: t`The phone itself`,
    icon: 'settings',
    requests: [
      t`Turn on the flashlight`,
      t`Turn off Bluetooth`,
      t`Set the volume to 40`,
      t`Set the brightness to 60`,
      t`How full is the battery?`,
      t`Read my notifications`,
      t`Take a screenshot`,
    ],
  },
  {
    name: t`Finding out`,
    icon: 'search',
    requests: [
      t`Navigate to Vienna`,
      t`Search the web for apple pie`,
      t`Open Maps`,
      t`What is 12 times 8?`,
      t`How many miles are 10 kilometers?`,
    ],
  },
];

/** The ways to ask what can be done, without capitals and signs. */
const questions: readonly string[] = [
  'what can you do',
  'what can i ask',
  'what can i say',
  'what could you do',
  'was kannst du',
  'was kannst du alles',
  'was kannst du tun',
  'was kann ich sagen',
  'qué puedes hacer',
  'que puedes hacer',
];

/** Whether somebody asks what can be done. */
export function asksWhatCanBeDone(text: string): boolean {
  const words = text.toLocaleLowerCase().normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length < 8 && questions.includes(words.join(' '));
}
