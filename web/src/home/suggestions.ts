// Three suggestions for the first request. The planner alone runs each on the built-in phone, without a question and
// with a visible result; a test runs every one of them. The text below each describes the result.

import type { IconName } from '../shell/icons';
import { t } from '../words/say';

/** A suggestion. */
export interface Suggestion {
  goal: string;
  does: string;
  icon: IconName;
}

/** For the built-in phone, from which nobody is reached. */
export const suggestions: readonly Suggestion[] = [
  {
    goal: t`Send Mom a WhatsApp that I am on my way`,
    does: t`Opens the chat, types it, sends it. No real person gets it.`,
    icon: 'send',
  },
  {
    goal: t`Open Settings and turn on the dark theme`,
    does: t`Opens Settings, and the whole phone turns dark.`,
    icon: 'moon',
  },
  {
    goal: t`Take a photo`,
    does: t`Opens the camera and presses the shutter.`,
    icon: 'camera',
  },
];

/** The id of the built-in phone. */
export const builtIn = 'sim';
