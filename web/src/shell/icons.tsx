// The icons of the page, drawn on a grid of 20, and the mapping from names and emoji.

import { Show, type JSX } from 'solid-js';

const drawings = {
  close: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  minimize: 'M5 14.5h10',
  maximize: 'M5.5 5.5h9v9h-9z',
  restore: 'M7.5 7.5v-2h7v7h-2M5.5 7.5h7v7h-7z',
  move: 'M10 3v14M3 10h14M7.8 5.2L10 3l2.2 2.2M7.8 14.8L10 17l2.2-2.2M5.2 7.8L3 10l2.2 2.2M14.8 7.8L17 10l-2.2 2.2',
  resize: 'M11.5 4H16v4.5M8.5 16H4v-4.5M16 4l-5 5M4 16l5-5',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  lock: 'M5.5 9h9v7h-9zM7.5 9V7a2.5 2.5 0 0 1 5 0v2',
  bell: 'M10 3.5a4.5 4.5 0 0 0-4.5 4.5c0 4-1.5 5-1.5 5h12s-1.5-1-1.5-5A4.5 4.5 0 0 0 10 3.5M8.5 16a1.6 1.6 0 0 0 3 0',
  undo: 'M7 5L3.5 8.5 7 12M3.8 8.5H12a4.25 4.25 0 0 1 0 8.5H9',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
  moon: 'M16.5 11.8A6.8 6.8 0 0 1 8.2 3.5a6.8 6.8 0 1 0 8.3 8.3z',
  contrast: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 3v14M10 6.5h4.5M10 10h6M10 13.5h4.5',
  send: 'M3.5 10L16.5 4l-4 12.5-3-5zM9.5 11.5l7-7.5',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  info: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 9.2V13.5M10 6.5h.01',
  warning: 'M10 3.5L2.8 16h14.4zM10 8.5v3.5M10 14h.01',
  error: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M7.7 7.7l4.6 4.6M12.3 7.7l-4.6 4.6',
  window: 'M3 5h14v10.5H3zM3 8h14',
  app: 'M4 4h5v5H4zM11 4h5v5h-5zM4 11h5v5H4zM11 11h5v5h-5z',
  file: 'M5.5 3h6l3.5 3.5V17h-9.5zM11.5 3v3.5H15',
  link: 'M8.5 11.5a3 3 0 0 0 4.2 0l2.6-2.6a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-2.6 2.6a3 3 0 0 0 4.2 4.2l1-1',
  pause: 'M7 5v10M13 5v10',
  stop: 'M6 6h8v8H6z',
  mic: 'M10 3a2.2 2.2 0 0 0-2.2 2.2v4.6a2.2 2.2 0 0 0 4.4 0V5.2A2.2 2.2 0 0 0 10 3M5 9.5a5 5 0 0 0 10 0M10 14.5V17',
  key: 'M6.5 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 10h7v3M14 10v2.5',
  chip: 'M6 6h8v8H6zM8 3v3M12 3v3M8 14v3M12 14v3M3 8h3M3 12h3M14 8h3M14 12h3',
  arrow: 'M10 16V4.5M5 9.5l5-5 5 5',
  spark: 'M10 3l1.7 5.3L17 10l-5.3 1.7L10 17l-1.7-5.3L3 10l5.3-1.7z',
  speaker: 'M4 8v4h2.5L10 15V5L6.5 8zM13 7.5a3.5 3.5 0 0 1 0 5M15.2 5.3a6.6 6.6 0 0 1 0 9.4',
  play: 'M6.5 4.5l9 5.5-9 5.5z',
  monitor: 'M3 4h14v9.5H3zM7 16.5h6M10 13.5v3',
  camera: 'M3 6.5h3.5L8 4.5h4l1.5 2H17V15.5H3zM10 8a2.8 2.8 0 1 0 0 5.6A2.8 2.8 0 0 0 10 8',
  copy: 'M7.5 7.5h8.5V16H7.5zM7.5 12.5H4V4h8.5v3.5',
  refresh: 'M15.8 8A6.2 6.2 0 1 0 16 12M16 4v4h-4',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4M12.7 12.7L16.5 16.5',
  plus: 'M10 4.5v11M4.5 10h11',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.8 10.5h7.4L14.5 6',
  download: 'M10 3.5v9M6.5 9.5L10 13l3.5-3.5M4 16.5h12',
  upload: 'M10 13V4M6.5 7L10 3.5 13.5 7M4 16.5h12',
  edit: 'M4 16l.8-3.5L13.5 3.8l2.7 2.7L7.5 15.2z',
  star: 'M10 3l2.2 4.6 5 .7-3.6 3.5.9 5L10 14.4l-4.5 2.4.9-5L2.8 8.3l5-.7z',
  heart: 'M10 16.5S3.5 12.5 3.5 8A3.5 3.5 0 0 1 10 6.2 3.5 3.5 0 0 1 16.5 8c0 4.5-6.5 8.5-6.5 8.5z',
  mail: 'M3 5h14v10H3zM3 5.5l7 5.5 7-5.5',
  calendar: 'M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3M13 3v3',
  clock: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 6.5V10l2.5 2',
  user: 'M10 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6M4 17c0-3.5 2.7-5 6-5s6 1.5 6 5',
  snap: 'M3 4.5h14v11H3zM10 4.5v11M3.5 8h6M3.5 12h6',
  grid: 'M4 4h3v3H4zM8.5 4h3v3h-3zM13 4h3v3h-3zM4 8.5h3v3H4zM8.5 8.5h3v3h-3zM13 8.5h3v3h-3zM4 13h3v3H4zM8.5 13h3v3h-3zM13 13h3v3h-3z',
  windows: 'M3 6.5h10.5v9H3zM6.5 6.5v-3H17v9h-3.5M3 9.5h10.5',
  home: 'M3.5 10L10 4l6.5 6M5.5 8.5V16h9V8.5M8.5 16v-4h3v4',
  back: 'M8.5 4.5L3 10l5.5 5.5M3.5 10H17',
  keyboard: 'M2.5 5.5h15v9h-15zM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 11.8h7',
  redo: 'M13 5l3.5 3.5L13 12M16.2 8.5H8a4.25 4.25 0 0 0 0 8.5h3',
  shield: 'M10 3l6 2v4.5c0 4-2.7 6.5-6 7.5-3.3-1-6-3.5-6-7.5V5zM7.5 10l1.8 1.8 3.2-3.5',
  phone: 'M6 2.5h8v15H6zM9 15h2',
  settings: 'M3.5 6h6M13.5 6h3M11.5 4v4M3.5 14h3M10.5 14h6M8.5 12v4',
  left: 'M12 5l-5 5 5 5',
  right: 'M8 5l5 5-5 5',
  up: 'M5 12l5-5 5 5',
  down: 'M5 8l5 5 5-5',
} as const;

