// Three things to try first. Each is carried out on the built-in phone by the planner alone, asks nothing back and
// can be seen on the phone; a test runs every one of them. The words below say what will be seen.

import type { IconName } from '../shell/icons';

/** Something to try. */
export interface Suggestion {
  goal: string;
  does: string;
  icon: IconName;
}

/** For the built-in phone: nobody is reached from there. */
export const suggestions: readonly Suggestion[] = [
  {
    goal: 'Send Mom a WhatsApp that I am on my way',
    does: 'Opens the chat, types it, sends it. No real person gets it.',
    icon: 'send',
  },
  {
    goal: 'Open Settings and turn on the dark theme',
    does: 'Opens Settings, and the whole phone turns dark.',
    icon: 'moon',
  },
  {
    goal: 'Take a photo',
    does: 'Opens the camera and presses the shutter.',
    icon: 'camera',
  },
];

/** The id of the phone that is built in. */
export const builtIn = 'sim';
