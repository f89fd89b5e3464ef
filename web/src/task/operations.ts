// The steps of a plan in words, before they are carried out. Pure.
//
// To add an operation, add a line to `operations`. One that is newer than this page is spelled out.

import type { PlannedStep } from '../protocol/wire';
import { t } from '../words/say';
import { capital, cut, durationWords } from './words';

/** How much of a text is repeated. */
const most = 80;

const settings: Readonly<Record<string, string>> = {
  wifi: t`Wi-Fi`,
  bluetooth: t`Bluetooth`,
  flashlight: t`the torch`,
  airplane_mode: t`airplane mode`,
  dark_mode: t`the dark theme`,
  location: t`location`,
  do_not_disturb: t`Do Not Disturb`,
  mobile_data: t`mobile data`,
  nfc: t`NFC`,
  hotspot: t`the hotspot`,
  battery_saver: t`the battery saver`,
  auto_rotate: t`auto-rotation`,
};

function settingName(setting: string): string {
  return (Object.hasOwn(settings, setting) ? settings[setting] : undefined) ?? setting.replaceAll('_', ' ');
}

interface Step {
  /** Returns an argument; empty if it is absent. */
  arg: (name: string) => string;
  /** The person that an earlier step of the plan found; empty if there is none. */
  who: string;
}

type Words = (step: Step) => string;

const timed = ({ arg }: Step): string => [arg('time'), arg('date'), arg('days')].filter((one) => one !== '').join(', ');
const length = ({ arg }: Step): string => durationWords(Number(arg('duration_s')));
const on = ({ arg }: Step): boolean => arg('state') === 'on' || arg('state') === 'true';

