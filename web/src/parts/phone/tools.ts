// The phone's buttons: one table for the bar, the keys and the list of keys.

import { t } from '../../words/say';
import { key } from './deeds';
import type { ToolId } from './shortcuts';
import type { SignName } from './signs';
import type { PhoneView } from './view';

/** One button. */
export interface Tool {
  id: ToolId;
  label: string;
  sign: SignName;
  /** Whether it is on, for toggles. */
  on?: () => boolean;
  act: () => void;
}

/** What the buttons need besides the view. */
export interface ToolWorld {
  chooseFile: () => void;
  focusKeys: () => void;
  saveScreenshot: () => void;
}

/** All buttons, group by group. */
export function toolsOf(view: PhoneView, world: ToolWorld): Tool[][] {
  const press = (name: string) => (): void => view.use(key(name));
  const turn = (): void => {
    const screen = view.stream.screen();
    const upright = !screen || screen.height >= screen.width;
    view.use({ type: 'ROTATE', to: upright ? 'landscape' : 'portrait' });
  };
  return [
    [
      { id: 'back', label: t`Back`, sign: 'back', act: press('BACK') },
      { id: 'home', label: 'Home', sign: 'home', act: press('HOME') },
      { id: 'recents', label: t`Recent apps`, sign: 'recents', act: press('APP_SWITCH') },
    ],
    [
      { id: 'quieter', label: t`Volume down`, sign: 'quieter', act: press('VOLUME_DOWN') },
      { id: 'louder', label: t`Volume up`, sign: 'louder', act: press('VOLUME_UP') },
      { id: 'power', label: t`Power button`, sign: 'power', act: press('POWER') },
      { id: 'rotate', label: t`Rotate the screen`, sign: 'rotate', act: turn },
    ],
    [
      { id: 'screenshot', label: t`Save a picture`, sign: 'camera', act: world.saveScreenshot },
      { id: 'file', label: t`Send a file`, sign: 'file', act: world.chooseFile },
      { id: 'keyboard', label: t`Type on the phone`, sign: 'keyboard', act: world.focusKeys },
      {
        id: 'numbers',
        label: t`Numbers`,
        sign: 'numbers',
        on: () => view.shown().numbers,
        act: () => view.show({ numbers: !view.shown().numbers }),
      },
      {
        id: 'list',
        label: t`Show as list`,
        sign: 'list',
        on: () => view.shown().list,
        act: () => view.show({ list: !view.shown().list, picture: true }),
      },
      {
        id: 'help',
        label: t`Keys and gestures`,
        sign: 'help',
        on: () => view.shown().help,
        act: () => view.show({ help: !view.shown().help }),
      },
    ],
  ];
}
