// Tasks in plain words: states, operations of plans, actions on phones, durations. Pure.

import type { TaskState } from '../protocol/http';
import * as is from '../protocol-runtime';

const states: Record<TaskState, string> = {
  queued: 'Waiting for the phone',
  running: 'Working',
  paused: 'Paused',
  success: 'Done',
  failed: 'Not done',
  timeout: 'Stopped at a limit',
  interrupted: 'Stopped',
};

/** Describes the state of a task. */
export function stateWords(state: TaskState): string {
  return states[state];
}

const operations: Record<string, string> = {
  open_app: 'Open the app',
  find_contact: 'Find the contact',
  open_conversation: 'Open the conversation',
  type_text: 'Write the text',
  send: 'Send it',
  call_contact: 'Call',
  toggle_setting: 'Change the setting',
  read_screen: 'Read what is on the screen',
  launch_vision_mode: 'Look through the camera',
  set_alarm: 'Set the alarm',
  set_timer: 'Set the timer',
  search_web: 'Search the web',
  open_url: 'Open the web page',
  take_photo: 'Take the photo',
  set_volume: 'Set the volume',
  set_brightness: 'Set the brightness',
  play_media: 'Play it',
  add_contact: 'Add the contact',
  create_note: 'Write the note',
  create_event: 'Put it in the calendar',
  navigate_to: 'Find the way',
  set_reminder: 'Set the reminder',
  read_messages: 'Read the messages',
  read_notifications: 'Read the notifications',
  tell_time: 'Tell the time',
  tell_battery: 'Look at the battery',
  answer_call: 'Take the call',
  end_call: 'Hang up',
  go_back: 'Go back',
  go_home: 'Go to the home screen',
  scroll: 'Scroll',
  tap_label: 'Press it',
  pay: 'Pay',
  delete_items: 'Delete',
  uninstall_app: 'Remove the app',
  share_location: 'Share the location',
  factory_reset: 'Erase the phone',
  call_emergency: 'Call for help',
};

/** Describes an operation of a plan. One newer than this page is spelled out. */
export function operationWords(op: string): string {
  if (Object.hasOwn(operations, op)) return operations[op] ?? op;
  return capital(op.replaceAll('_', ' ').trim() || 'Something else');
}

const deeds: Record<string, string> = {
  tap: 'Tap',
  long_press: 'Press and hold',
  double_tap: 'Tap twice',
  swipe: 'Swipe',
  drag: 'Drag',
  scroll: 'Scroll',
  pinch: 'Pinch',
  type: 'Type',
  keyevent: 'Press a key',
  launch_app: 'Open an app',
  open_app: 'Open an app',
  shell: 'Ask Android for it',
  wait: 'Wait',
  finish: 'Done',
  back: 'Go back',
  home: 'Go to the home screen',
};

/** Describes an action on a phone, as found in events (JSON), in a few words. */
export function actionWords(json: string | null | undefined): string {
  if (!json) return '';
  let action: unknown;
  try {
    action = JSON.parse(json);
  } catch {
    return '';
  }
  if (!is.object(action) || typeof action.type !== 'string') return '';
  const { type } = action;
  if (type === 'type' && typeof action.text === 'string') return `Type “${cut(action.text, 60)}”`;
  if (type === 'open_app' && typeof action.name === 'string') return `Open ${action.name}`;
  return Object.hasOwn(deeds, type) ? (deeds[type] ?? '') : capital(type.replaceAll('_', ' ').trim());
}

/** Capitalises the first letter. */
export function capital(text: string): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase() + rest.join('');
}

/** Shortens a text to this many characters. */
export function cut(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}

/** Formats seconds for people. */
export function durationWords(seconds: number): string {
  if (seconds < 1) return 'under a second';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Describes the cost of a task: its time, its tokens if a model was asked, and money if that is known. */
export function costWords(cost: { seconds?: number; tokens?: number; money?: number }): string {
  const said: string[] = [];
  if (cost.seconds !== undefined) said.push(durationWords(cost.seconds));
  if (cost.tokens) said.push(`${cost.tokens.toLocaleString()} tokens`);
  if (cost.money) said.push(`$${cost.money.toFixed(cost.money < 0.1 ? 4 : 2)}`);
  return said.join(' · ');
}

/** Joins names: `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