const operations: Readonly<Record<string, Words>> = {
  open_app: ({ arg }) => (arg('name') ? t`Open ${arg('name')}` : t`Open the app`),
  find_contact: ({ arg }) => (arg('name') ? t`Find ${arg('name')}` : t`Find the contact`),
  open_conversation: ({ who }) => (who ? t`Open the conversation with ${who}` : t`Open the conversation`),
  type_text: ({ arg, who }) => (who ? t`Write “${arg('text')}” to ${who}` : t`Write “${arg('text')}”`),
  send: ({ who }) => (who ? t`Send it to ${who}` : t`Send it`),
  call_contact: ({ arg }) => t`Call ${arg('name') || arg('number')}`,
  toggle_setting: (step) =>
    on(step) ? t`Turn on ${settingName(step.arg('setting'))}` : t`Turn off ${settingName(step.arg('setting'))}`,
  read_screen: () => t`Read what is on the screen`,
  launch_vision_mode: () => t`Look through the camera`,
  set_alarm: (step) => t`Set the alarm: ${timed(step)}`,
  set_timer: (step) => t`Set a timer: ${length(step)}`,
  cancel_alarm: () => t`Turn off the alarm`,
  change_alarm: () => t`Change the alarm`,
  snooze_alarm: () => t`Let the alarm ring again later`,
  tell_alarms: () => t`Say which alarms are set`,
  cancel_timer: () => t`Stop the timers`,
  tell_timer: () => t`Say how long the timers still run`,
  control_timer: () => t`Pause the timer, or let it go on`,
  change_timer: () => t`Change the running timer`,
  tell_stopwatch: () => t`Say how long the stopwatch has been running`,
  control_stopwatch: () => t`Use the stopwatch`,
  search_web: ({ arg }) => t`Search for “${arg('query')}”`,
  open_url: ({ arg }) => t`Open ${arg('url')}`,
  take_photo: () => t`Take the photo`,
  tell_contact: () => t`Look it up in the contacts`,
  tell_storage: () => t`Look at the storage`,
  send_photo: ({ arg }) => t`Send the newest photo to ${arg('recipient')}`,
  write_mail: ({ arg }) => t`Send ${arg('recipient')} an e-mail`,
  edit_contact: ({ arg }) => t`Change the contact ${arg('name')}`,
  block_number: ({ arg }) =>
    arg('state') === 'off' ? t`Unblock ${arg('name') || arg('number')}` : t`Block ${arg('name') || arg('number')}`,
  read_mail: () => t`Read the e-mails`,
  search_mail: ({ arg }) => t`Search the e-mails for “${arg('query')}”`,
  control_call: () => t`Change the call`,
  add_to_list: ({ arg }) => t`Put “${arg('items')}” on a list`,
  tell_list: () => t`Say what is on the list`,
  join_network: ({ arg }) => t`Connect to the network ${arg('name')}`,
  install_app: ({ arg }) => t`Install ${arg('name')}`,
  record_video: () => t`Record a video`,
  record_audio: () => t`Record sound`,
  move_file: ({ arg }) => (arg('copy') ? t`Copy the file ${arg('file')}` : t`Move the file ${arg('file')}`),
  create_folder: ({ arg }) => t`Make the folder ${arg('name')}`,
  delete_file: ({ arg }) => (arg('file') ? t`Delete the file ${arg('file')}` : t`Delete the files`),
  edit_note: ({ arg }) => t`Add to the note ${arg('file')}`,
  replace_note: ({ arg }) => t`Replace the text of the note ${arg('file')}`,
  take_screenshot: () => t`Save a picture of the screen`,
  lock_screen: () => t`Lock the phone`,
  set_volume: () => t`Set the volume`,
  set_ringer: () => t`Set how the phone rings`,
  set_text_size: () => t`Change the size of texts`,
  set_brightness: () => t`Set the brightness`,
  play_media: ({ arg }) => (arg('query') ? t`Play “${arg('query')}”` : t`Play it`),
  control_media: () => t`Control what is playing`,
  add_contact: ({ arg }) => t`Add ${arg('name')} to the contacts`,
  create_note: ({ arg }) => t`Write down “${arg('text')}”`,
  create_event: ({ arg }) => t`Put “${arg('title')}” into the calendar`,
  cancel_event: () => t`Delete the event`,
  move_event: () => t`Move the event`,
  tell_events: () => t`Look into the calendar`,
  navigate_to: ({ arg }) => t`Find the way to ${arg('destination')}`,
  set_reminder: ({ arg }) => t`Set a reminder: “${arg('text')}”`,
  search_messages: ({ arg }) => t`Find messages that say “${arg('query')}”`,
  read_messages: () => t`Read the messages`,
  reply: ({ arg }) => (arg('text') ? t`Reply “${arg('text')}”` : t`Reply`),
  tell_calls: () => t`Look who has called`,
  call_back: () => t`Call back`,
  read_notifications: () => t`Read the notifications`,
  tell_time: () => t`Tell the time`,
  tell_date: () => t`Tell the date`,
  tell_setting: ({ arg }) => t`Look whether ${settingName(arg('setting'))} is on`,
  calculate: () => t`Calculate it`,
  convert_units: () => t`Convert it`,
  tell_battery: () => t`Look at the battery`,
  tell_help: () => t`Say what you can ask for`,
  undo_last: () => t`Undo the last request`,
  answer_call: () => t`Take the call`,
  end_call: () => t`Hang up`,
  go_back: () => t`Go back`,
  go_home: () => t`Go to the home screen`,
  scroll: () => t`Scroll`,
  tap_label: ({ arg }) => (arg('label') ? t`Press “${arg('label')}”` : t`Press it`),
  pay: ({ arg }) => (arg('recipient') ? t`Pay ${arg('recipient')} ${arg('amount')}` : t`Pay`),
  delete_items: () => t`Delete it`,
  uninstall_app: ({ arg }) => t`Remove ${arg('name')}`,
  share_location: ({ arg, who }) => t`Share the location with ${arg('recipient') || who}`,
  factory_reset: () => t`Erase the phone`,
  call_emergency: () => t`Call for help`,
};

/** Describes an operation whose arguments are not known. */
export function operationWords(op: string): string {
  return capital(op.replaceAll('_', ' ').trim() || t`Something else`);
}

/** Describes each step of a plan that is still to come. */
export function stepWords(steps: readonly PlannedStep[]): string[] {
  let who = '';
  return steps.map(({ op, args }) => {
    const arg = (name: string): string => cut(args?.[name] ?? '', most);
    if (op === 'find_contact') who = arg('name');
    const words = Object.hasOwn(operations, op) ? operations[op] : undefined;
    return words?.({ arg, who }).trim() ?? (capital(op.replaceAll('_', ' ').trim()) || t`Something else`);
  });
}
