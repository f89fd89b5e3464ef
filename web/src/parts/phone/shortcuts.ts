// The keys of the phone's buttons. They work wherever the focus is inside the phone's window.
//
// Alt and Shift together are used by no browser for these letters, and give no text that a phone wants.

/** What a button of the phone does. */
export type ToolId =
  | 'back'
  | 'home'
  | 'recents'
  | 'louder'
  | 'quieter'
  | 'power'
  | 'rotate'
  | 'screenshot'
  | 'file'
  | 'keyboard'
  | 'numbers'
  | 'list'
  | 'help'
  | 'hold'
  | 'pause'
  | 'stop';

/** The physical key of each, with Alt and Shift. */
const codes: Record<ToolId, string> = {
  back: 'KeyB',
  home: 'KeyH',
  recents: 'KeyR',
  louder: 'ArrowUp',
  quieter: 'ArrowDown',
  power: 'KeyW',
  rotate: 'KeyL',
  screenshot: 'KeyC',
  file: 'KeyF',
  keyboard: 'KeyK',
  numbers: 'KeyN',
  list: 'KeyV',
  help: 'Slash',
  hold: 'KeyO',
  pause: 'KeyP',
  stop: 'KeyS',
};

const signs: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', Slash: '/' };

/** The keys as people read them. */
export function keysOf(tool: ToolId): string {
  const code = codes[tool];
  return `Alt+Shift+${signs[code] ?? code.replace('Key', '')}`;
}

/** The keys as `aria-keyshortcuts` has them. */
export function ariaKeysOf(tool: ToolId): string {
  const code = codes[tool];
  return `Alt+Shift+${code === 'Slash' ? '/' : code.replace('Key', '')}`;
}

/** What a key press asks for, if it is one of these. */
export function toolFor(
  event: Pick<KeyboardEvent, 'code' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
): ToolId | undefined {
  if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return undefined;
  return (Object.keys(codes) as ToolId[]).find((tool) => codes[tool] === event.code);
}