/** The name of an icon that this page can draw. */
export type IconName = keyof typeof drawings;

/** An icon. It is silent for screen readers: the element it is on has a name. */
export function Icon(props: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" data-icon={props.name} viewBox="0 0 20 20" aria-hidden="true">
      <path d={drawings[props.name]} />
    </svg>
  );
}

const otherNames: Record<string, IconName> = {
  x: 'close',
  cancel: 'close',
  ok: 'check',
  done: 'check',
  success: 'check',
  alert: 'warning',
  warn: 'warning',
  danger: 'error',
  fail: 'error',
  message: 'mail',
  email: 'mail',
  delete: 'trash',
  remove: 'trash',
  add: 'plus',
  save: 'download',
  run: 'play',
  start: 'play',
  time: 'clock',
  timer: 'clock',
  alarm: 'clock',
  person: 'user',
  contact: 'user',
  gear: 'settings',
  reload: 'refresh',
  sync: 'refresh',
  notification: 'bell',
  document: 'file',
  url: 'link',
  find: 'search',
  pencil: 'edit',
};

function isIconName(name: string): name is IconName {
  return Object.hasOwn(drawings, name);
}

/** Returns the icon for an agent's name, if this page has it. */
export function iconNamed(name: string | undefined): IconName | undefined {
  const wanted = name?.trim().toLowerCase() ?? '';
  if (isIconName(wanted)) return wanted;
  return Object.hasOwn(otherNames, wanted) ? otherNames[wanted] : undefined;
}

/** An icon by an agent's name for it, or the emoji sent instead, or `fallback`. */
export function AgentIcon(props: { name: string | undefined; fallback?: IconName }): JSX.Element {
  const emoji = (): string | undefined => {
    const name = props.name ?? '';
    return /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(name) && [...name].length <= 12
      ? name
      : undefined;
  };
  const known = (): IconName | undefined => iconNamed(props.name) ?? props.fallback;
  return (
    <Show when={emoji()} fallback={<Show when={known()}>{(name) => <Icon name={name()} />}</Show>}>
      {(sign) => (
        <span class="emoji" aria-hidden="true">
          {sign()}
        </span>
      )}
    </Show>
  );
}
